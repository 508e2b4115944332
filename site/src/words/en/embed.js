// What is said of frames, of what an author has set in them, and of how one gets such a frame.

export const embed = {
  openFull: () => 'Open the full page, in the same state',
  showMe: () => 'Show me',
  fixed: () => 'The author of this page has fixed that.',
  dismiss: () => 'Dismiss',

  /**
   * What is wrong with a parameter of the address.
   * @type {Record<string, (p: {name: string, value: string, expected: string}) => string>}
   */
  warnings: {
    unknown: ({ name }) => `There is no parameter “${name}”.`,
    value: ({ name, value, expected }) =>
      `${name} cannot be “${value}”, so it has its default. Expected: ${expected}.`,
    repeated: ({ name, value }) => `${name} is given twice; “${value}” is left out.`,
    'too-long': () => 'The address has too many parameters; none of them is used.',
    inapplicable: ({ name, value, expected }) => `${name} cannot be “${value}” here: ${expected}.`,
  },
  /** @param {number} n more warnings than are shown */
  more: (n) => `(${n} more)`,

  /** The dialog in which one puts together what one pastes elsewhere. */
  share: {
    title: () => 'Share and embed',
    as: () => 'As',
    kinds: { link: () => 'Link', frame: () => 'Frame', element: () => 'Element' },
    notes: {
      link: () => 'Opens the full page with this run. The run is in the link itself; no server stores it.',
      frame: () =>
        'For a page that allows frames. The frame needs no cookies, no storage and no network once loaded.',
      element: () =>
        'For a page that allows scripts. The element makes the frame, sets its height, and shows what it holds where it cannot.',
    },
    local: () =>
      'This page was opened from a file, so the code works on this machine only. Host the folder to share it.',
    width: () => 'Width',
    height: () => 'Height, px',
    controls: () => 'Controls',
    /** @type {Record<string, () => string>} */
    levels: {
      full: () => 'all',
      minimal: () => 'play, step and send',
      none: () => 'none',
    },
    theme: () => 'Theme',
    /** @type {Record<string, () => string>} */
    themes: { auto: () => 'as the page around', light: () => 'light', dark: () => 'dark' },
    language: () => 'Language',
    readers: () => 'the reader’s',
    autoplay: () => 'Plays by itself',
    still: () => 'With the picture as a still, for readers without JavaScript',
    panels: () => 'Panels',
    locks: () => 'Fixed controls',
    /** @param {number} n @param {number} of */
    some: (n, of) => (n === of ? 'all' : n ? `${n} of ${of}` : 'none'),
    /** @type {Record<string, () => string>} */
    lockNames: {
      scenario: () => 'choice of the scenario',
      send: () => 'sending records',
      isr: () => 'ISR by hand',
      producer: () => 'how records are sent',
      brokers: () => 'brokers’ processes',
      fetch: () => 'delays of fetches',
      elections: () => 'elections',
      links: () => 'links',
      cluster: () => 'new cluster',
      speed: () => 'speed',
      reset: () => 'Reset',
      undo: () => 'Undo and Redo',
      compare: () => 'Compare',
    },
    open: () => 'Open the playground.',
    code: () => 'To paste',
    copy: () => 'Copy',
    close: () => 'Close',
    copied: () => 'Copied.',
    select: () => 'The browser does not let the page copy: press Ctrl+C.',
  },
};
