import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '#contract/base/failures.ts'
import type { LogLevel } from '#engine/ports.ts'

/**
 * The licence of Skein and the notices of third-party software, which the build has written.
 * @param programFolder the folder of the program's package.json
 */
export async function readLicences(
  programFolder: string,
  log: (level: LogLevel, message: string) => void,
): Promise<Result<{ readonly text: string }>> {
  try {
    const files = ['LICENSE', join('out', 'licences', 'notices.txt')]
    const [licence, notices] = await Promise.all(files.map((file) => readFile(join(programFolder, file), 'utf8')))
    return {
      ok: true,
      value: {
        text: `${licence?.replace(/^\n+/, '').trimEnd() ?? ''}\n\n${'='.repeat(72)}\n\n${notices?.trim() ?? ''}\n`,
      },
    }
  } catch (error) {
    log('error', `the licences cannot be read: ${String(error)}`)
    return {
      ok: false,
      error: { code: 'NO_LICENCES' },
    }
  }
}
