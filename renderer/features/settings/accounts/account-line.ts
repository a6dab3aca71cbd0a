import {
  connectionStatus,
  statusReason,
  statusTitle,
  type ConnectionFacts,
  type ConnectionStatus,
} from '#i18n/connections.ts'

/** What the list of the accounts says about the connection of one. */
export interface AccountLine {
  readonly status: ConnectionStatus
  /** The state in words, without a countdown. */
  readonly title: string
  /** Why the user has to act, as a sentence; empty if the state passes by itself, or if the reason is unknown. */
  readonly reason: string
}

/** @param now UNIX milliseconds */
export function accountLine(facts: ConnectionFacts, now: number): AccountLine {
  const status = connectionStatus(facts, now)
  const isStuck = status === 'signed_out' || status === 'refused'
  return { status, title: statusTitle(facts, null, now), reason: isStuck ? statusReason(facts, now) : '' }
}
