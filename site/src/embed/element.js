// <highwater-playground>: an element that shows the playground in a frame. It stands by itself: one script, which
// imports nothing. Its attributes are the playground's parameters; its children are shown where the playground cannot
// be.
//
// The frame has an origin of its own (sandbox), so the page around it needs no permission for what the playground does,
// and the playground gets nothing of the page.

{
  const parameters = (
    'scenario mode seed replication-factor isr min-insync-replicas acks partitions request-timeout-ms ' +
    'replica-lag-time-max-ms delivery-timeout-ms linger-ms speed autoplay at panels controls lock theme motion lang events'
  ).split(' ');

  /**
   * Attributes that a frame takes while it runs, and the message that brings each.
   * @type {Record<string, (value: string | null) => [string, object]>}
   */
  const changeable = {
    lang: (value) => ['setLocale', { lang: value ?? 'auto' }],
    motion: (value) => ['set', { path: 'motion', value: value ?? 'auto' }],
    speed: (value) => ['set', { path: 'speed', value: value === null ? 'reading' : Number(value) }],
    events: (value) => ['subscribe', { events: value ?? 'basic' }],
  };

  /** What the frame may do beyond running its scripts: open the full page, and save files. */
  const permissions = 'allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox';

  const lowest = 200;
  const highest = 2000;
  const usualHeight = 480;

  /** The host tries so often, so many ms apart, to reach the frame; then the fallback is shown again. */
  const attempts = 20;
  const apartMs = 500;

  /** The focus takes so long at most to get from the page into a frame, ms. */
  const settledMs = 300;

  /** A request that is not answered in this time has failed, ms. */
  const patienceMs = 30000;

  /** The frame is made when the element is as near to the window as this. */
  const nearby = '600px';

  /** This script: a module does not know its own element. */
  const own = document.currentScript ?? document.querySelector('script[src$="highwater.js"]');

  /** Where embed.html lies: beside this script. */
  const beside = new URL('embed.html', /** @type {HTMLScriptElement | null} */ (own)?.src || document.baseURI)
    .href;

  class HighwaterPlayground extends HTMLElement {
    static observedAttributes = [...parameters, 'state', 'src', 'height', 'title'];

    /** @type {HTMLIFrameElement | null} */
    #frame = null;
    /** @type {MessagePort | null} once the frame has taken it */
    #port = null;
    /** Those that are offered: the frame takes the first that comes. @type {MessagePort[]} */
    #offered = [];
    #slot = document.createElement('slot');
    #count = 0;
    /**
     * Requests that wait for their answer, and those that wait for the frame.
     * @type {Map<number, {resolve: (result: any) => void, reject: (error: Error) => void, timer: number}>}
     */
    #open = new Map();
    /** @type {object[]} */
    #queue = [];
    #ended = new AbortController();
    #reload = 0;
    #seen = false;
    /** What had the focus before the frame. @type {Element | null} */
    #before = null;
    /** The width that the height was told for, and the height. */
    #told = { width: 0, height: 0 };

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open' });
      root.append(this.#slot);
    }

    connectedCallback() {
      this.#ended = new AbortController();
      const { signal } = this.#ended;
      if (!this.style.display) this.style.display = 'block';
      addEventListener('message', (event) => this.#hear(event), { signal });
      addEventListener('focusin', ({ target }) => this.#remember(target), { signal });
      addEventListener('focusout', () => setTimeout(() => this.#forget(), settledMs), { signal });
      const near = new IntersectionObserver((entries) => this.#near(entries), { rootMargin: nearby });
      const sight = new IntersectionObserver((entries) => this.#sight(entries));
      near.observe(this);
      sight.observe(this);
      const scheme = new MutationObserver(() => this.#followScheme());
      for (const e of [document.documentElement, document.body])
        scheme.observe(e, {
          attributes: true,
          attributeFilter: ['class', 'style', 'data-theme', 'data-mode'],
        });
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#followScheme(), {
        signal,
      });
      signal.addEventListener('abort', () => [near, sight, scheme].forEach((o) => o.disconnect()));
      if (this.getAttribute('loading') === 'eager') this.#make();
    }

    disconnectedCallback() {
      this.#ended.abort();
      this.#drop();
    }

    /** @param {string} name @param {string | null} old @param {string | null} value */
    attributeChangedCallback(name, old, value) {
      const frame = this.#frame;
      if (!frame || old === value) return;
      if (name === 'title') frame.title = this.#title;
      else if (name === 'height') this.#fit(this.#told.height);
      else if (name === 'theme') this.#followScheme();
      else if (name in changeable && this.#port) this.#post(...changeable[name](value));
      else {
        clearTimeout(this.#reload); // several attributes are one change
        this.#reload = window.setTimeout(() => {
          this.#drop();
          this.#make();
        });
      }
    }

    get #title() {
      return this.getAttribute('title') ?? 'Highwater, a playground for Kafka’s acks=all';
    }

    /** The address of the frame: the parameters in its query, a state in its fragment. */
    get #address() {
      const address = new URL(this.getAttribute('src') ?? beside, document.baseURI);
      for (const name of parameters) {
        const value = this.getAttribute(name);
        if (value !== null) address.searchParams.set(name, value);
      }
      address.searchParams.set('theme', this.#scheme);
      if (location.origin !== 'null') address.searchParams.set('parent-origin', location.origin);
      const state = this.getAttribute('state');
      if (state) address.hash = `s=${state}`;
      return address.href;
    }

    /** @param {IntersectionObserverEntry[]} entries */
    #near(entries) {
      if (!this.#frame && entries.some((entry) => entry.isIntersecting)) this.#make();
    }

    /** @param {IntersectionObserverEntry[]} entries */
    #sight(entries) {
      this.#seen = entries[entries.length - 1].isIntersecting;
      this.#post('setVisible', { visible: this.#seen });
    }

    #make() {
      if (this.#frame || !this.isConnected) return;
      const frame = document.createElement('iframe');
      frame.title = this.#title;
      frame.setAttribute('sandbox', permissions);
      frame.allow = 'fullscreen; clipboard-write';
      frame.referrerPolicy = 'strict-origin';
      Object.assign(frame.style, { width: '100%', border: '0', colorScheme: 'auto' });
      this.#frame = frame;
      this.#fit(this.#told.height);
      frame.src = this.#address;
      this.#show(false);
      this.shadowRoot?.append(frame);
      frame.addEventListener('load', () => this.#knock(frame, attempts));
    }

    /**
     * @param {boolean} alive whether the frame is shown; else what the element holds is, as long as it holds anything
     */
    #show(alive) {
      const instead = !alive && (this.childElementCount > 0 || !!this.textContent?.trim());
      this.#slot.hidden = !instead;
      this.#slot.style.display = instead ? 'contents' : 'none';
      if (!this.#frame) return;
      // What is not rendered may not start in every engine, so the frame lies behind what is shown.
      Object.assign(
        this.#frame.style,
        instead
          ? { position: 'absolute', visibility: 'hidden', height: '1px', width: '1px' }
          : { position: 'static', visibility: 'visible', width: '100%' },
      );
      if (!instead) this.#fit(this.#told.height);
    }

    /**
     * Offers the frame a port, until it takes one.
     * @param {HTMLIFrameElement} frame
     * @param {number} left
     */
    #knock(frame, left) {
      if (frame !== this.#frame || this.#port) return;
      if (!left) {
        this.#show(false);
        this.dispatchEvent(
          new CustomEvent('error', { detail: { code: 'silent', message: 'the playground does not answer' } }),
        );
        return;
      }
      this.#offer(frame);
      setTimeout(() => this.#knock(frame, left - 1), apartMs);
    }

    /** @param {HTMLIFrameElement} frame */
    #offer(frame) {
      const { port1, port2 } = new MessageChannel();
      this.#offered.push(port1);
      port1.onmessage = ({ data }) => this.#take(port1, data);
      // An origin of its own has no name, so that nobody can be named; there is nothing in this message.
      frame.contentWindow?.postMessage({ ns: 'highwater', v: 1, type: 'connect', id: 0 }, '*', [port2]);
    }

    /** @param {MessageEvent} event of the window: only the frame's hello is of interest */
    #hear({ source, data }) {
      const frame = this.#frame;
      if (!frame || source !== frame.contentWindow || data?.ns !== 'highwater' || data.v !== 1) return;
      if (data.type === 'hello' && !this.#port) this.#offer(frame);
    }

    /**
     * @param {MessagePort} port
     * @param {any} data
     */
    #take(port, data) {
      if (data?.ns !== 'highwater' || data.v !== 1) return;
      if (data.type === 'connect') {
        if (!data.ok || !this.#offered.includes(port)) return;
        this.#port = port;
        this.#show(true);
        this.#post('setVisible', { visible: this.#seen });
        for (const message of this.#queue.splice(0)) port.postMessage(message);
        return;
      }
      if (data.id !== undefined) return this.#answered(data);
      const { type, payload } = data;
      if (type === 'resize') this.#fit(payload?.height);
      if (type === 'focusexit') this.#giveBack(payload);
      this.dispatchEvent(new CustomEvent(type, { detail: payload }));
    }

    /** @param {{id: number, ok: boolean, result?: any, error?: any}} answer */
    #answered({ id, ok, result, error }) {
      const request = this.#open.get(id);
      if (!request) return;
      this.#open.delete(id);
      clearTimeout(request.timer);
      if (ok) request.resolve(result);
      else request.reject(Object.assign(new Error(error?.message), { code: error?.code, path: error?.path }));
    }

    /**
     * @param {string} type
     * @param {object} payload sent without waiting for an answer, if there is anybody to send it to
     */
    #post(type, payload) {
      this.#port?.postMessage({ ns: 'highwater', v: 1, type, payload });
    }

    /**
     * Asks the playground for something.
     * @param {string} type of the message, as the reference lists them
     * @param {object} [payload]
     * @returns {Promise<any>} the result; fails with an Error that has a code and a message, and where known a path
     */
    send(type, payload = {}) {
      return new Promise((resolve, reject) => {
        const id = ++this.#count;
        const late = () =>
          this.#answered({ id, ok: false, error: { code: 'silent', message: `${type} was not answered` } });
        this.#open.set(id, { resolve, reject, timer: window.setTimeout(late, patienceMs) });
        const message = { ns: 'highwater', v: 1, type, id, payload };
        if (this.#port) this.#port.postMessage(message);
        else this.#queue.push(message);
      });
    }

    #drop() {
      this.#post('destroy', {});
      this.#port?.close();
      for (const port of this.#offered.splice(0)) port.close();
      this.#port = null;
      this.#frame?.remove();
      this.#frame = null;
      this.#queue = [];
      for (const id of [...this.#open.keys()])
        this.#answered({ id, ok: false, error: { code: 'gone', message: 'the playground was taken away' } });
      this.#show(false);
    }

    /**
     * Makes the frame as high as the playground asks for: for one width it only grows, so that it comes to rest.
     * @param {unknown} wanted px
     */
    #fit(wanted) {
      const frame = this.#frame;
      if (!frame) return;
      const fixed = Number(this.getAttribute('height'));
      if (fixed > 0) {
        frame.style.height = `${Math.min(highest, Math.max(lowest, fixed))}px`;
        return;
      }
      const width = this.clientWidth;
      const asked =
        typeof wanted === 'number' && wanted > 0 ? Math.min(highest, Math.max(lowest, Math.ceil(wanted))) : 0;
      const height = this.#told.width === width ? Math.max(this.#told.height, asked) : asked;
      if (asked) this.#told = { width, height };
      frame.style.height = `${height || usualHeight}px`;
    }

    /** The colours of the page around: as the attribute says, or light or dark as what lies behind the element. */
    get #scheme() {
      const given = this.getAttribute('theme') ?? 'auto';
      return given === 'auto' ? (isDark(this) ? 'dark' : 'light') : given;
    }

    #followScheme() {
      this.#post('setTheme', { theme: this.#scheme });
    }

    /** @param {EventTarget | null} target that has got the focus in the page */
    #remember(target) {
      if (target instanceof Element && target !== this) this.#before = target;
    }

    /** Nothing in the page has the focus any more, as after a click beside everything. */
    #forget() {
      if (document.activeElement === document.body) this.#before = null;
    }

    /** @param {any} how the focus leaves the frame: by Tab it goes on by itself */
    #giveBack(how) {
      if (how?.by === 'tab' || document.activeElement !== this) return;
      const { activeElement } = document;
      if (this.#before instanceof HTMLElement && this.#before.isConnected) this.#before.focus();
      if (document.activeElement === activeElement) this.#frame?.blur();
    }

    /** Moves the focus to the first control of the playground. */
    focus() {
      this.#frame?.focus();
      this.send('focusEnter').catch(() => {});
    }
  }

  /** The other methods, each a request of its name: what its arguments are called. @type {Record<string, string[]>} */
  const methods = {
    load: ['scenario'],
    getState: [],
    setState: ['state'],
    reset: [],
    play: [],
    pause: [],
    step: ['n'],
    seek: ['to'],
    fork: [],
    act: ['action'],
    set: ['path', 'value'],
    get: ['path'],
    subscribe: ['events'],
    export: ['format'],
    setTheme: ['theme'],
    setLocale: ['lang'],
  };
  for (const [name, names] of Object.entries(methods)) {
    Object.defineProperty(HighwaterPlayground.prototype, name, {
      configurable: true,
      writable: true,
      value(/** @type {any[]} */ ...given) {
        const payload = Object.fromEntries(names.slice(0, given.length).map((key, i) => [key, given[i]]));
        return this.send(name, name === 'seek' ? given[0] : payload);
      },
    });
  }

  /** @param {Element} element whether what lies behind it is dark */
  function isDark(element) {
    for (let e = /** @type {Element | null} */ (element); e; e = parentOf(e)) {
      const [red, green, blue, alpha] = pixel(getComputedStyle(e).backgroundColor);
      if (alpha >= 128) return 0.299 * red + 0.587 * green + 0.114 * blue < 110;
    }
    const { colorScheme } = getComputedStyle(document.documentElement);
    if (!colorScheme.includes('dark')) return false;
    return !colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches;
  }

  /** @param {Element} element @returns {Element | null} */
  function parentOf(element) {
    const { parentElement, parentNode } = element;
    return parentElement ?? (parentNode instanceof ShadowRoot ? parentNode.host : null);
  }

  /**
   * @param {string} colour as any engine writes it
   * @returns {Uint8ClampedArray | number[]} red, green, blue and alpha, each up to 255
   */
  function pixel(colour) {
    const context = document.createElement('canvas').getContext('2d');
    if (!context) return [255, 255, 255, 0];
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    return context.getImageData(0, 0, 1, 1).data;
  }

  if (!customElements.get('highwater-playground'))
    customElements.define('highwater-playground', HighwaterPlayground);
}
