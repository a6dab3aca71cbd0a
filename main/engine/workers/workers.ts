import type { RegisterReader } from './ingest/register-reader.ts'
import type { Reader } from './reader/reader.ts'

/**
 * The work that an engine gives to other threads. If one of them is absent, the engine does its work in its own
 * thread.
 */
export interface EngineWorkers {
  /** Reads answers of `POST /register`. */
  readonly registerReader?: RegisterReader
  /** Searches the database and checkpoints its write-ahead log. */
  readonly reader?: Reader
}
