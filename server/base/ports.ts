import type { Readable } from 'node:stream'

/**
 * The external dependencies of the server. All non-determinism comes through these ports, so that a test can run an
 * organization in virtual time.
 */
export interface ServerPorts {
  readonly clock: Clock
  readonly random: RandomSource
  readonly ids: IdSource
  /** Path of the SQLite file, or `:memory:`. */
  readonly database: string
  /** Flushes a written file to disk; `fsync` by default. */
  readonly flush?: FlushFile
  readonly files: FileStore
}

/** Flushes an open file to disk; rejects if the disk fails. */
export type FlushFile = (file: number) => Promise<void>

export interface Clock {
  /** UNIX time in milliseconds. */
  now(): number
  /** Runs `task` once after `delayMs`; the returned function cancels it. */
  schedule(delayMs: number, task: () => void): () => void
}

export interface RandomSource {
  /** Returns `length` unpredictable bytes. */
  bytes(length: number): Buffer
}

export interface IdSource {
  /** Returns a name that is never returned again. */
  unique(): string
}

/** Blob storage of the server (pictures, uploads), by a path relative to the store. */
export interface FileStore {
  read(path: string): Buffer | undefined
  write(path: string, bytes: Buffer): void
  /** Stores a file from a stream; resolves with its size in bytes when it is durable. */
  save(path: string, source: AsyncIterable<Uint8Array>): Promise<number>
  /** The size in bytes, or undefined if the file does not exist. */
  size(path: string): number | undefined
  /** @param range inclusive at both ends */
  stream(path: string, range?: { readonly start: number; readonly end: number }): Readable
  remove(path: string): void
}
