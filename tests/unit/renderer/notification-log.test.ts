import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import type {
  NotificationAnswer,
  NotificationItem,
  NotificationReason,
  NotificationReasonValues,
} from '#contract/notifications.ts'
import { catalogue, reasonText } from '#i18n/catalogue.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import { NotificationLogScreen } from '#renderer/features/notifications/notification-log-screen.svelte.ts'
import { waysOf } from '#renderer/features/notifications/reason-ways.ts'
import { WhyNotified } from '#renderer/features/notifications/why-notified.svelte.ts'

/** One reason of each code. */
const values: { readonly [C in keyof NotificationReasonValues]: NotificationReasonValues[C] } = {
  DIRECT_MESSAGE: null,
  MENTIONED: null,
  ALERT_WORD: null,
  EVERYBODY_MENTIONED: null,
  EVERYBODY_IN_FOLLOWED: null,
  FOLLOWED_TOPIC: null,
  WHOLE_STREAM: { by: 'account' },
  OWN_MESSAGE: null,
  SENDER_MUTED: null,
  ALREADY_NOTIFIED: null,
  READ_BEFORE: null,
  ON_SCREEN: null,
  TOO_OLD: null,
  TOPIC_MUTED: null,
  STREAM_MUTED: null,
  TURNED_OFF: null,
  FOLLOWED_OFF: null,
  EVERYBODY_OFF: { by: 'stream' },
  NOTHING_ASKS: { by: 'account' },
  DO_NOT_DISTURB: { by: 'hand', until: 1_795_172_400_000 },
  DESPITE_MUTE: { what: 'topic' },
  SUMMARY: { count: 512 },
  TEXT_HIDDEN: null,
  SOUND_OFF: null,
  NO_SOUND: null,
  SYSTEM_REFUSED: null,
  SYSTEM_QUIET: null,
  READ_HERE: null,
  READ_ELSEWHERE: null,
  MESSAGE_GONE: null,
}
// The values are those of the code.
const everyReason = Object.entries(values).map(([code, each]) =>
  each === null ? { code } : { code, values: each },
) as NotificationReason[]

// The places depend on the reasons only.
const waysBy = (reasons: readonly NotificationReason[]) => waysOf({ kind: 'notification', reasons } as NotificationItem)

describe('the reasons of notifications', () => {
  it.each(everyReason.map((reason) => [reason.code, reason] as const))('have a sentence: %s', (_, reason) => {
    const sentence = reasonText(reason)
    expect(sentence).toMatch(/^[A-Z].*\.$/)
    expect(sentence).not.toBe(catalogue.failures.INTERNAL)
  })

  it('name the end of do-not-disturb with its day', () => {
    const until = new Date(2026, 10, 30, 9).getTime()
    expect(reasonText({ code: 'DO_NOT_DISTURB', values: { by: 'hand', until } })).toBe(
      'Do not disturb was on, until Monday 30 November, 09:00.',
    )
    expect(reasonText({ code: 'DO_NOT_DISTURB', values: { by: 'schedule', until: null } })).toBe(
      'Do not disturb was on by your weekly hours.',
    )
  })

  it('lead to the place that decides, each place once', () => {
    expect(waysBy([{ code: 'TURNED_OFF' }, { code: 'ALERT_WORD' }])).toEqual(['settings'])
    expect(waysBy([{ code: 'TOPIC_MUTED' }])).toEqual(['topics'])
    expect(waysBy([{ code: 'STREAM_MUTED' }])).toEqual(['stream'])
    expect(waysBy([{ code: 'SENDER_MUTED' }])).toEqual(['people'])
    expect(waysBy([{ code: 'NOTHING_ASKS', values: { by: 'stream' } }, { code: 'SOUND_OFF' }])).toEqual([
      'stream',
      'settings',
    ])
    expect(waysOf({ kind: 'undecided', cause: 'sender_muted' })).toEqual(['people'])
    expect(waysOf({ kind: 'undecided', cause: 'own' })).toEqual([])
    expect(waysBy([{ code: 'DIRECT_MESSAGE' }, { code: 'READ_BEFORE' }])).toEqual([])
  })
})

function setUp() {
  const calls: { readonly name: string; readonly input: unknown }[] = []
  const bridge: Bridge = {
    call: (name: string, input: unknown) => {
      calls.push({ name, input })
      return Promise.resolve({ ok: true, value: { engineEpoch: 1, revision: 0, items: [], meta: { hasMore: false } } })
    },
    onUpdate: () => () => undefined,
  }
  return { bridge, calls, queries: () => calls.flatMap(({ name, input }) => (name === 'views.open' ? [input] : [])) }
}

describe('the list of notifications', () => {
  it('opens the view of its scope, which a return to the visit restores', () => {
    const { bridge, calls, queries } = setUp()
    const screen = new NotificationLogScreen(
      { accountId: 'a', position: null, text: 'shown' },
      { bridge, views: new ViewClient(bridge) },
    )
    expect(queries()).toMatchObject([{ query: { type: 'notification_log', scope: 'shown' } }])
    screen.show('none')
    expect(queries()).toMatchObject([{}, { query: { scope: 'none' } }])
    expect([screen.scope, screen.text]).toEqual(['none', 'none'])
    screen.close()
    expect(calls.filter(({ name }) => name === 'views.close')).toHaveLength(2)
  })

  it('shows all decisions for a text of another version', () => {
    const { bridge, queries } = setUp()
    const visit = { accountId: 'a', position: null, text: 'something else' }
    new NotificationLogScreen(visit, { bridge, views: new ViewClient(bridge) }).close()
    expect(queries()).toMatchObject([{ query: { scope: 'all' } }])
  })
})

describe('the question why', () => {
  it('is asked of the account of the message, and again after a failure', async () => {
    const asked: unknown[] = []
    const answer: NotificationAnswer = { kind: 'undecided', cause: 'own' }
    const answers = [{ ok: false, error: { code: 'CLOSED' } } as const, { ok: true, value: answer } as const]
    const calls = {
      askOf: (...question: unknown[]) => {
        asked.push(question)
        return Promise.resolve(answers[asked.length - 1])
      },
    } as unknown as ConstructorParameters<typeof WhyNotified>[0] // only this call is made
    const why = new WhyNotified(calls, { accountId: 'a', messageId: 7 })
    await expect.poll(() => why.failure).toEqual({ code: 'CLOSED' })
    await why.load()
    expect([why.failure, why.answer]).toEqual([null, answer])
    expect(asked).toEqual([
      ['a', 'notifications.why', { messageId: 7 }],
      ['a', 'notifications.why', { messageId: 7 }],
    ])
  })
})
