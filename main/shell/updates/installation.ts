import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { load } from 'js-yaml'
import { z } from 'zod'
import { decodePublicKey } from '#shared/signed-text.ts'
import { desktopPlatform, type DesktopPlatform } from '../system/desktop-platform.ts'
import type { UpdateWay } from '#contract/app.ts'

/** The facts that decide how this installation is updated. */
export interface Installation {
  readonly platform: DesktopPlatform
  /** Whether the package names the address and the key of updates. */
  readonly hasFeed: boolean
  /** Whether the package was signed for its system. */
  readonly isSigned: boolean
  /** Windows: the publisher whose signature an installer must have. Without one electron-updater verifies no signature. */
  readonly hasPublisher: boolean
  /** Windows: whether an installer has installed Skein. */
  readonly hasUninstaller: boolean
  /** Linux: the type of the system's package, as electron-builder records it; null for other types. */
  readonly packageType: string | null
  /** The AppImage and whether Skein may replace it; null without an AppImage. */
  readonly appImage: { readonly path: string; readonly isReplaceable: boolean } | null
  readonly programFile: string
  /** macOS: whether Skein may replace its bundle; otherwise Squirrel asks for an administrator's password at the end. */
  readonly isBundleReplaceable?: boolean
}

/** The way of updating this installation, with the reason if it does not install updates itself. */
export function updateWay(installation: Installation): UpdateWay {
  const { platform, hasFeed, isSigned, programFile } = installation
  if (!hasFeed) return { kind: 'none', hindrance: 'no_address' }
  switch (platform) {
    case 'win32':
      if (!isSigned || !installation.hasPublisher) return { kind: 'notify', hindrance: 'not_signed' }
      return installation.hasUninstaller ? { kind: 'install' } : { kind: 'notify', hindrance: 'not_installed' }
    case 'darwin':
      if (!isSigned) return { kind: 'notify', hindrance: 'not_signed' }
      // Programs on a disk image cannot be replaced, nor programs that macOS runs from a random path because the user
      // has not moved them.
      if (/^\/Volumes\/|\/AppTranslocation\//.test(programFile)) return { kind: 'notify', hindrance: 'not_moved' }
      return installation.isBundleReplaceable === false
        ? { kind: 'notify', hindrance: 'not_writable' }
        : { kind: 'install' }
    case 'linux': {
      const { appImage, packageType } = installation
      if (appImage !== null) {
        return appImage.isReplaceable ? { kind: 'install' } : { kind: 'notify', hindrance: 'not_writable' }
      }
      return { kind: 'notify', hindrance: packageType === null ? 'not_installed' : 'system_package' }
    }
  }
}

/** Loopback addresses are for tests. */
const releasesUrl = z
  .string()
  .refine((text) => URL.canParse(text) && (/^https:/.test(text) || /^http:\/\/127\.0\.0\.1[:/]/.test(text)))

const manifestSchema = z.object({
  homepage: z
    .string()
    .regex(/^https:\/\//)
    .nullable()
    .catch(null),
  updates: z
    .object({
      url: releasesUrl,
      keys: z.string().transform((text) => text.split(',')),
      isSigned: z.boolean(),
    })
    .nullable()
    .catch(null),
})

/** The address of the releases and the key that signs them; `npm run package` writes it into the package. */
export interface ReleaseSource {
  readonly url: string
  readonly publicKeys: readonly string[]
  /** The package was signed for its system. */
  readonly isSigned: boolean
}

/**
 * Reads the package's own data.
 * @param programFolder the folder of its package.json
 */
export function packageIdentity(programFolder: string): {
  readonly page: string | null
  readonly source: ReleaseSource | null
} {
  const { homepage, updates } = manifestSchema.parse(
    JSON.parse(readFileSync(join(programFolder, 'package.json'), 'utf8')),
  )
  if (updates === null || !updates.keys.every(isKey)) return { page: homepage, source: null }
  return { page: homepage, source: { url: updates.url, publicKeys: updates.keys, isSigned: updates.isSigned } }
}

function isKey(text: string): boolean {
  try {
    decodePublicKey(text)
    return true
  } catch {
    return false
  }
}

export interface Surroundings {
  readonly platform: NodeJS.Platform
  /** The path of the running program. */
  readonly programFile: string
  /** Electron's resources folder, which contains electron-builder's data about the package. */
  readonly resources: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The facts about this installation. */
export function installationOf(
  source: ReleaseSource | null,
  { platform, programFile, resources, env }: Surroundings,
): Installation {
  return {
    platform: desktopPlatform(platform),
    hasFeed: source !== null,
    isSigned: source?.isSigned ?? false,
    hasPublisher: platform === 'win32' && hasPublisher(join(resources, 'app-update.yml')),
    hasUninstaller: existsSync(join(dirname(programFile), 'Uninstall Skein.exe')),
    packageType: textOf(join(resources, 'package-type')),
    appImage: appImageOf(programFile, env),
    programFile,
    ...(platform === 'darwin' ? { isBundleReplaceable: isBundleReplaceable(programFile) } : {}),
  }
}

/** Whether Squirrel can replace the bundle, which contains the program in `Contents/MacOS`. */
function isBundleReplaceable(programFile: string): boolean {
  const bundle = dirname(dirname(dirname(programFile)))
  return isWritable(bundle) && isWritable(dirname(bundle))
}

/**
 * The AppImage of the running program. The variables are inherited: a Skein that was started by another AppImage sees
 * that one's, and must not replace it.
 */
function appImageOf(programFile: string, env: Surroundings['env']): Installation['appImage'] {
  const { APPIMAGE: path = '', APPDIR: mounted = '' } = env
  if (!isAbsolute(path) || mounted === '' || !programFile.startsWith(mounted.endsWith(sep) ? mounted : mounted + sep)) {
    return null
  }
  return { path, isReplaceable: isWritable(path) && isWritable(dirname(path)) }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

function hasPublisher(file: string): boolean {
  const text = textOf(file)
  if (text === null) return false
  const names = z.object({ publisherName: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]) })
  try {
    return names.safeParse(load(text)).success
  } catch {
    return false
  }
}
