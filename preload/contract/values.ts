import { z } from 'zod'

/** A failure as data: classes and codes do not survive the way between processes. `message` is a sentence for people. */
export interface Failure {
  readonly code: string
  readonly message: string
}

/** A conversation or a set of them, by what defines it. User ids of a direct conversation leave out the own one. */
export type Narrow =
  | { readonly kind: 'topic'; readonly streamId: number; readonly topic: string }
  | { readonly kind: 'stream'; readonly streamId: number }
  | { readonly kind: 'direct'; readonly userIds: readonly number[] }

/** Where a message can be sent. */
export type Destination = Exclude<Narrow, { kind: 'stream' }>

/** A person as rows and lists need it. */
export interface PersonRef {
  readonly id: number
  readonly name: string
  /** Path below the media base, or null where the server names no picture. */
  readonly avatar: string | null
  readonly isGuest: boolean
  readonly isBot: boolean
  readonly isActive: boolean
}

/** A file on a draft or on a message that waits; a copy of it is on this disk. */
export interface AttachmentItem {
  readonly id: string
  readonly name: string
  readonly type: string
  /** Bytes. */
  readonly size: number
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

/** Accounts are named by UUIDs: the names are those of folders and of keychain entries too (X5). */
export const accountIdSchema = z.uuid()
