import type {
  Connection,
  ConnectionMeta,
  FailureNote,
  Tries,
  WaitingAction,
  WaitingFile,
  WaitingWork,
} from '#contract/accounts.ts'
import { catalogue, sentenceOf } from './catalogue.ts'
import { formatAgo, formatElapsed, formatLeft, dayKey, formatDayWithin, formatTime } from './times.ts'
import { pendingSentence, waitSentence } from './waiting.ts'

/** The state of an account's connection, which determines its marks and colours. */
export type ConnectionStatus =
  | 'connected'
  | 'connecting'
  | 'offline'
  | 'rate_limited'
  | 'keychain'
  | 'signed_out'
  | 'refused'

/** The connection state of an account, from its summary or its connection view. Times are UNIX milliseconds. */
export interface ConnectionFacts {
  readonly connection: Connection
  readonly rateLimitedUntil: number | null
}

/** A rate limit counts until it ends, and only if a request could be sent at all. */
export function connectionStatus({ connection, rateLimitedUntil }: ConnectionFacts, now: number): ConnectionStatus {
  const isRateLimited = rateLimitedUntil !== null && rateLimitedUntil > now
  switch (connection.state) {
    case 'online':
      return isRateLimited ? 'rate_limited' : 'connected'
    case 'starting':
    case 'catching_up':
      return isRateLimited ? 'rate_limited' : 'connecting'
    case 'offline':
      return isRateLimited ? 'rate_limited' : 'offline'
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
  return catalogue.times.moment({ day: formatDayWithin(seconds, now), time })
}

/** The state as one line, with its duration. */
export function statusTitle(facts: ConnectionFacts, since: number | null, now: number): string {
  const { status } = catalogue.connections
  switch (connectionStatus(facts, now)) {
    case 'connected':
      return status.connected(since === null ? null : formatMoment(since, now))
    case 'connecting':
      return status.connecting
    case 'offline':
      return status.offline(since === null ? null : formatElapsed(now - since))
    case 'rate_limited':
      return status.rate_limited(formatMoment(facts.rateLimitedUntil ?? now, now))
    case 'keychain':
      return status.keychain
    case 'signed_out':
      return status.signed_out
    case 'refused':
      return status.refused
  }
}

/** The reason of the state and its consequence, as sentences that do not change with time. */
export function statusReason(facts: ConnectionFacts, now: number): string {
  const { connection } = facts
  const { reasons } = catalogue.connections
  if (connectionStatus(facts, now) === 'rate_limited') return reasons.rateLimited
  switch (connection.state) {
    case 'online':
      return reasons.online
    case 'starting':
      return reasons.starting
    case 'catching_up':
      return reasons.catchingUp
    case 'offline': {
      const kind = connection.cause?.kind ?? 'network'
      return failureSentence({ kind, reason: connection.reason })
    }
    case 'waiting_for_keychain':
      return reasons.keychain
    case 'signed_out':
    case 'refused':
      return sentenceOf(connection.reason)
  }
}

/** The reason of a failed try. */
export function failureSentence({ kind, reason: why }: FailureNote): string {
  // These say more than what the network or the server has said.
  const isOwn =
    kind === 'internal' || kind === 'slow_down' || kind === 'aborted' || kind === 'queue_lost' || kind === 'no_key'
  const reason = isOwn ? '' : sentenceOf(why)
  return reason === '' ? catalogue.connections.failures[kind] : reason
}

/** The tries so far; empty if there were none. */
export function triesSentence({ count, lastAt }: Tries, now: number): string {
  const { tries } = catalogue.connections
  if (count === 0) return lastAt === null ? '' : tries.lastAt(formatMoment(lastAt, now))
  return tries.count({ count, ago: lastAt === null ? null : formatAgo(now - lastAt) })
}

/** More details of the connection, beside the reason. */
export function statusDetail(
  facts: ConnectionFacts,
  { tries, reachedAt }: Pick<ConnectionMeta, 'tries' | 'reachedAt'>,
  now: number,
): string {
  switch (connectionStatus(facts, now)) {
    case 'connected':
    case 'connecting':
      return reachedAt === null ? '' : catalogue.connections.lastAnswer(formatAgo(now - reachedAt))
    case 'rate_limited':
      return catalogue.connections.whileRateLimited
    case 'keychain':
      return ''
    case 'offline':
    case 'signed_out':
    case 'refused': {
      const failure = tries.failure === null ? '' : failureSentence(tries.failure)
      // A failure that the reason already contains is not repeated.
      const news = failure === statusReason(facts, now) ? '' : failure
      return [triesSentence(tries, now), news].filter((sentence) => sentence !== '').join(' ')
    }
  }
}

/** The time of the next try, as a phrase of its own; empty if there is none. */
export function nextTrySentence(facts: ConnectionFacts, nextTryAt: number | null, now: number): string {
  const { next } = catalogue.connections
  switch (connectionStatus(facts, now)) {
    case 'connected':
      return ''
    case 'connecting':
      return next.now
    case 'offline':
      return nextTryAt === null || nextTryAt <= now ? next.now : next.at(formatLeft(nextTryAt - now))
    case 'rate_limited':
      return next.rateLimited(formatLeft((facts.rateLimitedUntil ?? now) - now))
    case 'keychain':
      return ''
    case 'signed_out':
    case 'refused':
      return next.none
  }
}

/** One short line for the list of accounts. */
export function statusLine(facts: ConnectionFacts, nextTryAt: number | null, now: number): string {
  const { next, status } = catalogue.connections
  switch (connectionStatus(facts, now)) {
    case 'connected':
      return status.connected(null)
    case 'offline':
      return nextTryAt === null || nextTryAt <= now ? next.offlineNow : next.offlineAt(formatLeft(nextTryAt - now))
    case 'connecting':
    case 'rate_limited':
    case 'keychain':
    case 'signed_out':
    case 'refused':
      return statusTitle(facts, null, now)
  }
}

/** The name of background work. */
export function workTitle({ work }: WaitingWork): string {
  switch (work.kind) {
    case 'missed':
      return catalogue.connections.work.missed
    case 'changed':
      return catalogue.connections.work.changed
    case 'flags':
      return catalogue.connections.work.flags(work.count)
    case 'drafts':
      return catalogue.connections.work.drafts(work.count)
  }
}

/** The progress of background work; empty if it is unknown. */
export function workProgress({ work }: WaitingWork): string {
  return work.kind !== 'missed' || work.total === 0 ? '' : catalogue.connections.work.progress(work)
}

/** What a row waits for: a sentence with a capital letter. */
export function rowReason(row: WaitingAction | WaitingWork, now: number): string {
  const { work } = catalogue.connections
  if (row.reason === null) return row.nextTryAt === null ? work.underWay : work.waitsForTry
  // The hold has ended, and the request will be sent.
  if (row.reason.kind === 'rate_limited' && row.reason.until <= now) return work.waitsForServer
  if (row.reason.kind === 'sending' && row.nextTryAt !== null) return work.waitsForTry
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
      return catalogue.connections.work.network
    case 'server_away':
      return catalogue.connections.work.serverAway
    case 'signed_out':
      return catalogue.connections.work.signedOut
    default:
      return waitSentence(reason)
  }
}

/** The time of a row's next try; empty if there is none, or it is in progress. */
export function rowNextTry({ nextTryAt }: WaitingAction | WaitingWork, now: number): string {
  return nextTryAt === null || nextTryAt <= now ? '' : catalogue.connections.next.at(formatLeft(nextTryAt - now))
}

export function fileLine({ size, sent, state }: WaitingFile): string {
  const { bytes } = catalogue.format
  switch (state) {
    case 'waiting':
      return bytes(size)
    case 'uploading':
      return catalogue.connections.work.uploading({ sent: bytes(sent), size: bytes(size) })
    case 'uploaded':
      return catalogue.connections.work.uploaded
  }
}

/** The title if nothing waits. */
export function emptyTitle({ quietSince, connection }: Pick<ConnectionMeta, 'quietSince' | 'connection'>): string {
  const { settled } = catalogue.connections
  if (quietSince !== null) return settled.all
  return connection.state === 'online' ? settled.sent : settled.nothing
}

export function emptyDetail(
  { quietSince, reachedAt }: Pick<ConnectionMeta, 'quietSince' | 'reachedAt'>,
  now: number,
): string {
  const { settled } = catalogue.connections
  if (quietSince !== null) return settled.since(formatMoment(quietSince, now))
  return reachedAt === null ? settled.neverReached : settled.asOf(formatMoment(reachedAt, now))
}
