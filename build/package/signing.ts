/** The signing configuration from the environment. */
export type SigningEnvironment = Readonly<Record<string, string | undefined>>

export interface SigningPlan {
  readonly isSigned: boolean
  readonly isNotarised: boolean
  /** The missing variables and their consequences, for the packager. */
  readonly sentences: readonly string[]
}

/** A release must be signed; the message says which variables are missing. */
export class SigningError extends Error {
  readonly code = 'SIGNING'
}

/**
 * Each of these sets of variables is sufficient for notarising (`getNotarizeOptions` of electron-builder's
 * macPackager).
 */
const notarisations = [
  ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER'],
  ['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
  ['APPLE_KEYCHAIN_PROFILE'],
] as const

/**
 * Decides which parts are signed, by the variables that electron-builder reads. Linux desktops check no signatures.
 * @throws SigningError if SKEIN_REQUIRE_SIGNING is 1 and a variable is missing, or if a set of variables is incomplete
 */
export function signingPlan(platform: NodeJS.Platform, env: SigningEnvironment): SigningPlan {
  const plan = planFor(platform, env)
  if (env.SKEIN_REQUIRE_SIGNING === '1' && plan.sentences.length > 0) {
    throw new SigningError(`This release must be signed. ${plan.sentences.join(' ')}`)
  }
  return plan
}

function planFor(platform: NodeJS.Platform, env: SigningEnvironment): SigningPlan {
  switch (platform) {
    case 'darwin':
      return planForMac(env)
    case 'win32':
      return planForWindows(env)
    default:
      return { isSigned: false, isNotarised: false, sentences: [] }
  }
}

function planForMac(env: SigningEnvironment): SigningPlan {
  if (!has(env, 'CSC_LINK') && !has(env, 'CSC_NAME')) {
    return {
      isSigned: false,
      isNotarised: false,
      sentences: [
        'The package is not signed: other Macs will not open it, it shows no notifications, and cannot update itself. Set CSC_LINK and CSC_KEY_PASSWORD to a “Developer ID Application” certificate, or CSC_NAME to one in the keychain.',
      ],
    }
  }
  if (has(env, 'CSC_LINK') && env.CSC_KEY_PASSWORD === undefined) {
    throw new SigningError(
      'CSC_LINK names a certificate, and CSC_KEY_PASSWORD is missing. Set it, to nothing where there is none.',
    )
  }
  const begun = notarisations.find((names) => names.some((name) => has(env, name)))
  if (begun === undefined) {
    return {
      isSigned: true,
      isNotarised: false,
      sentences: [
        'The package is not notarised: other Macs will not open it. Set APPLE_API_KEY, APPLE_API_KEY_ID and APPLE_API_ISSUER.',
      ],
    }
  }
  const missing = begun.filter((name) => !has(env, name))
  if (missing.length > 0) throw new SigningError(`The package cannot be notarised: ${missing.join(' and ')} missing.`)
  return { isSigned: true, isNotarised: true, sentences: [] }
}

function planForWindows(env: SigningEnvironment): SigningPlan {
  const link = ['WIN_CSC_LINK', 'CSC_LINK'].find((name) => has(env, name))
  if (link === undefined) {
    return {
      isSigned: false,
      isNotarised: false,
      sentences: [
        'The installer is not signed: Windows warns whoever opens it, and it does not update itself. Set CSC_LINK and CSC_KEY_PASSWORD to a certificate for signing code.',
      ],
    }
  }
  const password = link.replace('LINK', 'KEY_PASSWORD')
  if (env[password] === undefined) {
    throw new SigningError(
      `${link} names a certificate, and ${password} is missing. Set it, to nothing where there is none.`,
    )
  }
  return { isSigned: true, isNotarised: false, sentences: [] }
}

/**
 * The key for notarising if APPLE_API_KEY contains it, as secrets of a hosted CI do; null if the variable names a file,
 * as Apple's `notarytool --key` requires.
 */
export function notaryKeyText(env: SigningEnvironment): string | null {
  const key = env.APPLE_API_KEY ?? ''
  return key.trimStart().startsWith('-----BEGIN') ? key : null
}

function has(env: SigningEnvironment, name: string): boolean {
  return (env[name] ?? '') !== ''
}
