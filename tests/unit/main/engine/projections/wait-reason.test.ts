import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import type { Core } from '#engine/core/core.ts'
import { pauseReason, WaitReasons, type Pause } from '#engine/projections/wait-reason.ts'
import type { OutboxRow } from '#engine/store/outbox.ts'
import { failureKind } from '#engine/api/request-failures.ts'
import type { Connection } from '#contract/accounts.ts'
import type { WaitReason } from '#contract/outbox.ts'

const now = 1_000_000
const row = (over: Partial<OutboxRow>): OutboxRow => ({
  seq: 1,
  local_id: 'l',
  kind: 'send',
  queue_key: 'topic:1:a',
  payload: '{}',
  state: 'queued',
  created_at: 1,
  attempt_at: null,
  lookup_after: null,
  absent_count: 0,
  may_have_been_sent: 0,
  message_id: null,
  error: null,
  ...over,
})

function reasons(situation: { connection?: Connection; pause?: Pause; rateLimitedUntil?: number }) {
  const core = {
    rateLimitedUntil: situation.rateLimitedUntil ?? 0,
    ports: { clock: { now: () => now } },
  } as unknown as Core // the members that the reasons use
  return new WaitReasons(core, {
    undoUntil: () => null,
    connection: () => situation.connection ?? { state: 'online' },
    pause: () => situation.pause ?? null,
    uploadedBytes: (id) => (id === 'leaving' ? 500 : null),
  })
}

const offline = (cause: NonNullable<Extract<Connection, { state: 'offline' }>['cause']>): Connection => ({
  state: 'offline',
  reason: null,
  retryAt: now + 9_000,
  cause,
})

const waiting: readonly (readonly [string, Parameters<typeof reasons>[0], WaitReason])[] = [
  ['nothing', {}, { kind: 'sending' }],
  ['a start', { connection: { state: 'starting' } }, { kind: 'starting' }],
  ['catching up', { connection: { state: 'catching_up' } }, { kind: 'sending' }],
  ['a network', { connection: { state: 'offline', reason: null, retryAt: null } }, { kind: 'network' }],
  ['an unavailable server', { connection: offline({ kind: 'server_away' }) }, { kind: 'server_away' }],
  ['a server error', { connection: offline({ kind: 'server_trouble' }) }, { kind: 'server_trouble' }],
  ['a rate-limited poll', { connection: offline({ kind: 'slow_down' }) }, { kind: 'rate_limited', until: now + 9_000 }],
  [
    'a full disk',
    { connection: offline({ kind: 'disk', problem: 'DISK_FULL' }) },
    { kind: 'disk', problem: 'DISK_FULL' },
  ],
  ['an internal error', { connection: offline({ kind: 'internal' }) }, { kind: 'internal' }],
  ['a key', { connection: { state: 'signed_out', reason: null } }, { kind: 'signed_out' }],
  ['the keychain', { connection: { state: 'waiting_for_keychain' } }, { kind: 'keychain' }],
  ['another version', { connection: { state: 'refused', reason: null } }, { kind: 'server_refuses' }],
  ['a rate limit', { rateLimitedUntil: now + 5_000 }, { kind: 'rate_limited', until: now + 5_000 }],
  ['a rate limit that is over', { rateLimitedUntil: now - 1 }, { kind: 'sending' }],
  [
    'the backoff after a failure',
    { pause: { until: now + 1, reason: { kind: 'server_trouble' } } },
    { kind: 'server_trouble' },
  ],
  ['a backoff that is over', { pause: { until: now, reason: { kind: 'server_trouble' } } }, { kind: 'sending' }],
]

describe('the wait reason of a row', () => {
  it.each(waiting)('is %s', (_label, situation, reason) => {
    expect(reasons(situation).of(row({}), null)).toEqual(reason)
  })

  it.each([
    ['sending', {}, null, { kind: 'sending' }],
    ['acknowledged', {}, null, { kind: 'sending' }],
    ['sending', { may_have_been_sent: 1 }, null, { kind: 'resending' }],
    ['queued', { may_have_been_sent: 1 }, null, { kind: 'resending' }],
    ['unknown', {}, null, { kind: 'checking' }],
    ['failed', { error: 'No' }, null, { kind: 'failed', reason: textFailure('No') }],
    ['failed', {}, null, { kind: 'failed', reason: null }],
    ['queued', {}, { local_id: 'f', state: 'failed' }, { kind: 'behind_failed', localId: 'f' }],
    ['queued', {}, { local_id: 's', state: 'sending' }, { kind: 'behind' }],
    ['queued', {}, { local_id: 's', state: 'unknown' }, { kind: 'behind' }],
  ] as const)('follows from its state: %s %j behind %j', (state, over, ahead, reason) => {
    expect(reasons({}).of(row({ state, ...over }), ahead)).toEqual(reason)
  })

  it('is an earlier refused row before any other reason', () => {
    const situation = { connection: { state: 'signed_out', reason: null }, rateLimitedUntil: now + 1 } as const
    const reason = reasons(situation).of(row({}), { local_id: 'f', state: 'failed' })
    expect(reason).toEqual({ kind: 'behind_failed', localId: 'f' })
    expect(reasons(situation).of(row({ state: 'unknown' }), null)).toEqual({ kind: 'unchecked' })
  })

  it('is the rate limit, even if its request has begun and waits for that', () => {
    const sending = row({ state: 'sending' })
    expect(reasons({ rateLimitedUntil: now + 5_000 }).of(sending, null)).toEqual({
      kind: 'rate_limited',
      until: now + 5_000,
    })
    expect(reasons({ rateLimitedUntil: now - 1 }).of(sending, null)).toEqual({ kind: 'sending' })
  })

  it('is the file in flight, in whole percent', () => {
    const file = (id: string, size: number) => ({ id, name: `${id}.png`, type: '', size })
    const of = (...sizes: number[]) =>
      reasons({}).of(row({}), null, [file('waiting', 9), ...sizes.map((size) => file('leaving', size))])
    expect(of(1200)).toEqual({ kind: 'uploading', name: 'leaving.png', percent: 41 })
    expect(of(400)).toEqual({ kind: 'uploading', name: 'leaving.png', percent: 100 })
    expect(of(0)).toEqual({ kind: 'uploading', name: 'leaving.png', percent: 100 })
  })

  it('is the disk if an attempt could not be stored', () => {
    const failure = failureKind(new Database.SqliteError('full', 'SQLITE_FULL'))
    expect(pauseReason(failure, now)).toEqual({ kind: 'disk', problem: 'DISK_FULL' })
  })
})
