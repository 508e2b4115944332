// What one may take away as a file.

export const takeaway = {
  share: () => 'Share and embed …',
  shareNote: () => 'this run as a link, in a frame, or as an element of a page of yours',
  svg: () => 'Picture as SVG',
  svgNote: () => 'the drawing at this place, with its styles inside',
  png: () => 'Picture as PNG',
  pngNote: () => 'the same as an image',
  script: () => 'Script',
  scriptNote: () => 'cluster, clients and steps, your deeds among them, as JSON: it plays the same run again',
  state: () => 'Whole state',
  stateNote: () => 'this run and the others, place and settings, as JSON: to be opened again here',
  lines: () => 'Events as JSON Lines',
  linesNote: () => 'every event up to this place, one line each; the last line sums up',
  mermaid: () => 'Messages as a Mermaid diagram',
  mermaidNote: () => 'who sent what to whom, in the last 200 moments up to this place',
  /** @param {string} name of a file */
  saved: (name) => `${name} is made.`,
  /** @param {string} reason */
  failed: (reason) => `The file could not be made: ${reason}`,
  noPicture: () => 'no picture is shown',
  tooLarge: () => 'the picture is too large',
};
