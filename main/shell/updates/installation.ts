import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { load } from 'js-yaml'
import { z } from 'zod'
import { decodePublicKey } from '#shared/signed-text.ts'
import { desktopPlatform } from '../system/desktop-platform.ts'
import type { Installation } from './way.ts'

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
