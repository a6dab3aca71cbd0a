import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BrowserContext, TestInfo } from '@playwright/test'
import { hearer, isRecording, note, testVariable } from '../../electron/record.ts'

const root = resolve(import.meta.dirname, '../../..')
const program = pathToFileURL(resolve(root, 'tests/electron/program.ts')).href

/** Records the uses of Electron's API by the programs of a test, if enabled. */
export async function recordElectron(test: TestInfo, run: () => Promise<void>): Promise<void> {
  if (!isRecording()) {
    await run()
    return
  }
  const name = `${relative(root, test.file).replaceAll('\\', '/')}: ${test.title}`
  const before = process.env.NODE_OPTIONS
  process.env[testVariable] = name
  process.env.NODE_OPTIONS = `${before ?? ''} --import ${program}`
  await run()
  if (before === undefined) delete process.env.NODE_OPTIONS
  else process.env.NODE_OPTIONS = before
  if (test.status === 'passed') note({ passed: name })
}

/** The preload script runs in the page. */
export async function recordPreload(context: BrowserContext): Promise<void> {
  const test = process.env[testVariable]
  if (!isRecording() || test === undefined) return
  await context.exposeFunction(hearer, (apis: readonly string[]) => {
    note({ test, apis })
  })
}
