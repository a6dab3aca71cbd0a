import { isAbsolute, resolve } from 'node:path'

/** The self-test that `--self-test` on the command line requests. */
export interface SelfTestRequest {
  /**
   * The file for the line of JSON, since programs with windows have no standard output on Windows; null if no file is
   * named.
   */
  readonly output: string | null
}

const flag = '--self-test'
const outputFlag = '--self-test-output='

/** The requested self-test; null if none is requested. `args` also contains Chromium's switches, which are ignored. */
export function selfTestRequest(args: readonly string[], workingFolder: string): SelfTestRequest | null {
  if (!args.includes(flag)) return null
  const named = args.find((argument) => argument.startsWith(outputFlag))?.slice(outputFlag.length) ?? ''
  if (named === '') return { output: null }
  return { output: isAbsolute(named) ? named : resolve(workingFolder, named) }
}
