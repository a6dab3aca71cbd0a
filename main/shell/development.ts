/** What only a run from the sources takes from its environment. */
export interface DevelopmentSwitches {
  /** The browser host serves pictures over HTTP. */
  readonly mediaBase: string
  /** An account to sign in to, as JSON; null for none. */
  readonly demoAccount: string | null
}

/**
 * A package takes none of it: whoever can set a variable for a program could have its pictures come from elsewhere, or have
 * it sign in somewhere.
 */
export function developmentSwitches(
  isPackaged: boolean,
  env: Readonly<Record<string, string | undefined>>,
): DevelopmentSwitches {
  const own = isPackaged ? {} : env
  const { SKEIN_MEDIA_BASE: mediaBase = '', SKEIN_DEMO_ACCOUNT: demoAccount = '' } = own
  return { mediaBase: mediaBase === '' ? 'media://' : mediaBase, demoAccount: demoAccount === '' ? null : demoAccount }
}
