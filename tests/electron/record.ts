/**
 * The record of the uses of Electron's API that tests run, for a proof (build/electron/proof.ts): a line of JSON for
 * each passed test, and for each use that ran.
 */
import { appendFileSync } from 'node:fs'

/** The variable that names the record's file; nothing is recorded without it. */
export const recordVariable = 'SKEIN_ELECTRON_RECORD'
/** The variable with the name of the current test, for a program that it starts. */
export const testVariable = 'SKEIN_ELECTRON_TEST'
/** The global function that probes call, with the names of the APIs. */
export const hearer = 'skeinElectronRan'

/** A test is named as `file: title`. */
export type RecordLine = { readonly test: string; readonly apis: readonly string[] } | { readonly passed: string }

export function isRecording(): boolean {
  return process.env[recordVariable] !== undefined
}

export function note(line: RecordLine): void {
  const file = process.env[recordVariable]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** Records the probes of this process; each use counts once for the current test. */
export function hear(runningTest: () => string | undefined): void {
  const known = new Set<string>()
  Object.assign(globalThis, {
    [hearer]: (apis: readonly string[]) => {
      const test = runningTest()
      if (test === undefined) return
      const fresh = apis.filter((api) => !known.has(`${test} ${api}`))
      if (fresh.length === 0) return
      for (const api of fresh) known.add(`${test} ${api}`)
      note({ test, apis: fresh })
    },
  })
}
