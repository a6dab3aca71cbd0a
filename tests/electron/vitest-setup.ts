/** Loaded before each file of unit tests: probes count for the current test. */
import { relative, resolve } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { hear, note } from './record.ts'

const root = resolve(import.meta.dirname, '../..')
let running: string | undefined

hear(() => running)

beforeEach(({ task }) => {
  running = `${relative(root, task.file.filepath).replaceAll('\\', '/')}: ${task.name}`
})

afterEach(({ task }) => {
  if (running !== undefined && task.result?.state !== 'fail') note({ passed: running })
  running = undefined
})
