/** The two pipes between a page and the main process. In a file of its own, so that the preload carries no schemas. */
export const channels = { call: 'skein:call', update: 'skein:update' } as const
