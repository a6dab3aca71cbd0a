import type { DiskProblem, WaitReason } from '../preload/contract/connection-state.ts'
import type { PendingChange, PendingItem } from '../preload/contract/message-items.ts'
import type { OutboxItem } from '../preload/contract/views/outbox.ts'
import { sentenceOf } from './words.ts'
import { formatTime } from './times.ts'

const diskSentences: Readonly<Record<DiskProblem, string>> = {
  DISK_FULL: 'the disk is full: free some space, then it is sent',
  LOCKED_DATABASE: 'another program holds this account’s data: close it, then it is sent',
  READ_ONLY_DATABASE: 'Skein may not write to this account’s data: check the permissions of its folder',
  CORRUPT_DATABASE: 'this account’s data on disk is damaged and being repaired',
  NEWER_DATABASE: 'this account’s data was written by a newer version of Skein: update it',
  UNUSABLE_DATABASE: 'this account’s data on disk cannot be used now',
}

/** The reason for waiting, as a phrase (F9). */
export function waitSentence(reason: WaitReason): string {
  switch (reason.kind) {
    case 'sending':
      return 'sending …'
    case 'uploading':
      return `uploading ${reason.name} (${reason.percent} %)`
    case 'resending':
      return 'may have been sent, trying again'
    case 'checking':
      return 'may have been sent – checking'
    case 'unchecked':
      return 'may have been sent; Skein checks when the network is back'
    case 'behind':
      return 'waiting for the one before it'
    case 'behind_failed':
      return 'waiting behind a message that was not sent'
    case 'network':
      return 'waiting for the network, will be sent'
    case 'server_away':
      return 'the server is away; will be sent when it is back'
    case 'server_trouble':
      return 'the server has an internal problem; trying again'
    case 'internal':
      return 'something went wrong inside Skein; trying again'
    case 'held':
      return `the server asks to wait until ${formatTime(reason.until / 1000)}`
    case 'signed_out':
      return 'signed out: sign in again, then it is sent'
    case 'keychain':
      return 'waiting for your keychain'
    case 'server_refuses':
      return 'the server refuses this version of Skein, or this account'
    case 'starting':
      return 'waiting for the server'
    case 'disk':
      return diskSentences[reason.problem]
    case 'failed':
      return reason.reason === null ? 'The server refused this, without a reason.' : sentenceOf(reason.reason)
  }
}

const doing: Readonly<Record<PendingChange['kind'], (change: PendingChange) => string>> = {
  edit: () => 'saving the edit',
  delete: () => 'deleting',
  move: ({ topic }) => `moving to ${topic}`,
}
const undone: Readonly<Record<PendingChange['kind'], (change: PendingChange) => string>> = {
  edit: () => 'The edit was not saved',
  delete: () => 'Not deleted',
  move: ({ topic }) => `Not moved to ${topic}`,
}

/** The state of a message's pending change, and what it waits for. */
export function changeSentence(change: PendingChange): string {
  if (change.state === 'failed') return `${undone[change.kind](change)}: ${waitSentence(change.reason)}`
  const what = doing[change.kind](change)
  return change.reason.kind === 'sending' ? what : `${what} – ${waitSentence(change.reason)}`
}

/** The line below a message that has not been sent yet. */
export function pendingSentence({ state, reason }: Pick<PendingItem | OutboxItem, 'state' | 'reason'>): string {
  return state === 'failed' ? `Not sent: ${waitSentence(reason)}` : waitSentence(reason)
}

/** The number of messages behind a refused one; empty for none. */
export function behindSentence(count: number): string {
  if (count === 0) return ''
  return count === 1 ? 'One more waits behind this one.' : `${count} messages wait behind this one.`
}
