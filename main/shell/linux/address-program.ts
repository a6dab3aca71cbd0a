import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { askProgram, type Ask } from './ask-program.ts'

/** `xdg-mime` is a script that reads many files. */
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
 * Whether a Linux desktop certainly opens an address with no program. Electron starts `xdg-open` and resolves without waiting for
 * its outcome (electron/electron#13842), so this is all there is to know. Unknown counts as no.
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
  // Inside of these the desktop opens addresses, whose programs are not seen from there.
  if ((env.FLATPAK_ID ?? '') !== '' || (env.SNAP ?? '') !== '') return false
  // `xdg-open` tries browsers that no desktop file names, and those that the environment names.
  if (scheme === 'http' || scheme === 'https') return false
  if ((env.BROWSER ?? '') !== '' || (scheme === 'mailto' && (env.MAILER ?? '') !== '')) return false
  // Succeeds with an empty answer where no desktop file takes the scheme.
  const answer = await ask('xdg-mime', ['query', 'default', `x-scheme-handler/${scheme}`], deadlineMs)
  return answer?.trim() === ''
}
