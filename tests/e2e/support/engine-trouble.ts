/**
 * Loaded into a process before its program (`node --import`), and so into each of its threads: the engine of the
 * account whose id is in the file SKEIN_ENGINE_TROUBLE fails at its start, as with an internal error. Without the file
 * nothing fails.
 */
import { existsSync, readFileSync } from 'node:fs'
import { isMainThread, workerData } from 'node:worker_threads'

const trouble = process.env.SKEIN_ENGINE_TROUBLE ?? ''
const options: unknown = workerData
const isEngine =
  !isMainThread && typeof options === 'object' && options !== null && 'engineEpoch' in options && 'accountId' in options

if (isEngine && existsSync(trouble) && readFileSync(trouble, 'utf8') === options.accountId) {
  throw new TypeError("Cannot read properties of undefined (reading 'iris@alder.example')")
}
