// What the address and the page around ask of the page before anything is shown: parameters, and a frame's host. It is
// loaded if there are any.

/** @import {Api, Scenario} from '../types' */
/** @import {Playground} from '../playground.js' */
/** @import {Warning} from '../parameters.js' */
/** @import {Controls} from './minimal.js' */

import '../first.js';
import { Model } from '../model.js';
import { parameters, warningOf } from '../parameters.js';
import { showTheme } from '../theme.js';
import { adapted, changing } from './adapted.js';
import { Frame } from './frame.js';
import { pages } from './minimal.js';
import { Notice } from './notice.js';
import { begin } from './start.js';

export class Outset {
  #values;
  /** @type {Controls} */
  #controls;
  /** @type {Frame | null} */
  #frame = null;
  #notice = new Notice();

  /**
   * @param {string} search the query of the address
   * @param {boolean} framed whether the page stands in a frame
   */
  constructor(search, framed) {
    const { values, warnings } = parameters(search);
    this.#values = values;
    this.#controls = values.controls ?? (framed ? 'minimal' : 'full');
    document.documentElement.dataset.controls = this.#controls;
    if (values.theme) showTheme(values.theme);
    if (framed) this.#frame = new Frame(values);
    this.#warn(warnings);
  }

  /** What draws the page below its header. */
  get page() {
    return pages[this.#controls];
  }

  /**
   * The scenarios with the one that is asked for first, set up as the parameters ask for.
   * @param {Api} api
   * @param {Scenario[]} scenarios what the page opens with
   * @param {() => Promise<Scenario[]>} library loads the list of all
   * @param {boolean} linked whether a link brings a run of its own
   * @returns {Promise<Scenario[]>}
   */
  async scenarios(api, scenarios, library, linked) {
    const { scenario } = this.#values;
    if (linked) {
      this.#unlinked();
      return scenarios;
    }
    const check = (/** @type {import('../types').Script} */ given) => Model.check(api, { given, deeds: [] });
    const first = (scenario && (await this.#find(scenario, library, check))) || scenarios[0];
    if (!first.script) return scenarios;
    const { script, warnings } = adapted(first.script, this.#values, check);
    this.#warn(warnings);
    return [{ ...first, script }];
  }

  /**
   * @param {string} wanted the id of a scenario, or the address of a script
   * @param {() => Promise<Scenario[]>} library
   * @param {(script: import('../types').Script) => void} check throws if a script is wrong
   * @returns {Promise<Scenario | null>} with its script; null: there is none, which is said
   */
  async #find(wanted, library, check) {
    try {
      const { scenarioAt } = await import('../address.js');
      const found = await scenarioAt(wanted, library);
      if (found.script) check(found.script);
      return found;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#warn([warningOf('inapplicable', 'scenario', wanted, reason)]);
      return null;
    }
  }

  /** Says that a link's run is not set up by parameters. */
  #unlinked() {
    const why = 'the link brings a run of its own';
    this.#warn(changing(this.#values).map(([name, value]) => warningOf('inapplicable', name, value, why)));
  }

  /**
   * The playground is there: it begins as it is asked to, and the host may use it.
   * @param {Playground} playground
   */
  async serve(playground) {
    this.#warn(await begin(playground, this.#values, this.#controls));
    this.#frame?.serve(playground);
  }

  /** @param {unknown} error that keeps the page from starting, or from going on */
  failed(error) {
    this.#frame?.failed(error);
  }

  /** @param {Warning[]} warnings */
  #warn(warnings) {
    this.#notice.add(warnings);
    for (const warning of warnings) this.#frame?.tell('warning', warning);
  }
}
