import { describe, expect, it } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import type { Connection, FailureNote, Tries, WaitingAction, WaitingWork } from '#contract/accounts.ts'
import {
  nextTrySentence,
  rowNextTry,
  rowReason,
  emptyDetail,
  emptyTitle,
  statusDetail,
  statusLine,
  connectionStatus,
  statusReason,
  statusTitle,
  triesSentence,
  workProgress,
} from '#i18n/connections.ts'
import { formatAgo, formatElapsed, formatLeft, formatTime } from '#i18n/times.ts'

const now = Date.UTC(2026, 10, 20, 12)
const second = 1000
const minute = 60 * second
const facts = (connection: Connection, rateLimitedUntil: number | null = null) => ({ connection, rateLimitedUntil })
const offline = facts({ state: 'offline', reason: textFailure('The server isn’t responding.'), retryAt: now + 12_000 })
const untried: Tries = { count: 0, lastAt: null, failure: null }

const action = (over: Partial<WaitingAction>): WaitingAction => ({
  key: 'outbox:l',
  kind: 'waiting_action',
  localId: 'l',
  what: { code: 'MESSAGE' },
  title: 'lunch',
  streamName: 'general',
  streamColor: '#fff',
  text: 'hello',
  state: 'queued',
  reason: { kind: 'network' },
  since: now,
  tries: untried,
  nextTryAt: null,
  files: [],
  fileCount: 0,
  ...over,
})

const work = (over: Partial<WaitingWork>): WaitingWork => ({
  key: 'work',
  kind: 'waiting_work',
  work: { kind: 'changed' },
  since: now,
  reason: null,
  tries: untried,
  nextTryAt: null,
  ...over,
})

describe('how long something lasts', () => {
  it.each([
    [-5_000, '0 seconds'],
    [1_999, '1 second'],
    [59_999, '59 seconds'],
    [60_000, '1 minute'],
    [3 * minute + 50_000, '3 minutes'],
    [60 * minute, '1 hour'],
    [47 * 60 * minute, '47 hours'],
    [48 * 60 * minute, '2 days'],
  ])('%i ms are %s', (milliseconds, words) => {
    expect(formatElapsed(milliseconds)).toBe(words)
  })

  it.each([
    [-1, '1 s'],
    [11_001, '12 s'],
    [60_000, '1 min'],
    [90_000, '1 min 30 s'],
    [20 * minute + 1, '20 min'],
    [120 * minute, '2 h'],
    [125 * minute, '2 h 5 min'],
  ])('%i ms left are %s', (milliseconds, words) => {
    expect(formatLeft(milliseconds)).toBe(words)
  })
})

describe('how long ago something was', () => {
  it.each([
    [-5_000, 'just now'],
    [999, 'just now'],
    [1_000, '1 second ago'],
    [3 * minute, '3 minutes ago'],
  ])('%i ms are %s', (milliseconds, words) => {
    expect(formatAgo(milliseconds)).toBe(words)
  })
})

describe('how an account stands', () => {
  it('is rate-limited while the server asks to wait, unless no request could leave anyhow', () => {
    expect(connectionStatus(facts({ state: 'online' }, now + 1), now)).toBe('rate_limited')
    expect(connectionStatus(facts({ state: 'online' }, now), now)).toBe('connected')
    expect(connectionStatus({ ...offline, rateLimitedUntil: now + 1 }, now)).toBe('rate_limited')
    expect(connectionStatus(facts({ state: 'signed_out', reason: null }, now + 1), now)).toBe('signed_out')
    expect(connectionStatus(facts({ state: 'catching_up' }), now)).toBe('connecting')
  })

  it('is said with its time, which another day names', () => {
    expect(statusTitle(facts({ state: 'online' }), now - minute, now)).toBe(
      `Connected since ${formatTime((now - minute) / 1000)}`,
    )
    expect(statusTitle(facts({ state: 'online' }), now - 24 * 60 * minute, now)).toContain(
      'since yesterday, 19 November, ',
    )
    expect(statusTitle(offline, now - 3 * minute, now)).toBe('Offline for 3 minutes')
    expect(statusTitle(facts({ state: 'online' }, now + 90_000), now, now)).toBe(
      `Paused until ${formatTime((now + 90_000) / 1000)}`,
    )
    expect(statusLine(offline, now + 12_000, now)).toBe('Offline, trying again in 12 s')
    expect(statusLine(offline, null, now)).toBe('Offline, trying')
  })

  it('has a reason, in our own words where the failure was ours', () => {
    expect(statusReason(offline, now)).toBe('The server isn’t responding.')
    const internal = {
      ...offline.connection,
      cause: { kind: 'internal' },
      reason: textFailure('x is not a function'),
    } as Connection
    expect(statusReason(facts(internal), now)).toBe('Something went wrong in Skein. The log has details.')
    expect(statusReason(facts({ state: 'refused', reason: textFailure('Too old.') }), now)).toBe('Too old.')
    expect(statusReason(facts({ state: 'online' }, now + 1), now)).toContain('asked Skein to slow down')
  })

  it('has a next try that follows the clock, or none', () => {
    expect(nextTrySentence(offline, now + 12_000, now)).toBe('Trying again in 12 s')
    expect(nextTrySentence(offline, now + 12_000, now + 11_500)).toBe('Trying again in 1 s')
    expect(nextTrySentence(offline, now + 12_000, now + 12_000)).toBe('Trying now…')
    expect(nextTrySentence(offline, null, now)).toBe('Trying now…')
    expect(nextTrySentence(facts({ state: 'online' }, now + 90_000), null, now)).toBe('Resuming in 1 min 30 s')
    expect(nextTrySentence(facts({ state: 'signed_out', reason: null }), null, now)).toBe('Not retrying automatically')
    expect(nextTrySentence(facts({ state: 'online' }), null, now)).toBe('')
  })

  it('says more of the way to the server than the reason does: what was tried, or when it answered', () => {
    const failure: FailureNote = { kind: 'network', reason: textFailure('The server isn’t responding.') }
    const tries: Tries = { count: 2, lastAt: now - 20_000, failure }
    const known = { tries, reachedAt: now - 5 * minute }
    expect(statusDetail(offline, known, now)).toBe('Tried 2 times, most recently 20 seconds ago.')
    const other = {
      ...known,
      tries: { ...tries, failure: { ...failure, reason: textFailure('The name is not known.') } },
    }
    expect(statusDetail(offline, other, now)).toBe(
      'Tried 2 times, most recently 20 seconds ago. The name is not known.',
    )
    const online = facts({ state: 'online' })
    expect(statusDetail(online, { tries: untried, reachedAt: now - 40_000 }, now)).toBe(
      'The server last responded 40 seconds ago.',
    )
    expect(statusDetail(online, { tries: untried, reachedAt: null }, now)).toBe('')
    expect(statusDetail(facts({ state: 'online' }, now + 1), known, now)).toBe(
      'Trying sooner would only make the wait longer.',
    )
    expect(statusDetail(facts({ state: 'waiting_for_keychain' }), known, now)).toBe('')
  })

  it('tells what was tried', () => {
    expect(triesSentence(untried, now)).toBe('')
    expect(triesSentence({ count: 1, lastAt: now - 20_000, failure: null }, now)).toBe('Tried once, 20 seconds ago.')
    expect(triesSentence({ count: 3, lastAt: null, failure: null }, now)).toBe('Tried 3 times.')
    expect(triesSentence({ count: 1200, lastAt: now - minute, failure: null }, now)).toBe(
      'Tried 1,200 times, most recently 1 minute ago.',
    )
    expect(triesSentence({ count: 0, lastAt: now - minute, failure: null }, now)).toBe(
      `Last tried: ${formatTime((now - minute) / 1000)}.`,
    )
  })
})

describe('a thing that waits', () => {
  it('says why, as a sentence', () => {
    expect(rowReason(action({}), now)).toBe('Will be sent when you’re back online.')
    expect(rowReason(action({ state: 'failed', reason: { kind: 'failed', reason: textFailure('No!') } }), now)).toBe(
      'Not sent. No!',
    )
    expect(rowReason(action({ reason: { kind: 'sending' } }), now)).toBe('Sending…')
    expect(rowReason(action({ reason: { kind: 'sending' }, nextTryAt: now + 5 }), now)).toBe('Waiting to try again.')
    expect(rowReason(action({ reason: { kind: 'rate_limited', until: now + 5 } }), now)).toContain(
      'asked Skein to wait until',
    )
    expect(rowReason(action({ reason: { kind: 'rate_limited', until: now } }), now)).toBe('Waiting for the server.')
    expect(rowReason(work({}), now)).toBe('In progress.')
    expect(rowReason(work({ nextTryAt: now + 5 }), now)).toBe('Waiting to try again.')
    expect(rowReason(work({ reason: { kind: 'network' } }), now)).toBe('Waiting for the network.')
  })

  it('says when it is tried next, and how far it is', () => {
    expect(rowNextTry(action({ nextTryAt: now + 12_000 }), now)).toBe('Trying again in 12 s')
    expect(rowNextTry(action({ nextTryAt: now }), now)).toBe('')
    expect(rowNextTry(action({ nextTryAt: null }), now)).toBe('')
    expect(workProgress(work({ work: { kind: 'missed', done: 1, total: 48 } }))).toBe('1 of 48 conversations done')
    expect(workProgress(work({ work: { kind: 'missed', done: 0, total: 0 } }))).toBe('')
  })
})

describe('where nothing waits', () => {
  it('says since when, or as of when, and what may have changed', () => {
    const settled = {
      quietSince: now - minute,
      reachedAt: now,
      connection: { state: 'online' },
    } as const
    expect(emptyTitle(settled)).toBe('Everything is sent and up to date')
    expect(emptyDetail(settled, now)).toBe(`Since ${formatTime((now - minute) / 1000)}.`)
    const stale = { ...settled, quietSince: null, connection: offline.connection }
    expect(emptyTitle(stale)).toBe('Nothing is waiting to be sent')
    expect(emptyDetail(stale, now)).toContain(`as of ${formatTime(now / 1000)}`)
    expect(emptyDetail({ ...stale, reachedAt: null }, now)).toBe('The server hasn’t responded yet.')
  })
})
