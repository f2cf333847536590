/** The consoles of one process: several state directories side by side, each with a host of its own. */
export {
  createConsoles,
  type ConsoleEdition,
  type Consoles,
  type ConsolesOptions,
  type ConsoleStart,
  type HeldConsole,
} from './consoles.ts'
export { FIRST_CONSOLE } from './first-console.ts'
export { launchConsoles, type ConsoleShell } from './launch-consoles.ts'
