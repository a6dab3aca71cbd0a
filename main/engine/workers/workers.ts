import type { RegisterReader } from './ingest/register-reader.ts'
import type { Reader } from './reader/reader.ts'

/** Work that an engine hands to other threads. Where one of them is absent, the engine does that work in its own thread. */
export interface EngineWorkers {
  /** Reads answers of register. */
  readonly registerReader?: RegisterReader
  /** Searches the database and checkpoints its write-ahead log. */
  readonly reader?: Reader
}
