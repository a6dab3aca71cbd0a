import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FeatureLevel } from '#server/base/feature-levels.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = Readonly<Record<string, Json>>

/** The six users of the recorded organization. */
export const personKeys = ['ada', 'iris', 'noor', 'mei', 'hana', 'yusra'] as const
export type PersonKey = (typeof personKeys)[number]

/** A recorded call: its request and its answer. */
export interface RecordedCall {
  /** The caller; null without credentials. */
  readonly by: PersonKey | null
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** The path below `/api/v1`. */
  readonly path: string
  readonly form: Readonly<Record<string, string>>
  readonly status: number
  /** The parsed JSON; a word if the answer is not JSON. */
  readonly body: Json
}

export interface RecordedEvent extends JsonObject {
  readonly type: string
  readonly id: number
}

/** An action, and the resulting events of iris's queue, in order. */
export interface RecordedStep {
  readonly action: string
  readonly calls: readonly RecordedCall[]
  readonly events: readonly RecordedEvent[]
}

export interface RecordedAnswer extends RecordedCall {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
}

/** The feature levels of the recorded servers. */
export const recordedLevels = [237, 372] as const
export type RecordedLevel = (typeof recordedLevels)[number]

/** The recording of one stock server (README.md). */
export interface Recording {
  readonly level: RecordedLevel
  /** The level of our server for the comparison. */
  readonly ourLevel: FeatureLevel
  readonly ids: Readonly<Record<PersonKey, number>>
  readonly streams: Readonly<Record<string, number>>
  readonly steps: readonly RecordedStep[]
  readonly answers: readonly RecordedAnswer[]
  readonly refusals: readonly RecordedAnswer[]
  readonly registerBefore: JsonObject
  readonly registerAfter: JsonObject
}

function readRecording(level: RecordedLevel, folder: string, ourLevel: FeatureLevel): Recording {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, folder, `${file}.json`), 'utf8'))
  const { ids, streams, steps } = read('events') as Pick<Recording, 'ids' | 'streams' | 'steps'> // shapes of README.md
  return {
    level,
    ourLevel,
    ids,
    streams,
    steps,
    answers: read('answers') as Recording['answers'],
    refusals: read('errors') as Recording['refusals'],
    registerBefore: read('register-before') as JsonObject,
    registerAfter: read('register') as JsonObject,
  }
}

export const recordings: readonly Recording[] = [readRecording(237, '.', 237), readRecording(372, '372', 371)]

export function recordingAt(level: RecordedLevel): Recording {
  const found = recordings.find((one) => one.level === level)
  if (found === undefined) throw new Error(`there is no recording of level ${level}`)
  return found
}

/** The text of an answer, or its JSON. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
