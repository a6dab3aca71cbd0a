import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

/** The timeout of the macOS program that sets attributes, milliseconds. */
const attributeWaitMs = 5_000

/** The mark of a downloaded file: the system asks the user before it runs a marked file. */
export type OriginMark =
  /** Windows: a second stream of the file ("Mark of the Web"). */
  | { readonly kind: 'stream'; readonly path: string; readonly text: string }
  /** macOS: an extended attribute, set by a program of the system. */
  | { readonly kind: 'attribute'; readonly program: string; readonly args: readonly string[] }
  /** Linux has no such mark; downloaded files are not executable there. */
  | { readonly kind: 'none' }

/**
 * The mark for a downloaded file. `file` is its absolute path, `now` UNIX milliseconds. The mark contains no address, which
 * would reveal the organization's server to later recipients of the file.
 */
export function originMark(platform: DesktopPlatform, file: string, now: number): OriginMark {
  switch (platform) {
    case 'win32':
      // 3 is the Internet zone ([MS-FSCC] 5.6.1, Zone.Identifier stream; URLZONE_INTERNET).
      return {
        kind: 'stream',
        path: `${file}:Zone.Identifier`,
        text: '[ZoneTransfer]\r\nZoneId=3\r\nHostUrl=about:internet\r\n',
      }
    case 'darwin': {
      // The fields are flags (downloaded, ask the user), seconds in hexadecimal, the program, and an omitted database
      // id.
      const seconds = Math.floor(now / 1000).toString(16)
      const value = `0081;${seconds};Skein;`
      return { kind: 'attribute', program: '/usr/bin/xattr', args: ['-w', 'com.apple.quarantine', value, file] }
    }
    case 'linux':
      return { kind: 'none' }
  }
}

/** The operations of the system that set a mark. */
export interface MarkPorts {
  readonly write: (path: string, text: string) => Promise<void>
  /** Rejects if the program exits with a status other than 0, or takes longer than `waitMs`. */
  readonly run: (program: string, args: readonly string[], waitMs: number) => Promise<void>
}

export const systemMarkPorts: MarkPorts = {
  write: (path, text) => writeFile(path, text),
  async run(program, args, waitMs) {
    // No shell, so the path is a single argument.
    await promisify(execFile)(program, [...args], { timeout: waitMs, killSignal: 'SIGKILL' })
  },
}

/** Sets a mark. Resolves with the reason of a failure (some file systems have no marks), or with null; never rejects. */
export async function setOriginMark(mark: OriginMark, ports: MarkPorts): Promise<string | null> {
  try {
    switch (mark.kind) {
      case 'stream':
        await ports.write(mark.path, mark.text)
        return null
      case 'attribute':
        await ports.run(mark.program, mark.args, attributeWaitMs)
        return null
      case 'none':
        return null
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
