import type { Connection, FailureNote, Tries } from '../preload/contract/connection-state.ts'
import type { ConnectionMeta, WaitingAction, WaitingFile, WaitingWork } from '../preload/contract/views/connection.ts'
import { formatBytes } from './bytes.ts'
import { sentenceOf } from './words.ts'
import { formatAgo, formatElapsed, formatLeft } from './durations.ts'
import { dayKey, formatCount, formatDay, formatTime } from './times.ts'
import { pendingSentence, waitSentence } from './waiting.ts'

/** Why there is no retry during a hold. */
const heldSentence = 'Asking sooner would only make it longer.'

/** The state of an account's connection, which determines its marks and colours. */
export type Standing = 'connected' | 'connecting' | 'offline' | 'held' | 'keychain' | 'signed_out' | 'refused'

/** The connection state of an account, from its summary or its connection view. Times are UNIX milliseconds. */
export interface ConnectionFacts {
  readonly connection: Connection
  readonly heldUntil: number | null
}

/** A hold counts until it ends, and only if a request could be sent at all. */
export function standingOf({ connection, heldUntil }: ConnectionFacts, now: number): Standing {
  const isHeld = heldUntil !== null && heldUntil > now
  switch (connection.state) {
    case 'online':
      return isHeld ? 'held' : 'connected'
    case 'starting':
    case 'catching_up':
      return isHeld ? 'held' : 'connecting'
    case 'offline':
      return isHeld ? 'held' : 'offline'
    case 'waiting_for_keychain':
      return 'keychain'
    case 'signed_out':
    case 'refused':
      return connection.state
  }
}

/** The time of day, with the date unless it is today: `14:02`, `yesterday, 19 November, 17:02`. */
export function formatMoment(milliseconds: number, now: number): string {
  const seconds = milliseconds / 1000
  const time = formatTime(seconds)
  if (dayKey(seconds) === dayKey(now / 1000)) return time
  // In the middle of a sentence.
  return `${formatDay(seconds, now).replace(/^Yesterday/, 'yesterday')}, ${time}`
}

/** The state as one line, with its duration. */
export function standingTitle(facts: ConnectionFacts, since: number | null, now: number): string {
  switch (standingOf(facts, now)) {
    case 'connected':
      return since === null ? 'Connected' : `Connected since ${formatMoment(since, now)}`
    case 'connecting':
      return 'Connecting'
    case 'offline':
      return since === null ? 'Offline' : `Offline for ${formatElapsed(now - since)}`
    case 'held':
      return `On hold until ${formatMoment(facts.heldUntil ?? now, now)}`
    case 'keychain':
      return 'Waiting for your keychain'
    case 'signed_out':
      return 'Signed out'
    case 'refused':
      return 'Not connected'
  }
}

/** The reason of the state and its consequence, as sentences that do not change with time. */
export function standingReason(facts: ConnectionFacts, now: number): string {
  const { connection } = facts
  const standing = standingOf(facts, now)
  if (standing === 'held') {
    return 'The server asks Skein to wait; what waits goes on by itself after that.'
  }
  switch (connection.state) {
    case 'online':
      return 'The server tells Skein what happens as it happens.'
    case 'starting':
      return 'Skein is looking for the server.'
    case 'catching_up':
      return 'Skein asks the server what has happened in the meantime.'
    case 'offline': {
      const kind = connection.cause?.kind ?? 'network'
      return failureSentence({ kind, reason: connection.reason })
    }
    case 'waiting_for_keychain':
      return 'It may be asking for its password in another window.'
    case 'signed_out':
    case 'refused':
      return sentenceOf(connection.reason)
  }
}

/** The reason of a failed try. */
export function failureSentence({ kind, reason: why }: FailureNote): string {
  const reason = sentenceOf(why)
  switch (kind) {
    case 'internal':
      return 'Something went wrong inside Skein. The log has the details.'
    case 'aborted':
      return 'It was broken off.'
    case 'queue_lost':
      return 'The server has forgotten this client; Skein registers again.'
    case 'no_key':
      return 'There was no key to sign in with.'
    case 'server_away':
      return reason === '' ? 'The server is away.' : reason
    case 'server_trouble':
      return reason === '' ? 'The server has an internal problem.' : reason
    case 'slow_down':
      return 'The server asked to wait.'
    case 'network':
      return reason === '' ? 'The server could not be reached.' : reason
    case 'disk':
    case 'signed_out':
    case 'refused':
      return reason === '' ? 'It was refused.' : reason
  }
}

/** The tries so far; empty if there were none. */
export function triesSentence({ count, lastAt }: Tries, now: number): string {
  if (count === 0) return lastAt === null ? '' : `Last tried at ${formatMoment(lastAt, now)}.`
  const times = count === 1 ? 'Tried once' : `Tried ${formatCount(count)} times`
  if (lastAt === null) return `${times}.`
  return `${times}, ${count === 1 ? '' : 'the last time '}${formatAgo(now - lastAt)}.`
}

/** More details of the connection, beside the reason. */
export function standingDetail(
  facts: ConnectionFacts,
  { tries, reachedAt }: Pick<ConnectionMeta, 'tries' | 'reachedAt'>,
  now: number,
): string {
  switch (standingOf(facts, now)) {
    case 'connected':
    case 'connecting':
      return reachedAt === null ? '' : `The server last answered ${formatAgo(now - reachedAt)}.`
    case 'held':
      return heldSentence
    case 'keychain':
      return ''
    case 'offline':
    case 'signed_out':
    case 'refused': {
      const failure = tries.failure === null ? '' : failureSentence(tries.failure)
      // A failure that the reason already contains is not repeated.
      const news = failure === standingReason(facts, now) ? '' : failure
      return [triesSentence(tries, now), news].filter((sentence) => sentence !== '').join(' ')
    }
  }
}

/** The time of the next try, as a phrase of its own; empty if there is none. */
export function nextTrySentence(facts: ConnectionFacts, nextTryAt: number | null, now: number): string {
  switch (standingOf(facts, now)) {
    case 'connected':
      return ''
    case 'connecting':
      return 'Trying now …'
    case 'offline':
      return nextTryAt === null || nextTryAt <= now ? 'Trying now …' : `Next try in ${formatLeft(nextTryAt - now)}`
    case 'held':
      return `Goes on in ${formatLeft((facts.heldUntil ?? now) - now)}`
    case 'keychain':
      return ''
    case 'signed_out':
    case 'refused':
      return 'Nothing is tried by itself'
  }
}

/** One short line for the list of accounts. */
export function standingLine(facts: ConnectionFacts, nextTryAt: number | null, now: number): string {
  switch (standingOf(facts, now)) {
    case 'connected':
      return 'Connected'
    case 'offline':
      return nextTryAt === null || nextTryAt <= now
        ? 'Offline, trying'
        : `Offline, next try in ${formatLeft(nextTryAt - now)}`
    case 'connecting':
    case 'held':
    case 'keychain':
    case 'signed_out':
    case 'refused':
      return standingTitle(facts, null, now)
  }
}

/** The name of background work. */
export function workTitle({ work }: WaitingWork): string {
  switch (work.kind) {
    case 'missed':
      return 'Fetching what was missed'
    case 'changed':
      return 'Asking again what may have changed'
    case 'flags':
      return work.count === 1
        ? 'Asking whether a message is read and starred'
        : `Asking which of ${formatCount(work.count)} messages are read and starred`
    case 'drafts':
      return work.count === 1
        ? 'A draft that the server does not have yet'
        : `${formatCount(work.count)} drafts that the server does not have yet`
  }
}

/** The progress of background work; empty if it is unknown. */
export function workProgress({ work }: WaitingWork): string {
  if (work.kind !== 'missed' || work.total === 0) return ''
  const places = work.total === 1 ? 'place' : 'places'
  return `${formatCount(work.done)} of ${formatCount(work.total)} ${places} done`
}

/** What a row waits for: a sentence with a capital letter. */
export function rowReason(row: WaitingAction | WaitingWork, now: number): string {
  if (row.reason === null) return row.nextTryAt === null ? 'Under way.' : 'Waits for its next try.'
  // The hold has ended, and the request will be sent.
  if (row.reason.kind === 'held' && row.reason.until <= now) return 'Waiting for the server.'
  if (row.reason.kind === 'sending' && row.nextTryAt !== null) return 'Waits for its next try.'
  const sentence =
    row.kind === 'waiting_work' ? workReason(row) : pendingSentence({ state: row.state, reason: row.reason })
  const [first = '', ...rest] = sentence
  const text = first.toUpperCase() + rest.join('')
  return /[.!?…)]$/.test(text) ? text : `${text}.`
}

/** Background work fetches instead of sending. */
function workReason({ reason, work }: WaitingWork): string {
  if (work.kind === 'drafts' || reason === null) return reason === null ? '' : waitSentence(reason)
  switch (reason.kind) {
    case 'network':
      return 'waiting for the network'
    case 'server_away':
      return 'the server is away'
    case 'signed_out':
      return 'signed out: sign in again to go on'
    default:
      return waitSentence(reason)
  }
}

/** The time of a row's next try; empty if there is none, or it is in progress. */
export function rowNextTry({ nextTryAt }: WaitingAction | WaitingWork, now: number): string {
  return nextTryAt === null || nextTryAt <= now ? '' : `Next try in ${formatLeft(nextTryAt - now)}`
}

export function fileLine({ size, sent, state }: WaitingFile): string {
  switch (state) {
    case 'waiting':
      return formatBytes(size)
    case 'uploading':
      return `${formatBytes(sent)} of ${formatBytes(size)}`
    case 'uploaded':
      return 'uploaded'
  }
}

/** The title if nothing waits. */
export function settledTitle({ settledAt, connection }: Pick<ConnectionMeta, 'settledAt' | 'connection'>): string {
  if (settledAt !== null) return 'Everything is sent and up to date'
  return connection.state === 'online' ? 'Everything is sent' : 'Nothing waits to be sent'
}

export function settledDetail(
  { settledAt, reachedAt }: Pick<ConnectionMeta, 'settledAt' | 'reachedAt'>,
  now: number,
): string {
  if (settledAt !== null) return `Since ${formatMoment(settledAt, now)}.`
  if (reachedAt === null) return 'The server has not answered yet.'
  return `What you see is as of ${formatMoment(reachedAt, now)}, when the server last answered.`
}

export const doubtSentence = 'Older messages may have changed in your absence; they are checked as you open them.'
