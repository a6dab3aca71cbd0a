import { isAbsolute, resolve } from 'node:path'

/** What `--self-test` on the command line asks for. */
export interface SelfTestRequest {
  /** A file for the line of JSON too: programs with windows have no standard output on Windows. Null where none is named. */
  readonly output: string | null
}

const flag = '--self-test'
const outputFlag = '--self-test-output='

/** Null where no self-test is asked for. Chromium's own switches stand in `args` as well, and are left alone. */
export function selfTestRequest(args: readonly string[], workingFolder: string): SelfTestRequest | null {
  if (!args.includes(flag)) return null
  const named = args.find((argument) => argument.startsWith(outputFlag))?.slice(outputFlag.length) ?? ''
  if (named === '') return { output: null }
  return { output: isAbsolute(named) ? named : resolve(workingFolder, named) }
}
