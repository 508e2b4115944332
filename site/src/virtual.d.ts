declare module 'virtual:scenarios' {
  /** The one that the page opens with. */
  const scenarios: import('./types').Scenario[];
  export default scenarios;
  /** All of them. */
  export function library(): Promise<import('./types').Scenario[]>;
}

/** The toolchain's script that starts a module: it defines window.Go. */
declare module 'virtual:glue' {}

/** A style sheet of site/styles as a text. */
declare module 'virtual:sheet/studio.css' {
  const text: string;
  export default text;
}
