/** The console that the process starts with. It lives as long as the process, whoever looks at it. */
export const FIRST_CONSOLE = '1'
