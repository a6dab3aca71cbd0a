/**
 * The two channels between a page and the main process. The file has no imports, so that the preload contains no
 * schemas.
 */
export const channels = { call: 'skein:call', update: 'skein:update' } as const
