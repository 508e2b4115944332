// The state of one playground: a run that is played, what is done in it by hand, what the controls are set to, and what
// is open. It draws nothing.

/** @import {Api, FrameQuery, Scenario, Script, Step} from './types' */
/** @import {Kept, Place} from './history.js' */
/** @import {Saved, Settings} from './saved.js' */

import { History } from './history.js';
import { Tutor } from './lesson.js';
import { Model } from './model.js';
import { Player, queryOf, start } from './player.js';
import { checked, saved } from './saved.js';
import { Toolbar, longestTimeoutMs } from './toolbar.js';
import { UI } from './ui.js';
import { nextValues } from './values.js';
import { localized, words } from './words/words.js';

export class App extends Player {
  toolbar = new Toolbar();
  ui = new UI();
  history = new History();
  /** The tab that was opened last; '': none was. */
  tab = '';
  /** @type {Tutor | null} of the lesson that was open last */
  #tutor = null;
  /** Whether playing goes on when the move that is under way is over. */
  #playNext = false;
  /** Whether playing has stopped for the lesson, and nothing but what it waits for has been done since. */
  #halted = false;
  /** What of the notice is English in another language. */
  foreign = '';
  /** The lessons that have come to their conclusion, by their scenarios' ids. @type {Set<string>} */
  finished = new Set();
  /** The scenario that was asked for last. */
  #wanted = '';
  /** What one wants to know the why of, as the verb takes it. @type {Record<string, any> | null} */
  selected = null;
  /** The panels that the author has left in; null: all. @type {string[] | null} */
  panels = null;
  /** The controls that the author has fixed. @type {string[]} */
  locks = [];
  /** Whether something may not be done, because the author has fixed it: then it says so. It is asked about steps, and
   * about undoing. @type {((deed: Step[] | 'undo') => boolean) | null} */
  refuses = null;
  /** The tab that was open before that. */
  #tabBefore = '';

  /**
   * @param {Api} api
   * @param {Scenario[]} scenarios the first is opened
   * @param {object} around
   * @param {string} around.name tells it from another one in the same page
   * @param {() => void} around.changed there is something to draw
   * @param {number} around.cells how many offsets of each log are wanted
   * @param {{matches: boolean}} around.reducedMotion whether nothing shall glide
   * @param {(done: import('./player.js').Done) => void} [around.acted] is called for each thing that is done
   * @param {unknown} [around.saved] is opened in the place of the first scenario; from anywhere: it is checked first
   * @param {() => Promise<Scenario[]>} [around.library] loads the list of all scenarios
   * @throws {Fault} if the saved value is wrong
   * @throws {EngineError} if a script is
   */
  constructor(api, scenarios, { name, cells, saved, library = async () => this.scenarios, ...around }) {
    const back = saved === undefined ? null : checked(saved, (run) => Model.check(api, run));
    const [{ id, script }] = scenarios;
    if (!script) throw new Error(`the script of ${id} has not been loaded`);
    super(new Model(api, back?.run ?? { scenario: id, given: script, deeds: [] }, cells), around);
    this.scenarios = scenarios;
    this.library = library;
    this.name = name;
    /** @type {import('./player.js').Player['nextStop']} */
    this.nextStop = () => this.lesson?.stop ?? null;
    if (back) {
      const { place } = back.run;
      this.look(queryOf(place), () => this.#correct(place));
      this.#take(back);
    } else this.look(this.#opening());
    this.narrated ??= this.model.frame; // the way there may take longer than a frame
  }

  /** @param {Scenario[]} scenarios are all that there are: until then only the first was known */
  stock(scenarios) {
    this.scenarios = scenarios.map((s) => ({ ...s, ...this.scenarios.find(({ id }) => id === s.id) }));
    this.changed();
  }

  /** What the present run is called: the question of its lesson, or its title. */
  get title() {
    const { given, scenario } = this.model;
    const { question } = given.lesson ?? {};
    const there = this.scenarios.find(({ id }) => id === scenario);
    return (question && localized(question)) ?? given.title ?? there?.title ?? '';
  }

  /** The lesson of the present run, as far as the run has come; null: the script has none. */
  get lesson() {
    const { lesson } = this.model.given;
    if (!lesson) return null;
    if (this.#tutor?.lesson !== lesson) this.#tutor = new Tutor(lesson);
    const tutor = this.#tutor.see(this.model);
    if (tutor.ended) this.finished.add(this.model.scenario);
    return tutor;
  }

  /** What is said of the place. While the lesson asks what will happen it is what has happened alone: the reason, which
   * the answer may rest on, comes back with the answer. */
  get sentence() {
    const told = super.sentence;
    return this.lesson?.asks ? { ...told, why: '', where: '' } : told;
  }

  passes() {
    return !!this.lesson?.passes(this.model.frame.moment);
  }

  toRead() {
    const { main, why } = this.sentence;
    return { main, why, more: this.lesson?.news() };
  }

  /** Whether playing has stopped because the lesson waits for the learner, or is over; it goes on when what it waits
   * for is done. */
  get halted() {
    return this.#halted;
  }

  get busy() {
    return super.busy || this.#playNext || !!this.#tutor?.pending;
  }

  /** @param {number} stamp real time in ms; playing waits until it is known where the lesson stops it */
  tick(stamp) {
    if (this.#playNext && !this.model.working && !this.lesson?.pending) {
      this.#playNext = false;
      const fresh = this.toRead(); // nobody has read yet what the deed is, and what came of it at once
      this.#goOn();
      return this.clock.rest(fresh, stamp);
    }
    if (!this.clock.playing || this.model.working || !this.lesson?.pending) return super.tick(stamp);
    this.clock.sleep();
    this.changed();
  }

  pause() {
    this.#playNext = false;
    this.#halted = false;
    super.pause();
  }

  play() {
    this.#halted = false;
    this.lesson?.passBy();
    this.lesson?.news(); // there was time to read it
    super.play();
  }

  halt() {
    super.halt();
    this.#halted = true;
    this.lesson?.news(); // while it stands still there is time to read it
  }

  /** Playing goes on if the lesson had stopped it, and waits for nothing any more: who steps keeps stepping. */
  #goOn() {
    if (this.lesson?.ended) return this.changed(); // what was done has led to its end
    if (this.#halted && !this.lesson?.waits) this.play();
    else this.changed();
  }

  /**
   * Where the first run opens: at a chapter of its lesson, which may take longer to find than one waits for, or at its
   * start.
   * @returns {FrameQuery}
   */
  #opening() {
    const { lesson } = this;
    if (!lesson) return queryOf(start);
    for (let i = 0; i < patience && this.lesson?.pending; i++);
    const { opening } = lesson;
    return opening && opening.moment >= 0 ? { moment: opening.moment } : queryOf(start);
  }

  /** @param {1 | -1} by goes to the beginning of another chapter */
  seekChapter(by) {
    const place = this.lesson?.chapterAt(by);
    if (place) this.seekMoment(place.moment);
  }

  /**
   * Says what one thinks will happen; where playing had stopped for that, it goes on. The first choice counts.
   * @param {number} option its place in the list
   */
  guess(option) {
    const { lesson } = this;
    const prediction = lesson?.prediction;
    if (!lesson || prediction?.phase !== 'asked' || lesson.choices.has(prediction.number)) return;
    lesson.choices.set(prediction.number, option);
    this.did('predict', { prediction: prediction.number, option });
    this.#goOn();
    if (this.clock.playing) this.clock.rest({ ...this.toRead(), main: '' }); // the reason is new
  }

  /** Does what the lesson's card asks for; where playing had stopped for that, it goes on. */
  doAsCard() {
    const card = this.lesson?.card;
    if (!card?.step || card.done || card.begun) return;
    const { deeds } = this.model;
    this.act(card.step);
    this.#playNext = this.model.deeds !== deeds; // when the deed is done, which may take a while
    this.changed();
  }

  /**
   * @param {unknown} error
   * @returns {string} why something cannot be done
   */
  #cannot(error) {
    const message = error instanceof Error ? error.message : String(error);
    const said = words().core.said(message);
    this.foreign = said ? '' : message;
    return words().play.cannot(said ?? message);
  }

  /** @param {string} notice is said beside the time */
  say(notice) {
    this.fresh = false; // until then the same line says how to begin
    this.notice = notice;
    this.changed();
  }

  /** @param {string} id of the tab that is opened */
  show(id) {
    this.tab = id;
    this.did('show', { tab: id });
    this.changed();
  }

  /** @param {Record<string, any> | null} subject whose why is opened, as the verb why takes it; null closes it */
  select(subject) {
    if (subject && !this.selected) this.#tabBefore = this.tab;
    this.selected = subject;
    this.show(subject ? 'why' : this.#tabBefore);
  }

  /**
   * Plays a scenario from its beginning, once its script is there; the run until now can be had back.
   * @param {string} id
   * @returns {Promise<void> | void}
   */
  load(id) {
    const scenario = this.scenarios.find((s) => s.id === id) ?? this.scenarios[0];
    this.#wanted = scenario.id;
    this.#tutor = null;
    if (scenario.script) return this.open(scenario.script, scenario.id);
    return this.#fetch(scenario);
  }

  /** @param {Scenario} scenario */
  async #fetch(scenario) {
    try {
      scenario.script = await scenario.load?.();
      if (this.#wanted === scenario.id && scenario.script) this.open(scenario.script, scenario.id);
    } catch (error) {
      this.notice = this.#cannot(error);
    }
    this.changed();
  }

  /**
   * Plays a script from its beginning; the run until now can be had back.
   * @param {Script} given
   * @param {string} [scenario] its id; a script of one's own has none
   * @throws {EngineError} if the script is wrong: then all is as it was
   */
  open(given, scenario = '') {
    this.#become({ scenario, given, deeds: [] }, () => queryOf(start));
    this.did('load', { scenario });
  }

  /**
   * Plays a script on which its author goes on writing, up to the time that is shown. What was done by hand is to be
   * among its steps; the run until now can be had back.
   * @param {Script} given
   * @throws {EngineError} if the script is wrong: then all is as it was
   */
  rewrite(given) {
    const { t } = this.state;
    const before = this.model.kept;
    this.model.open({ scenario: '', given, deeds: [] });
    this.alone();
    this.history.replaced(before, false);
    this.#moved({ to: t });
    this.did('edit');
  }

  /**
   * Opens a script as the page opens its first: at a chapter of its lesson, if it has one. The run until now can be had
   * back.
   * @param {Script} given
   * @param {string} scenario
   * @throws {EngineError} if the script is wrong: then all is as it was
   */
  begin(given, scenario) {
    this.#become({ scenario, given, deeds: [] }, () => {
      this.#tutor = null;
      return this.#opening();
    });
    this.did('load', { scenario });
  }

  /** Back to the very start, without what was done by hand; the run until now can be had back. */
  reset() {
    const { scenario, given } = this.model;
    const script = this.scenarios.find((s) => s.id === scenario)?.script ?? given;
    this.#tutor = null;
    this.#become({ scenario, given: script, deeds: [] }, () => queryOf(start), undefined, true);
    this.did('reset');
  }

  /** Plays the same run in a cluster with or without the ELR, up to the same time. */
  switchElr() {
    const { scenario, otherElr: given, deeds } = this.model;
    const { t } = this.state;
    this.#become(
      { scenario, given, deeds },
      () => ({ to: t }),
      () => words().play.elr(this.model.elr),
      true,
    );
    this.did('set', { elr: this.model.elr });
  }

  get canUndo() {
    return this.history.canUndo;
  }

  get canRedo() {
    return this.history.canRedo;
  }

  /** Back to the run and the place before the last deed, or before another run was opened. */
  undo() {
    if (this.#underWay() || this.refuses?.('undo')) return;
    const before = this.model.kept;
    const kept = this.history.undo(before);
    if (this.#return(kept, () => (kept ? this.#change(before, kept, 'undone') : ''))) this.did('undo');
  }

  /** Does again what was undone last. */
  redo() {
    if (this.#underWay() || this.refuses?.('undo')) return;
    const before = this.model.kept;
    const kept = this.history.redo(before);
    if (this.#return(kept, () => (kept ? this.#change(kept, before, 'redone') : ''))) this.did('redo');
  }

  /**
   * What is said of undoing and redoing.
   * @param {Kept} more the run in which the deed is
   * @param {Kept} less the run in which it is not
   * @param {'undone' | 'redone'} which
   */
  #change(more, less, which) {
    const done = more.deeds.filter((deed) => !less.deeds.includes(deed));
    const { title } = this;
    const say = words().play;
    if (done.length && more.scenario === less.scenario) return say[which](namesOf?.(done) ?? []);
    if (more.scenario === less.scenario) return say[which === 'undone' ? 'wentBack' : 'wentOn']();
    return which === 'undone' ? say.runBefore(title) : say.runAfter(title);
  }

  /** The runs that were left, in order: a number of their own, what they are of, where one is in them (ms), and how
   * many deeds they have. */
  get branches() {
    return this.history.branches.map(({ number, scenario, given, deeds, place }) => ({
      number,
      name: given.title ?? scenario,
      at: place.t,
      deeds: deeds.length,
    }));
  }

  /** @param {number} i index of a branch that is gone on with; the run until now is kept if anything was done in it */
  openBranch(i) {
    if (this.#underWay()) return;
    const branch = this.history.branches[i];
    if (!branch) return;
    const before = this.model.kept;
    if (!this.#return(branch, () => words().play.branchOpened(branch.number))) return;
    this.history.drop(i);
    this.history.replaced(before, before.deeds.length > 0);
    this.did('branch', { run: branch.number });
  }

  /** @param {number} i index of a branch that is thrown away */
  dropBranch(i) {
    this.history.drop(i);
    this.did('drop');
    this.changed();
  }

  /** @returns {Saved} the run, the branches, the place and the settings as a plain value */
  save() {
    return saved(this.model.kept, this.history.branches, this.settings);
  }

  /** What the page is set to. @returns {Settings} */
  get settings() {
    const { acks, timeoutMs, raw, target } = this.toolbar;
    const choices = [...(this.lesson?.choices ?? [])];
    const { pace } = this.clock;
    return { acks, timeoutMs, raw, target, pace, tab: this.tab, ...(choices.length && { choices }) };
  }

  /**
   * Goes on from a saved value. The run until now can be had back, and its branches stay.
   * @param {unknown} value from anywhere: it is checked first
   * @returns {boolean} whether it is right; if not, what is wrong is said and all is as it was
   */
  restore(value) {
    if (this.#underWay()) return false;
    try {
      this.reopen(value);
      return true;
    } catch (error) {
      this.notice = this.#cannot(error);
      this.changed();
      return false;
    }
  }

  /**
   * Goes on from a saved value, as restore does.
   * @param {unknown} value
   * @param {string} [notice] what is said there
   * @throws {Fault} if the value is wrong: then all is as it was
   * @throws {EngineError} if a script is: likewise
   */
  reopen(value, notice = '') {
    const back = checked(value, (run) => Model.check(this.model.api, run));
    const { scenario, place } = back.run;
    this.#become(
      back.run,
      () => queryOf(place),
      () => {
        this.#correct(place);
        return notice;
      },
    );
    this.did('load', { scenario });
    this.#take(back);
  }

  /** @param {Place} place by its event, which may have another number in a later release: then its time decides */
  #correct({ t, on }) {
    if (on && this.state.t !== t) this.look({ to: t });
  }

  /** @param {ReturnType<typeof checked>} back what was saved with the present run, besides it */
  #take({ branches, settings }) {
    for (const branch of branches) this.history.keep(branch);
    this.history.found(this.model.kept);
    const { toolbar, clock } = this;
    const { acks, timeoutMs, raw, pace, tab, target } = { ...this.settings, target: 0, ...settings };
    Object.assign(toolbar, { acks, raw, target: this.state.partitions[target] ? target : 0 });
    toolbar.setTimeoutMs(String(timeoutMs));
    Object.assign(clock, { pace });
    this.tab = tab;
    this.lesson?.choose(settings.choices ?? []);
    this.changed();
  }

  /**
   * @param {Pick<Kept, 'scenario' | 'given' | 'deeds'>} run becomes the present one
   * @param {() => FrameQuery} where to, asked for when that run is there
   * @param {() => string} [notice] what is said there
   * @param {boolean} [together] whether a comparison goes on with it
   */
  #become(run, where, notice, together = false) {
    const before = this.model.kept;
    this.model.open(run);
    if (!together) this.alone();
    this.history.replaced(before, before.deeds.length > 0);
    this.#moved(where(), notice);
  }

  /**
   * @param {Kept | undefined} run becomes the present one again
   * @param {() => string} notice what is said there
   * @returns {boolean} whether it could be opened
   */
  #return(run, notice) {
    if (!run) return false;
    const { given } = this.model;
    try {
      this.model.open(run);
    } catch (error) {
      this.notice = this.#cannot(error);
      this.changed();
      return false;
    }
    if (run.given !== given) this.alone();
    this.#moved(queryOf(run.place), notice);
    return true;
  }

  /**
   * @param {FrameQuery} query where to go in a run that has begun
   * @param {() => string} [notice] what is said there
   */
  #moved(query, notice = () => '') {
    this.fresh = false;
    this.selected = null;
    this.#halted = false;
    this.clock.stop();
    this.look(query, () => {
      if (!this.state.partitions[this.toolbar.target]) this.toolbar.target = 0;
      this.notice = notice();
    });
  }

  /** Says so, if a move is under way that has to end first. */
  #underWay() {
    if (!this.model.working) return false;
    this.notice = words().play.busy();
    this.changed();
    return true;
  }

  /** @param {Step[]} steps are done now, at this place, one after the other */
  act(...steps) {
    this.fresh = false;
    if (this.#underWay() || this.refuses?.(steps)) return;
    this.lesson?.acts(steps);
    const before = this.model.kept;
    const branched = this.model.frame.past || this.model.deedsAhead;
    if (!this.model.stale) return this.#do(steps, before, branched);
    this.model.renew();
    this.look(queryOf(before.place), () => this.#do(steps, before, branched));
  }

  /**
   * @param {Step[]} steps
   * @param {Kept} before the run until now
   * @param {boolean} branched whether anything else was known to follow
   */
  #do(steps, before, branched) {
    let done = 0;
    let failed = '';
    try {
      for (; done < steps.length; done++) this.model.act(steps[done]);
    } catch (error) {
      failed = this.#cannot(error);
    }
    if (done) {
      loadNames().catch(() => {}); // undoing does not need them
      this.history.replaced(before, branched);
      this.clock.replan();
      this.did('act', { steps: steps.slice(0, done) });
    } else if (this.model.deeds !== before.deeds) this.model.open(before);
    this.look(done ? {} : queryOf(before.place), () => {
      this.notice = failed || (branched ? words().play.branched() : '');
    });
  }

  /**
   * Takes on a producer that the script does not have. It does nothing by itself: the run is the same, and one is at
   * the same place in it.
   * @param {{id: string}} producer
   * @param {() => void} then is called once one is there
   */
  employ(producer, then) {
    if (this.#underWay()) return;
    const { given, ...kept } = this.model.kept;
    this.model.open({ ...kept, given: { ...given, producers: [...(given.producers ?? []), producer] } });
    this.look(queryOf(kept.place), then);
    this.did('employ', { producer: producer.id });
  }

  /**
   * Sends one record to each of these partitions in one request.
   * @param {{topic: string, partition: number}[]} targets
   * @param {number} [broker] who gets it, if it is not the leader
   */
  send(targets, broker) {
    const values = nextValues(this.state, this.model.script, targets);
    const partitions = targets.map(({ topic, partition }, i) => ({ topic, partition, records: [values[i]] }));
    const to = broker === undefined ? {} : { broker };
    const { acks, timeoutMs } = this.toolbar;
    this.act({ produce: { acks, 'timeout.ms': timeoutMs, ...to, partitions } });
  }

  /** @param {string} text from the field */
  setTimeoutMs(text) {
    const { toolbar } = this;
    const right = toolbar.setTimeoutMs(text);
    if (!right) this.notice = words().play.wrongTimeout(longestTimeoutMs, toolbar.timeoutMs);
    else this.did('set', { timeoutMs: toolbar.timeoutMs });
    this.changed();
  }

  /** @param {{acks: string} | {raw: boolean}} how the next records are sent */
  sendWith(how) {
    Object.assign(this.toolbar, how);
    this.did('set', how);
    this.changed();
  }

  /** @param {number} target index of the partition that the controls concern from now on */
  aim(target) {
    if (this.state.partitions[target]) this.toolbar.target = target;
    this.did('set', { target });
    this.changed();
  }
}

/** What deeds are called, once something has been done. @type {typeof import('./soon.js').namesOf | null} */
let namesOf = null;

async function loadNames() {
  ({ namesOf } = await import('./soon.js'));
}

/** So often the core is asked where a lesson opens before the run opens at its start. */
const patience = 5;
