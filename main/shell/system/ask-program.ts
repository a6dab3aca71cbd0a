import { execFile } from 'node:child_process'

/** The standard output of a program; null if it is missing, fails or times out. */
export type Ask = (program: string, args: readonly string[], deadlineMs: number) => Promise<string | null>

export function askProgram(program: string, args: readonly string[], timeout: number): Promise<string | null> {
  return new Promise((found) => {
    execFile(program, [...args], { timeout, killSignal: 'SIGKILL' }, (error, stdout) => {
      found(error === null ? stdout : null)
    })
  })
}
