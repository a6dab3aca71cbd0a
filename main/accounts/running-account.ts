import type { AccountSummary } from '#contract/accounts.ts'
import type { Failure } from '#contract/base/failures.ts'
import type { AccountStatus } from '#engine/ports.ts'
import type { Gate } from '#network/gate.ts'
import type { MediaCache } from '#network/media-cache.ts'
import type { MissingMedia } from './missing-media.ts'
import type { EngineHost } from './engine-host.ts'
import type { Outgoing } from './outgoing.ts'
import type { StoredAccount } from './state-file.ts'

/** An account whose engine runs. */
export interface RunningAccount {
  stored: StoredAccount
  readonly gate: Gate
  readonly cache: MediaCache
  readonly missing: MissingMedia
  readonly outgoing: Outgoing
  readonly engine: EngineHost
  status: AccountStatus
}

/** The status of an account before its engine's first report. */
export const starting: AccountStatus = {
  connection: { state: 'starting' },
  rateLimitedUntil: null,
  organization: '',
  unread: 0,
  mentions: 0,
  failed: 0,
  unsent: 0,
  name: null,
  badge: 0,
  clock: 'system',
  word: 'stream',
  language: null,
  email: null,
}

/**
 * An account as the page lists it.
 * @param running the engine's status; undefined if none runs
 * @param refused the reason if it could not be started; undefined otherwise
 */
export function summaryOf(
  stored: StoredAccount,
  running: AccountStatus | undefined,
  refused: Failure | undefined,
): AccountSummary {
  const waiting: AccountStatus =
    refused === undefined ? starting : { ...starting, connection: { state: 'refused', reason: refused } }
  const { organization, name, connection, rateLimitedUntil, unread, mentions, clock, word, failed, unsent } =
    running ?? waiting
  return {
    id: stored.id,
    server: stored.origin,
    organization: organization === '' ? stored.organization : organization,
    email: stored.email,
    name,
    connection,
    rateLimitedUntil,
    unread,
    mentions,
    clock,
    word,
    failed,
    unsent,
  }
}
