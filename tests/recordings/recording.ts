import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = Readonly<Record<string, Json>>

/** The six users of the recorded organization. */
export const personKeys = ['ada', 'iris', 'noor', 'mei', 'hana', 'yusra'] as const
export type PersonKey = (typeof personKeys)[number]

/** A recorded call: its request and its answer. */
export interface RecordedCall {
  /** Null: without credentials. */
  readonly by: PersonKey | null
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/api/v1`. */
  readonly path: string
  readonly form: Readonly<Record<string, string>>
  readonly status: number
  /** A word if it is not JSON. */
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

function read(file: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
}

const recording = read('events.json') as {
  readonly ids: Readonly<Record<PersonKey, number>>
  readonly streams: Readonly<Record<string, number>>
  readonly steps: readonly RecordedStep[]
} // shapes of README.md

export const recordedIds = recording.ids
export const recordedStreams = recording.streams
export const recordedSteps = recording.steps
export const recordedAnswers = read('answers.json') as readonly RecordedAnswer[]
export const recordedRefusals = read('errors.json') as readonly RecordedAnswer[]
export const registerBefore = read('register-before.json') as JsonObject
export const registerAfter = read('register.json') as JsonObject

/** The text of an answer, or its JSON. */
export function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
