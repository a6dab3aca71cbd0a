import { z } from 'zod'
import { typeOf, type ViewEntry } from '../entries.ts'
import type { Destination, Failure } from '../values.ts'

/** A message that waits at the server for its time, or here for the server. */
export interface ScheduledItem {
  readonly key: string
  readonly kind: 'scheduled'
  /** Null while the server does not have it: then `localId` names it in the outbox. */
  readonly scheduledId: number | null
  readonly localId: string | null
  readonly narrow: Destination
  /** Null for notes to oneself. */
  readonly title: string | null
  readonly streamName: string | null
  readonly streamColor: string | null
  readonly content: string
  /** Allow-listed HTML; empty while only the words are known. */
  readonly html: string
  /** UNIX seconds. */
  readonly deliverAt: number
  readonly state: 'waiting' | 'saving' | 'failed'
  /** Null unless it has failed. */
  readonly failure: Failure | null
}

export interface ScheduledMeta {
  readonly canSchedule: boolean
}

/** Messages that the server sends at a later time. */
export const scheduledView = {
  query: z.strictObject({ type: z.literal('scheduled') }),
  item: typeOf<ScheduledItem>(),
  meta: typeOf<ScheduledMeta>(),
} as const satisfies ViewEntry
