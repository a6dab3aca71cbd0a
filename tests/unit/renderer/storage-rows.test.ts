import { describe, expect, it } from 'vitest'
import type { HistoryItem, HistoryRun } from '#contract/storage/storage.ts'
import { containerChoices, reachText, shownDownload } from '#renderer/features/settings/storage/storage-rows.ts'

const run: HistoryRun = {
  isPaused: false,
  rate: null,
  waiting: 3,
  done: 1,
  failed: 0,
  messages: 12_400,
  streamName: 'hardware',
  reachedAt: Date.UTC(2024, 2, 3, 12),
  fraction: 0.4,
  leftMs: 734_000,
  trouble: null,
}

const item: HistoryItem = {
  key: 'history:stream:1',
  kind: 'history',
  container: { kind: 'stream', streamId: 1 },
  stream: { id: 1, name: 'hardware', color: '#336699', privacy: 'public' },
  messages: 1_820,
  reach: { kind: 'since', at: Date.UTC(2026, 7, 22, 12) },
  copy: null,
  keeps: 'organization',
  fetch: null,
}

describe('the download of all messages', () => {
  it('says what it does, how far it is, and what remains', () => {
    expect(shownDownload(run)).toEqual({
      title: 'Downloading #hardware',
      details: ['12,400 messages so far, back to 3 March 2024', '2 more waiting', 'about 12 min left'],
      problem: null,
      isRunning: true,
      isPaused: false,
    })
    expect(
      shownDownload({ ...run, streamName: null, waiting: 1, leftMs: null, reachedAt: null, messages: 1 }),
    ).toMatchObject({
      title: 'Downloading direct messages',
      details: ['1 message so far'],
    })
  })

  it('says why it makes no progress, and whether the user must act', () => {
    expect(shownDownload({ ...run, isPaused: true })).toMatchObject({ title: 'Paused', isPaused: true, problem: null })
    const problemWith = (trouble: HistoryRun['trouble']) => shownDownload({ ...run, trouble })
    expect(problemWith({ kind: 'connection' })).toMatchObject({
      problem: 'Continues when you’re online and up to date.',
      isPaused: false,
    })
    expect(problemWith({ kind: 'rate_limited', until: 1 }).problem).toContain('slow down')
    const failure = { code: 'DISK_FULL' } as const
    expect(problemWith({ kind: 'failed', failure, needsUser: true })).toMatchObject({
      title: 'Paused',
      isPaused: true,
      problem: expect.stringMatching(/^Couldn’t continue\. .*disk is full/i) as string,
    })
    expect(problemWith({ kind: 'failed', failure, needsUser: false }).problem).toMatch(/again automatically\.$/)
  })

  it('says what it did at its end', () => {
    const ended = { ...run, waiting: 0, fraction: 1 }
    expect(shownDownload(ended)).toMatchObject({
      title: 'Downloaded 12,400 messages.',
      isRunning: false,
      problem: null,
    })
    expect(shownDownload({ ...ended, messages: 0 }).title).toBe('All messages are on this computer.')
    expect(shownDownload({ ...ended, failed: 1 }).problem).toBe('1 couldn’t be downloaded.')
  })

  it('does not let a name turn the words around it', () => {
    expect(shownDownload({ ...run, streamName: '\u202egnirts' }).title).toBe('Downloading #\u2068gnirts\u2069')
  })
})

describe('a stream in the list of what is stored', () => {
  it('says how far back it reaches, or how its download proceeds', () => {
    expect(reachText(item)).toBe('Back to 22 August 2026 · 1,820 messages')
    expect(reachText({ ...item, reach: { kind: 'everything' }, messages: null })).toBe('All messages')
    expect(reachText({ ...item, reach: { kind: 'nothing' } })).toBe('No messages on this computer')
    expect(reachText({ ...item, fetch: { kind: 'waiting' } })).toMatch(/^Waiting · Back to/)
    expect(reachText({ ...item, fetch: { kind: 'running', fraction: 0.426 } })).toBe('Downloading… 42%')
    expect(reachText({ ...item, fetch: { kind: 'running', fraction: null } })).toBe('Downloading…')
  })

  it('says that it is a copy, and of which day, if no events follow', () => {
    const copy = { at: Date.UTC(2026, 9, 30, 12) }
    expect(reachText({ ...item, reach: { kind: 'everything' }, copy })).toBe(
      'All messages · Copy of 30 October 2026 · 1,820 messages',
    )
    expect(reachText({ ...item, reach: { kind: 'nothing' }, copy: { at: null } })).toBe(
      'No messages on this computer · Not subscribed',
    )
  })

  it('offers the choice of the organization first, and one that is not usual', () => {
    expect(containerChoices('organization').map(({ choice }) => choice)).toEqual([
      'organization',
      30,
      90,
      365,
      'everything',
    ])
    expect(containerChoices(120).map(({ label }) => label)).toEqual([
      'As above',
      'The last 30 days',
      'The last 90 days',
      'The last 120 days',
      'The last year',
      'Everything',
    ])
  })
})
