/** What the preload script and the main process have to agree on. */

/** The name under which the page's message port travels, from page to preload and from there to the main process. */
export const CONNECT_CHANNEL = 'switchyard:connect'

/** The argument that tells the preload script the app's version. */
export const VERSION_ARGUMENT = '--switchyard-version='
