import type { DiskProblem } from '#contract/base/failures.ts'
import type { PendingChange } from '#contract/messages.ts'
import type { WaitReason } from '#contract/outbox.ts'
import { english } from './format.ts'

/** Reasons without values. */
const plainReasons = {
  sending: 'sending…',
  resending: 'may already have been sent; trying again',
  undo: 'about to happen; you can still undo it',
  checking: 'checking whether it was sent',
  unchecked: 'may already have been sent; Skein will check when you’re back online',
  behind: 'waiting for the one before it',
  behind_failed: 'waiting for an unsent message before it',
  network: 'will be sent when you’re back online',
  server_away: 'the server is unavailable; will be sent when it’s back',
  server_trouble: 'the server reported an error; trying again',
  internal: 'something went wrong in Skein; trying again',
  signed_out: 'signed out; sign in again to send it',
  keychain: 'waiting for your keychain',
  server_refuses: 'the server doesn’t accept this version of Skein, or this account',
  starting: 'waiting for the server',
} satisfies Record<Exclude<WaitReason['kind'], 'uploading' | 'rate_limited' | 'disk' | 'failed'>, string>

/** A sentence for each kind of change of a message; `topic` is the target of a move. */
type ChangeSentences = Readonly<Record<PendingChange['kind'], (topic: string) => string>>
const changing: ChangeSentences = {
  edit: () => 'saving the edit',
  delete: () => 'deleting',
  move: (topic) => `moving to ${topic}`,
}
const unchanged: ChangeSentences = {
  edit: () => 'Edit not saved',
  delete: () => 'Not deleted',
  move: (topic) => `Not moved to ${topic}`,
}

/** Reasons for which the server does not have something yet, as phrases. */
export const waiting = {
  ...plainReasons,
  /** `percent` is 0 to 100. */
  uploading: ({ name, percent }: { name: string; percent: number }) => `uploading ${name} (${percent}%)`,
  /** `time` is a time of day. */
  rate_limited: (time: string) => `the server asked Skein to wait until ${time}`,
  disk: {
    DISK_FULL: 'the disk is full; free up some space to send it',
    LOCKED_DATABASE: 'another program is using this account’s data; close it to send this',
    READ_ONLY_DATABASE: 'Skein can’t write to this account’s data; check its folder’s permissions',
    CORRUPT_DATABASE: 'this account’s data is damaged and being repaired',
    NEWER_DATABASE: 'this account’s data was saved by a newer version of Skein; update Skein',
    UNUSABLE_DATABASE: 'this account’s data can’t be used right now',
  } satisfies Record<DiskProblem, string>,
  /** The server refused it, and gave no reason. */
  refused: 'The server rejected this without giving a reason.',
  changing,
  unchanged,
  notSent: (reason: string) => `Not sent. ${reason}`,
  /** Messages that wait behind a refused one; at least one. */
  waitBehind: (count: number) =>
    english.plural(count, {
      one: '1 message is waiting for this one.',
      other: `${count} messages are waiting for this one.`,
    }),
}
