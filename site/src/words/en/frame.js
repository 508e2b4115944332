// The page around the playground: its header, how it loads, and what index.html says itself.

export const frame = {
  title: () => 'Highwater: what acks=all waits for',

  /** What stands in index.html, by the selector of its element. @returns {[selector: string, text: string][]} */
  texts: () => [
    ['.skip', 'To the lesson'],
    ['header .picker .visually-hidden', 'Scenario'],
    ['#build', 'Build a scenario'],
    ['header .theme .visually-hidden', 'Theme'],
    ['header .settings-menu .visually-hidden', 'Settings'],
    ['header .language .visually-hidden', 'Language'],
    ['#theme option[value=auto]', 'auto'],
    ['#theme option[value=light]', 'light'],
    ['#theme option[value=dark]', 'dark'],
  ],

  loading: () => 'Loading the simulation …',
  whereItStood: () => 'What you see is where it stood; a new start begins the scenario again.',
  startAgain: () => 'Start again',
  noLanguage: () => 'The words of that language could not be loaded.',
};
