import { parseArgs } from 'node:util'
import { decodePublicKey, SignatureError } from '#shared/signed-text.ts'
import type { SigningPlan } from './signing.ts'

export interface PackageTarget {
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly archs: readonly ('x64' | 'arm64')[]
}

export interface PackageRequest extends PackageTarget {
  /** Whether it is the second build for the end-to-end tests, which has no installer. */
  readonly isUnfused: boolean
  /** Whether only the unpacked program is made. */
  readonly isUnpacked: boolean
  /** The output folder. */
  readonly output: string
}

/** The request cannot be packaged; the message says what to do. */
export class PackageRequestError extends Error {
  readonly code = 'PACKAGE_REQUEST'
}

const platformFlags = { linux: 'linux', mac: 'darwin', win: 'win32' } as const

/**
 * Reads the command line of `npm run package`. The default target is this computer; macOS gets both architectures.
 * @throws PackageRequestError for a system without packages, or several systems
 */
export function packageRequest(
  args: readonly string[],
  host: { platform: NodeJS.Platform; arch: string },
): PackageRequest {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      unfused: flag,
      dir: flag,
      linux: flag,
      mac: flag,
      win: flag,
      x64: flag,
      arm64: flag,
      output: { type: 'string' },
    },
  })
  const asked = (['linux', 'mac', 'win'] as const).filter((name) => values[name])
  if (asked.length > 1) throw new PackageRequestError('Package for one system at a time: --linux, --mac or --win.')
  const [name] = asked
  const platform = name === undefined ? host.platform : platformFlags[name]
  if (platform !== 'linux' && platform !== 'darwin' && platform !== 'win32') {
    throw new PackageRequestError(`There are packages for Linux, macOS and Windows, none for ${platform}.`)
  }
  const named = (['x64', 'arm64'] as const).filter((arch) => values[arch])
  const isUnpacked = values.dir || values.unfused
  return {
    platform,
    archs: named.length > 0 ? named : usualArchs(platform, host.arch, isUnpacked),
    isUnfused: values.unfused,
    isUnpacked,
    output: values.output ?? (values.unfused ? 'dist/unfused' : 'dist'),
  }
}

function usualArchs(platform: PackageTarget['platform'], arch: string, isUnpacked: boolean): PackageTarget['archs'] {
  if (platform === 'darwin' && !isUnpacked) return ['x64', 'arm64']
  if (arch !== 'x64' && arch !== 'arm64') {
    throw new PackageRequestError(`There are packages for x64 and arm64, none for ${arch}. Name one: --x64 or --arm64.`)
  }
  return [arch]
}

export interface PackagePlan {
  /** electron-builder's command line. */
  readonly args: readonly string[]
  readonly sentences: readonly string[]
}

export interface PackageSurroundings {
  readonly signing: SigningPlan
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder of an existing runtime on this computer. */
  readonly electronFolder: string | undefined
  /** The system that makes the package. */
  readonly builder: NodeJS.Platform
}

const builderFlags = { linux: '--linux', darwin: '--mac', win32: '--win' } as const

/** The arguments of electron-builder. */
export function packagePlan(
  request: PackageRequest,
  { signing, env, electronFolder, builder }: PackageSurroundings,
): PackagePlan {
  const sentences: string[] = [...(request.isUnfused ? [] : signing.sentences)]
  const targets = request.platform === 'linux' && !request.isUnpacked ? linuxTargets(env, sentences) : []
  const isSigned = signing.isSigned && !request.isUnfused
  const updates = updateArgs(env, isSigned)
  if (updates.length === 0 && !request.isUnpacked) {
    sentences.push(
      'The package does not update itself. Set SKEIN_UPDATE_URL to the https address of the folder where its releases will be, and SKEIN_UPDATE_KEY to the public key that signs them (`npm run releases -- keys FOLDER` makes one).',
    )
  }
  const needsAdHoc = request.platform === 'darwin' && !isSigned
  if (needsAdHoc && builder !== 'darwin' && request.archs.includes('arm64')) {
    sentences.push(
      'Macs with Apple silicon will not start the package: its signature is broken by setting fuses, and only a Mac can renew it. Package on a Mac.',
    )
  }
  return {
    args: [
      ...['--publish', 'never'],
      builderFlags[request.platform],
      ...targets,
      ...request.archs.map((arch) => `--${arch}`),
      ...(request.isUnpacked ? ['--dir'] : []),
      ...(electronFolder === undefined ? [] : [`--config.electronDist=${electronFolder}`]),
      ...updates,
      ...(request.platform === 'darwin' ? [`--config.mac.notarize=${signing.isNotarised && !request.isUnfused}`] : []),
      // Apple silicon kills a program with an invalid signature. Setting fuses invalidates the runtime's own, which
      // `codesign` renews.
      ...(needsAdHoc && builder === 'darwin' ? ['--config.electronFuses.resetAdHocDarwinSignature=true'] : []),
      `--config.directories.output=${request.output}`,
      ...(request.isUnfused ? ['--config.electronFuses.enableNodeCliInspectArguments=true'] : []),
    ],
    sentences,
  }
}

/**
 * The address and the public key of releases. They are stored in the archive, where a change would invalidate the
 * package's signature.
 * @throws PackageRequestError if they are invalid
 */
function updateArgs(env: PackageSurroundings['env'], isSigned: boolean): string[] {
  const url = env.SKEIN_UPDATE_URL ?? ''
  const keys = env.SKEIN_UPDATE_KEY ?? ''
  if (url === '' && keys === '') return []
  if (!/^https:\/\/[^\s/]/.test(url) && !/^http:\/\/127\.0\.0\.1[:/]/.test(url)) {
    throw new PackageRequestError('SKEIN_UPDATE_URL must be the https address of the folder where releases will be.')
  }
  try {
    for (const key of keys.split(',')) decodePublicKey(key)
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    throw new PackageRequestError(
      'SKEIN_UPDATE_KEY must be the public key that signs releases, or several with commas between them. `npm run releases -- keys FOLDER` makes one.',
    )
  }
  return [
    ...['--config.publish.provider=generic', `--config.publish.url=${url}`],
    `--config.extraMetadata.updates.url=${url}`,
    `--config.extraMetadata.updates.keys=${keys}`,
    `--config.extraMetadata.updates.isSigned=${isSigned}`,
  ]
}

/** Returns the Linux packages; a Debian package requires a maintainer and a homepage, which have no defaults. */
function linuxTargets(env: PackageSurroundings['env'], sentences: string[]): string[] {
  const homepage = env.SKEIN_HOMEPAGE ?? ''
  const maintainer = env.SKEIN_MAINTAINER ?? ''
  if (homepage === '' || !/^[^<>]+ <[^<>@\s]+@[^<>@\s]+>$/.test(maintainer)) {
    sentences.push(
      'There is no deb, only an AppImage: set SKEIN_HOMEPAGE to its address and SKEIN_MAINTAINER to “Name <address>” of who looks after it.',
    )
    return ['AppImage']
  }
  return ['AppImage', 'deb', `--config.extraMetadata.homepage=${homepage}`, `--config.linux.maintainer=${maintainer}`]
}
