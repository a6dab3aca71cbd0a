import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { askProgram, type Ask } from '../../system/ask-program.ts'

/** The timeout of `xdg-mime`, a script that reads many files, milliseconds. */
const deadlineMs = 3_000

export interface AddressProgramPorts {
  readonly ask: Ask
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether a file can be executed. */
  readonly isProgram: (path: string) => boolean
}

const systemPorts: AddressProgramPorts = {
  ask: askProgram,
  env: process.env,
  isProgram(path) {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  },
}

/**
 * Whether a Linux desktop certainly has no program for an address; false if unknown. Electron starts `xdg-open` and
 * resolves without waiting for its outcome (electron/electron#13842).
 */
export async function lacksProgram(
  address: string,
  { ask, env, isProgram }: AddressProgramPorts = systemPorts,
): Promise<boolean> {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === undefined) return false
  const opener = scheme === 'mailto' ? 'xdg-email' : 'xdg-open'
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  if (folders.length > 0 && !folders.some((folder) => isProgram(join(folder, opener)))) return true
  // In these sandboxes the desktop outside opens addresses, and its programs are not visible.
  if ((env.FLATPAK_ID ?? '') !== '' || (env.SNAP ?? '') !== '') return false
  // `xdg-open` also tries browsers that have no desktop file, and those of the environment.
  if (scheme === 'http' || scheme === 'https') return false
  if ((env.BROWSER ?? '') !== '' || (scheme === 'mailto' && (env.MAILER ?? '') !== '')) return false
  // The query succeeds with an empty answer if no desktop file handles the scheme.
  const answer = await ask('xdg-mime', ['query', 'default', `x-scheme-handler/${scheme}`], deadlineMs)
  return answer?.trim() === ''
}
