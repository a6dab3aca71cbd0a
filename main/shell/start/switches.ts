/** Environment variables that only a run from the sources reads. */
export interface DevelopmentSwitches {
  /** The base address of media; the browser host serves them over HTTP. */
  readonly mediaBase: string
  /** An account to sign in to, as JSON; null for none. */
  readonly demoAccount: string | null
  /**
   * The origin of Vite's server, from which `npm run dev` serves the page; null if the page is loaded from the disk.
   */
  readonly pageServer: string | null
}

/**
 * Reads the switches. A package ignores them: a variable could make it load media or the page from elsewhere, or sign
 * in to another server.
 */
export function developmentSwitches(
  isPackaged: boolean,
  env: Readonly<Record<string, string | undefined>>,
): DevelopmentSwitches {
  const own = isPackaged ? {} : env
  const { SKEIN_MEDIA_BASE: mediaBase = '', SKEIN_DEMO_ACCOUNT: demoAccount = '' } = own
  const { SKEIN_PAGE_SERVER: pageServer = '' } = own
  return {
    mediaBase: mediaBase === '' ? 'media://' : mediaBase,
    demoAccount: demoAccount === '' ? null : demoAccount,
    pageServer: pageServer === '' ? null : pageServer,
  }
}
