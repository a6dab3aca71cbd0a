import { load } from 'js-yaml'
import { valid } from 'semver'
import { z } from 'zod'
import { FailureError } from '#engine/values/failures.ts'
import { SignatureError, verifiedText } from '#shared/signed-text.ts'

/** The newest release is unavailable or invalid. */
export class ReleaseError extends FailureError {}

/**
 * The used part of electron-builder's description of a release. Web installers and requests for administrator rights
 * are omitted, so that they have no effect.
 */
const releaseSchema = z.object({
  version: z
    .string()
    .max(100)
    .refine((text) => valid(text) === text),
  files: z
    .array(
      z.object({
        url: z.string().min(1).max(1_000),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.number().int().positive(),
        blockMapSize: z.number().int().positive().optional(),
      }),
    )
    .min(1)
    .max(20),
  releaseDate: z.string().max(100).optional(),
  minimumSystemVersion: z.string().max(100).optional(),
  /** The percentage of computers that may install the release. */
  stagingPercentage: z.number().min(0).max(100).optional(),
})

export type Release = z.infer<typeof releaseSchema>

/** The file that describes the newest release, by the naming of electron-updater. */
export function channelFile(platform: NodeJS.Platform, arch: string): string {
  if (platform === 'win32') return 'latest.yml'
  if (platform === 'darwin') return 'latest-mac.yml'
  return arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${arch}.yml`
}

/**
 * Reads the description of a release, after verifying its signature, which covers the version with the hash and size of
 * each file.
 * @throws ReleaseError
 */
export function readRelease(text: string, file: string, publicKeys: readonly string[]): Release {
  let plain: string
  try {
    plain = verifiedText(text, file, publicKeys)
  } catch (error) {
    if (!(error instanceof SignatureError)) throw error
    throw new ReleaseError({ code: 'FOREIGN_RELEASE' }, error)
  }
  try {
    return releaseSchema.parse(load(plain))
  } catch (error) {
    throw new ReleaseError({ code: 'BAD_RELEASE' }, error)
  }
}
