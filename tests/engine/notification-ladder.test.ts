import { describe, expect, it } from 'vitest'
import type { TextFlag } from '#contract/messages.ts'
import type { NotificationAnswer } from '#contract/notifications.ts'
import { decideNotification } from '#engine/notifications/decide.ts'
import { readUserSettings } from '#engine/store/documents/user-settings.ts'
import { isLookedAt } from '#shell/window/looked-at.ts'
import type { Quiet } from '#shared/time/quiet-time.ts'
import { setupWorld } from '#support/setup-world.ts'
import type { Account } from '#support/test-server.ts'
import { testWindow } from '#support/test-window.ts'
import { ladder, type LadderCase, type Situation } from '#tests/corpora/notifications/ladder.ts'

const flagsOf: Readonly<Record<LadderCase['message'], readonly TextFlag[]>> = {
  direct: [],
  plain: [],
  mention: ['mentioned'],
  alert: ['has_alert_word'],
  all: ['wildcard_mentioned'],
  'mention+alert': ['mentioned', 'has_alert_word'],
}

const window = { isVisible: true, isMinimized: false, isFocused: true }
const hour = 3_600_000

function quietIn(situation: Situation, now: number): Quiet | null {
  if (situation === 'hand') return { by: 'hand', until: null }
  return situation === 'schedule' ? { by: 'schedule', until: now + hour } : null
}

describe('the table of notifications', () => {
  it('has more than 400 different cases, and one outcome for each', () => {
    const outcomes = new Map<string, Set<string>>()
    for (const { title, shows, sounds, reasons } of ladder) {
      const known = outcomes.get(title) ?? new Set()
      outcomes.set(title, known.add(JSON.stringify([shows, sounds, reasons])))
    }
    expect(outcomes.size).toBeGreaterThan(400)
    expect([...outcomes].filter(([, known]) => known.size !== 1)).toEqual([])
  })

  it.each([
    'enable_desktop_notifications',
    'enable_sounds',
    'enable_stream_desktop_notifications',
    'enable_stream_audible_notifications',
    'enable_followed_topic_desktop_notifications',
    'enable_followed_topic_audible_notifications',
    'enable_followed_topic_wildcard_mentions_notify',
    'wildcard_mentions_notify',
    'pm_content_in_desktop_notifications',
    'notification_sound',
  ])('has cases with each value of the setting %s', (name) => {
    expect(new Set(ladder.map(({ settings }) => settings[name])).size).toBe(2)
  })

  it.each(ladder.map((each) => [each.title, each] as const))('is what decides: %s', (_, each) => {
    const { situation, message, choice } = each
    const isDirect = message === 'direct'
    const isAtWindow = ['looking', 'idle', 'elsewhere'].includes(situation)
    const isEndShown = situation === 'looking' || situation === 'idle'
    const decision = decideNotification(
      {
        isOwn: situation === 'own',
        isSenderMuted: situation === 'muted sender',
        wasNotified: false,
        isRead: situation === 'read',
        isLookedAt: isEndShown && isLookedAt(window, isAtWindow, situation !== 'idle'),
        isOld: situation === 'old',
        isDirect,
        flags: flagsOf[message],
        topicPolicy: each.policy,
        isStreamMuted: each.isStreamMuted,
        stream: isDirect ? null : choice,
        quiet: quietIn(situation, 0),
      },
      readUserSettings(each.settings),
    )
    expect({
      shows: decision.shows,
      sounds: decision.sounds,
      reasons: decision.reasons.map(({ code }) => code),
    }).toEqual({ shows: each.shows, sounds: each.sounds, reasons: each.reasons })
  })
})

const words: Readonly<Record<LadderCase['message'], string>> = {
  direct: 'hello',
  plain: 'hello',
  mention: '@**Iris** hello',
  alert: 'the soup is ready',
  all: '@**all** hello',
  'mention+alert': '@**Iris** the soup is ready',
}

/** A world in which each case of the table can be played with a real message. */
async function playground() {
  const world = await setupWorld()
  const { server, client, iris, noor, mei, general } = world
  const never = { automatically_follow_topics_policy: 4, automatically_unmute_topics_in_muted_streams_policy: 4 }
  await server.ok(iris, 'PATCH', '/settings', { ...never, automatically_follow_topics_where_mentioned: false })
  await server.ok(iris, 'POST', '/users/me/alert_words', { alert_words: ['soup'] })
  await server.ok(iris, 'POST', `/users/me/muted_users/${mei.id}`)
  const streams = new Map<string, number>()
  let known: LadderCase['settings'] = {}

  async function streamFor({ isStreamMuted, choice }: LadderCase): Promise<number> {
    const key = JSON.stringify([isStreamMuted, choice])
    const found = streams.get(key)
    if (found !== undefined) return found
    const name = `stream ${streams.size}`
    const principals = [iris.id, noor.id, mei.id]
    await server.ok(iris, 'POST', '/users/me/subscriptions', { subscriptions: [{ name }], principals })
    const { stream_id: id } = (await server.call(iris, 'GET', '/get_stream_id', { stream: name })) as {
      stream_id: number
    }
    const properties = [
      ['is_muted', isStreamMuted],
      ['desktop_notifications', choice.desktop],
      ['audible_notifications', choice.audible],
      ['wildcard_mentions_notify', choice.wildcard],
    ] as const
    const changes = properties.filter(([, value]) => value !== null)
    await server.ok(iris, 'POST', '/users/me/subscriptions/properties', {
      subscription_data: changes.map(([property, value]) => ({ stream_id: id, property, value })),
    })
    for (const policy of [1, 2, 3]) await server.setTopicPolicy(iris, { stream: id, topic: `topic ${policy}` }, policy)
    streams.set(key, id)
    return id
  }

  async function settle(settings: LadderCase['settings']): Promise<void> {
    const changed = Object.entries(settings).filter(([name, value]) => known[name] !== value)
    known = settings
    if (changed.length > 0) await server.ok(iris, 'PATCH', '/settings', Object.fromEntries(changed))
  }

  /** Plays a case; returns what was shown, and what the question why answers. */
  async function play(each: LadderCase) {
    const { situation, policy } = each
    await settle(each.settings)
    const stream = each.message === 'direct' ? null : await streamFor(each)
    const sender: Account = situation === 'muted sender' ? mei : situation === 'own' ? iris : noor
    const other = sender === iris ? noor : sender
    const narrow =
      stream === null
        ? ({ kind: 'direct', userIds: [other.id] } as const)
        : ({ kind: 'topic', streamId: stream, topic: `topic ${policy}` } as const)
    const opened =
      situation === 'looking' || situation === 'idle' ? narrow : situation === 'elsewhere' ? elsewhere : null
    await server.clock.advance(500)
    const view = opened === null ? null : await client.openConversation(opened, 'newest')
    client.engine.setQuiet(quietIn(situation, server.clock.now()))
    client.engine.signal(opened === null ? 'blurred' : 'focused')
    client.engine.signal(situation === 'idle' ? 'absent' : 'present')
    const before = client.notifications.length
    const to =
      stream === null ? { direct: [sender === iris ? noor.id : iris.id] } : { stream, topic: `topic ${policy}` }
    const id = await server.post(sender, to, words[each.message])
    if (situation === 'read') {
      await server.ok(iris, 'POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' })
    }
    await server.clock.advance(1_000)
    if (view !== null) await client.engine.call('views.close', { viewId: view.viewId }, testWindow)
    const answer = await client.engine.call('notifications.why', { messageId: id })
    if (!answer.ok) throw new Error(answer.error.code)
    return { shown: client.notifications.slice(before), why: answer.value }
  }
  const elsewhere = { kind: 'topic', streamId: general, topic: 'elsewhere' } as const
  return { play }
}

/** Returns how the list differs from the table or from what was shown; null if it does not. */
function difference(
  each: LadderCase,
  { shown, why }: { shown: readonly { isSilent: boolean }[]; why: NotificationAnswer },
) {
  const expected = {
    shown: each.shows ? [!each.sounds] : [],
    why:
      each.situation === 'own' || each.situation === 'muted sender'
        ? { kind: 'undecided', cause: each.situation === 'own' ? 'own' : 'sender_muted' }
        : { outcome: each.shows ? 'shown' : 'none', hasSound: each.sounds, reasons: each.reasons },
  }
  const found = {
    shown: shown.map(({ isSilent }) => isSilent),
    why:
      why.kind === 'undecided'
        ? { kind: why.kind, cause: why.cause }
        : { outcome: why.outcome, hasSound: why.hasSound, reasons: why.reasons.map(({ code }) => code) },
  }
  return JSON.stringify(found) === JSON.stringify(expected) ? null : { title: each.title, found, expected }
}

describe('the answers to “why”', () => {
  it('agree with the table and with what was shown, for each of its cases', { timeout: 300_000 }, async () => {
    const { play } = await playground()
    // Messages that are older than a day come after an absence; `notifications.test.ts` has them.
    const cases = ladder.filter(({ situation }) => situation !== 'old')
    const inOrder = cases.toSorted((a, b) => JSON.stringify(a.settings).localeCompare(JSON.stringify(b.settings)))
    const differences: unknown[] = []
    for (const each of inOrder) {
      const found = difference(each, await play(each))
      if (found !== null) differences.push(found)
    }
    // The server has marked the messages of muted people as read.
    expect(differences).toEqual([])
  })
})
