import { describe, expect, it } from 'vitest'
import { textFailure } from '#support/text-failure.ts'
import { noticeText } from '#i18n/catalogue.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Update } from '#contract/bridge.ts'
import { NotificationAnswers } from '#shell/notifications/answers.ts'

const account = '0b9a7d52-6c1f-4f0e-9a3b-2f4c5d6e7f80'
const direct = { kind: 'direct', userIds: [2] } as const

function program(answer: (name: string, input: unknown) => Result<unknown>, accounts = [account]) {
  const calls: [name: string, input: unknown][] = []
  const sent: unknown[] = []
  let shown = 0
  const answers = new NotificationAnswers({
    hasAccount: (id) => accounts.includes(id),
    engineOf: () => (name, input) => {
      calls.push([name, input])
      return Promise.resolve(answer(name, input) as Result<never>) // what each call answers
    },
    showWindow: () => (shown += 1),
    notifyPage: (...updates) => sent.push(...updates.map(inWords)),
    wait: () => Promise.resolve(),
    log: () => undefined,
  })
  return { answers, calls, sent, shown: () => shown }
}

/** An update with the sentence of its notice. */
function inWords(update: Update): unknown {
  return update.type === 'notify' ? { type: 'notify', sentence: noticeText(update.notice) } : update
}

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const offline: Result<unknown> = { ok: false, error: textFailure('Offline.') }

describe('a notification of an earlier run', () => {
  it('opens the conversation of its message', async () => {
    const { answers, calls, sent, shown } = program(() => ok({ narrow: direct, messageState: 'found' }))
    await answers.activate({ accountId: account, messageId: 7, reply: null })
    expect(calls).toEqual([['links.resolve', { narrow: null, messageId: 7 }]])
    expect(sent).toEqual([{ type: 'open', accountId: account, narrow: direct, messageId: 7 }])
    expect(shown()).toBe(1)
  })

  it('sends a reply to the conversation of its message without the window', async () => {
    const { answers, calls, sent, shown } = program((name) =>
      ok(name === 'links.resolve' ? { narrow: direct, messageState: 'found' } : null),
    )
    await answers.activate({ accountId: account, messageId: 7, reply: 'here' })
    expect(calls.map(([name]) => name)).toEqual(['links.resolve', 'messages.send', 'messages.markRead'])
    expect(calls[1]?.[1]).toMatchObject({ destination: direct, content: 'here' })
    expect(sent).toEqual([])
    expect(shown()).toBe(0)
  })

  it.each([
    [null, 2, 'or the server can’t be reached right now.'],
    ['my text', 1, 'can’t be reached right now. You wrote: “my text”'],
  ])('reports a missing message, with the text of the reply (%s)', async (reply, times, end) => {
    const { answers, sent, shown } = program(() => offline)
    await answers.activate({ accountId: account, messageId: 7, reply })
    expect(sent).toEqual([
      { type: 'notify', sentence: expect.stringMatching(new RegExp(`${end.replaceAll('.', '\\.')}$`)) as unknown },
    ])
    // A click shows the window at once; a reply shows it only when it could not be sent.
    expect(shown()).toBe(times)
  })

  it('reports that its account is signed out', async () => {
    const { answers, calls, sent } = program(() => offline, [])
    await answers.activate({ accountId: account, messageId: 7, reply: null })
    expect(calls).toEqual([])
    expect(sent).toEqual([{ type: 'notify', sentence: expect.stringContaining('signed out') as unknown }])
  })
})

describe('a notification of this run', () => {
  it('opens its conversation at its newest message', () => {
    const { answers, sent } = program(() => offline)
    answers.click(account, { destination: direct, messageIds: [3, 5] })
    expect(sent).toEqual([{ type: 'open', accountId: account, narrow: direct, messageId: 5 }])
  })

  it('keeps a reply that cannot be sent, as a draft or as text', async () => {
    const kept = program((name) => (name === 'drafts.set' ? ok({ isQueued: false }) : offline))
    await kept.answers.reply(account, { destination: direct, messageIds: [3] }, 'here')
    expect(kept.sent).toMatchObject([{ type: 'open' }, { type: 'notify' }])
    const lost = program(() => offline)
    await lost.answers.reply(account, { destination: direct, messageIds: [3] }, 'here')
    expect(lost.sent).toEqual([{ type: 'notify', sentence: expect.stringContaining('You wrote: “here”') as unknown }])
  })
})
