declare module 'virtual:scenarios' {
  const scenarios: import('./types').Scenario[];
  export default scenarios;
}
