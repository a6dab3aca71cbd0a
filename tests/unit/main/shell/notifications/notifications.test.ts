import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noticeText } from '#i18n/catalogue.ts'
import { Notification, shownNotifications } from '#browser-host/electron.ts'
import { record } from '#browser-host/recorder.ts'
import type { DesktopNotification } from '#engine/ports.ts'
import type { DesktopPlatform } from '#shell/system/desktop-platform.ts'
import { notificationId, type Activation } from '#shell/notifications/rules.ts'
import { DesktopNotifications } from '#shell/notifications/notifications.ts'
import { clientLimits } from '#shared/client-limits.ts'

const a = '0b9a7d52-6c1f-4f0e-9a3b-2f4c5d6e7f80'
const b = '5d0f1c9e-7a34-4b21-8f65-1a2b3c4d5e6f'

const notification = (sender: string, messageId: number): DesktopNotification => ({
  messageIds: [messageId],
  content: {
    kind: 'message',
    sender: { id: 2, name: sender },
    place: { kind: 'direct' },
    text: { code: 'TEXT', values: { text: 'x' } },
  },
  // Each has a conversation of its own.
  destination: { kind: 'direct', userIds: [messageId] },
  isSilent: true,
  canReply: true,
})

const senderOf = ({ content }: DesktopNotification) => (content.kind === 'message' ? content.sender.name : '')

const textContent = (text: string): DesktopNotification['content'] => ({
  kind: 'message',
  sender: { id: 2, name: 'Noor' },
  place: { kind: 'direct' },
  text: { code: 'TEXT', values: { text } },
})

/** The messages to the rest of the program, in order. */
function desktop(
  platform: DesktopPlatform,
  server = { readsMarkup: true, refresh: () => Promise.resolve() },
  isDoNotDisturb = () => false,
) {
  const events: unknown[] = []
  const log: string[] = []
  const notifications = new DesktopNotifications({
    platform,
    log: (_level, line) => log.push(line),
    server,
    isDoNotDisturb,
    onClick: (accountId, shown) => events.push(['click', accountId, senderOf(shown)]),
    onReply: (accountId, shown, text) => events.push(['reply', accountId, senderOf(shown), text]),
    onActivated: (activation: Activation) => events.push(activation),
    onOpen: () => events.push('open'),
    onFailed: (notice) => events.push(noticeText(notice)),
  })
  return { notifications, events, log }
}

beforeEach(() => {
  record.notifications.length = 0
  shownNotifications.length = 0
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  Notification.history = []
})

/** Ports that nobody hears. */
const nobody = {
  platform: 'linux',
  log: () => undefined,
  onClick: () => undefined,
  onReply: () => undefined,
  onActivated: () => undefined,
  onOpen: () => undefined,
  onFailed: () => undefined,
} as const

const open = () => record.notifications.filter(({ isOpen }) => isOpen).map(({ title }) => title)

describe('notifications', () => {
  it.each(['win32', 'darwin', 'linux'] as const)(
    'are not shown during do-not-disturb; shown ones stay and can be withdrawn (%s)',
    (platform) => {
      let isQuiet = false
      const { notifications, log } = desktop(platform, undefined, () => isQuiet)
      notifications.show(a, notification('one', 1))
      isQuiet = true
      notifications.show(a, notification('two', 2))
      notifications.show(b, notification('three', 3))
      expect(record.notifications).toHaveLength(1)
      expect(log).toEqual([
        'do not disturb: a notification was not shown',
        'do not disturb: a notification was not shown',
      ])
      notifications.withdraw(a, [1])
      expect(open()).toEqual([])
      isQuiet = false
      notifications.show(b, notification('four', 4))
      expect(record.notifications).toHaveLength(2)
    },
  )

  it('report a desktop without notifications only when they may be shown', () => {
    vi.spyOn(Notification, 'isSupported').mockReturnValue(false)
    let isQuiet = true
    const { notifications, events } = desktop('linux', undefined, () => isQuiet)
    notifications.show(a, notification('one', 1))
    expect(events).toEqual([])
    isQuiet = false
    notifications.show(a, notification('two', 2))
    expect(events).toHaveLength(1)
  })

  it('show the same text on Linux for servers with and without markup', () => {
    let asked = 0
    const server = {
      readsMarkup: true,
      refresh() {
        asked += 1
        return Promise.resolve()
      },
    }
    const { notifications } = desktop('linux', server)
    vi.useFakeTimers()
    notifications.start()
    // Starting a program would delay the window that is being shown.
    expect(asked).toBe(0)
    vi.advanceTimersByTime(5_000)
    vi.useRealTimers()
    expect(asked).toBe(1)
    const marked = { ...notification('one', 1), content: textContent('a <b> & c') }
    notifications.show(a, marked)
    server.readsMarkup = false
    notifications.show(a, { ...marked, messageIds: [2] })
    expect(record.notifications.map(({ body }) => body)).toEqual(['a &lt;b&gt; &amp; c', 'a <b> & c'])
    expect(asked).toBe(3)
    // Other systems read no markup and have no such server.
    desktop('darwin', server).notifications.show(a, { ...marked, messageIds: [3] })
    expect(record.notifications.at(-1)?.body).toBe('a <b> & c')
    expect(asked).toBe(3)
  })

  it('of one account are withdrawn, all of them and no others', () => {
    const { notifications, events } = desktop('linux')
    notifications.show(a, notification('one', 1))
    notifications.show(b, notification('two', 1))
    notifications.show(a, notification('three', 2))
    notifications.withdrawAll(a)
    expect(open()).toEqual(['two'])
    // A displayed notification can still be clicked; its listener reports the outcome.
    shownNotifications[0]?.emit('click')
    expect(events).toEqual([['click', a, 'one']])
    notifications.withdraw(b, [1])
    expect(open()).toEqual([])
  })

  it('of a conversation replace each other, and go when all of its messages are read', () => {
    const { notifications, events } = desktop('darwin')
    const inTopic = (sender: string, id: number, topic: string): DesktopNotification => ({
      ...notification(sender, id),
      destination: { kind: 'topic', streamId: 7, topic },
    })
    notifications.show(a, inTopic('one', 1, 'lunch'))
    notifications.show(a, inTopic('elsewhere', 2, 'dinner'))
    notifications.show(b, inTopic('another account', 3, 'lunch'))
    notifications.show(a, inTopic('two', 4, 'Lunch'))
    notifications.show(a, inTopic('three', 5, 'lunch'))
    expect(open()).toEqual(['elsewhere', 'another account', 'three (3 new)'])
    notifications.withdraw(a, [5, 1])
    expect(open()).toContain('three (3 new)')
    notifications.show(a, inTopic('four', 6, 'lunch'))
    expect(open()).toEqual(['elsewhere', 'another account', 'four (2 new)'])
    shownNotifications.at(-1)?.emit('click')
    expect(events).toEqual([['click', a, 'four']])
    notifications.show(a, inTopic('five', 7, 'lunch'))
    expect(open()).toEqual(['elsewhere', 'another account', 'five'])
    notifications.withdraw(a, [7])
    expect(open()).toEqual(['elsewhere', 'another account'])
  })

  it.each([
    ['the page', { hasOwnSound: true, isQuiet: false, isSilent: false }, true, 1],
    ['the system', { hasOwnSound: false, isQuiet: false, isSilent: false }, false, 0],
    ['nobody, for a silent one', { hasOwnSound: true, isQuiet: false, isSilent: true }, true, 0],
    ['nobody during the do-not-disturb of the system', { hasOwnSound: true, isQuiet: true, isSilent: false }, true, 0],
  ])('have their sound from %s', async (_, { hasOwnSound, isQuiet, isSilent }, isShownSilent, times) => {
    let played = 0
    const notShown: unknown[] = []
    const notifications = new DesktopNotifications({
      ...nobody,
      hasOwnSound: () => hasOwnSound,
      playSound: () => (played += 1),
      isSystemQuiet: () => Promise.resolve(isQuiet),
      onNotShown: (...call) => notShown.push(call),
    })
    notifications.show(a, { ...notification('one', 1), isSilent })
    await vi.waitFor(() => expect([played, notShown.length]).toEqual([times, isQuiet ? 1 : 0]))
    expect(record.notifications[0]?.isSilent).toBe(isShownSilent)
    expect(notShown).toEqual(isQuiet ? [[a, [1], 'SYSTEM_QUIET']] : [])
  })

  it('that the system does not show are told of to the account', () => {
    const notShown: unknown[] = []
    const made = () => new DesktopNotifications({ ...nobody, onNotShown: (...call) => notShown.push(call) })
    vi.stubEnv('SKEIN_HOST_NOTIFICATIONS', 'fail')
    made().show(a, notification('one', 1))
    vi.spyOn(Notification, 'isSupported').mockReturnValue(false)
    made().show(b, notification('two', 2))
    expect(notShown).toEqual([
      [a, [1], 'SYSTEM_REFUSED'],
      [b, [2], 'SYSTEM_REFUSED'],
    ])
  })

  it('are tested, with what became of the test', async () => {
    let isQuiet = false
    const { notifications } = desktop('linux', undefined, () => isQuiet)
    expect(await notifications.test()).toBe('shown')
    expect(record.notifications).toMatchObject([{ title: 'Test notification', isSilent: false }])
    isQuiet = true
    expect(await notifications.test()).toBe('quiet')
    isQuiet = false
    vi.stubEnv('SKEIN_HOST_NOTIFICATIONS', 'fail')
    expect(await notifications.test()).toBe('failed')
    vi.spyOn(Notification, 'isSupported').mockReturnValue(false)
    expect(await notifications.test()).toBe('unsupported')
  })

  it('are tested on a system that says nothing', async () => {
    vi.useFakeTimers()
    const { notifications } = desktop('linux')
    vi.spyOn(Notification.prototype, 'show').mockImplementation(() => undefined)
    const tested = notifications.test()
    await vi.advanceTimersByTimeAsync(4_000)
    expect(await tested).toBe('unanswered')
    vi.useRealTimers()
  })

  it('close after a reply, and are handled once', () => {
    const { notifications, events } = desktop('darwin')
    notifications.show(a, notification('one', 1))
    notifications.show(a, notification('two', 2))
    shownNotifications[0]?.emit('reply', { reply: 'here' }, 'here')
    shownNotifications[0]?.emit('click')
    shownNotifications[1]?.emit('reply', { reply: '  ' }, '  ')
    expect(events).toEqual([['reply', a, 'one', 'here']])
    expect(open()).toEqual([])
  })

  it('that fail are logged each, and reported once with advice', () => {
    vi.stubEnv('SKEIN_HOST_NOTIFICATIONS', 'fail')
    const { notifications, events, log } = desktop('darwin')
    notifications.show(a, notification('one', 1))
    notifications.show(a, notification('two', 2))
    expect(log).toEqual(Array(2).fill('a notification was not shown: notifications are not allowed'))
    expect(events).toEqual([expect.stringContaining('System Settings')])
  })

  it('are reported as missing if the system has none', () => {
    vi.spyOn(Notification, 'isSupported').mockReturnValue(false)
    const { notifications, events } = desktop('linux')
    notifications.show(a, notification('one', 1))
    expect(record.notifications).toEqual([])
    expect(events).toEqual([expect.stringContaining('notification service')])
  })

  it('are held up to a limit; the oldest is dropped without closing it', () => {
    const { notifications } = desktop('win32')
    const most = clientLimits.notificationsHeld.most
    for (let id = 1; id <= most + 1; id += 1) notifications.show(a, notification(`${id}`, id))
    notifications.withdrawAll(a)
    expect(open()).toEqual(['1'])
  })
})

describe('notifications in the Action Center of Windows', () => {
  it('can still be clicked and withdrawn', () => {
    const { notifications, events } = desktop('win32')
    notifications.show(a, notification('one', 1))
    notifications.show(a, notification('two', 2))
    const close = vi.spyOn(shownNotifications[1]!, 'close')
    for (const shown of shownNotifications) shown.closeFor('timedOut')
    shownNotifications[0]?.emit('click')
    expect(events).toEqual([['click', a, 'one']])
    notifications.withdraw(a, [2])
    expect(close).toHaveBeenCalledOnce()
  })

  it('are dropped when the user closes them, on other systems when they close for any reason', () => {
    for (const [platform, reason] of [
      ['win32', 'userCanceled'],
      ['linux', 'timedOut'],
      ['darwin', undefined],
    ] as const) {
      const { notifications } = desktop(platform)
      notifications.show(a, notification(platform, 1))
      const shown = shownNotifications.at(-1)!
      shown.closeFor(reason)
      const close = vi.spyOn(shown, 'close')
      notifications.withdrawAll(a)
      expect(close, platform).not.toHaveBeenCalled()
    }
  })

  it('are handled once, although Windows reports each twice', () => {
    const { notifications, events } = desktop('win32')
    notifications.start()
    notifications.show(a, notification('one', 1))
    notifications.show(a, notification('two', 2))
    const args = (id: number) => `type=click&tag=${notificationId(a, id)}`
    Notification.activate({ type: 'click', arguments: args(1) })
    shownNotifications[0]?.emit('click')
    shownNotifications[1]?.emit('reply', { reply: 'here' }, 'here')
    Notification.activate({ type: 'reply', arguments: args(2), reply: 'here' })
    expect(events).toEqual([
      ['click', a, 'one'],
      ['reply', a, 'two', 'here'],
    ])
  })

  it('of an earlier run open their conversation', () => {
    const { notifications, events, log } = desktop('win32')
    notifications.start()
    const tag = notificationId(a, 7)
    Notification.activate({ type: 'click', arguments: `type=click&tag=${tag}` })
    Notification.activate({ type: 'click', arguments: `type=click&tag=${tag}` })
    Notification.activate({ type: 'reply', arguments: `type=reply&tag=${notificationId(a, 8)}`, reply: 'here' })
    // Without an id the window opens, and a reply is dropped.
    Notification.activate({ type: 'click', arguments: 'type=click&tag=1157' })
    Notification.activate({ type: 'reply', arguments: 'type=reply', reply: 'x' })
    expect(events).toEqual([
      { accountId: a, messageId: 7, reply: null },
      { accountId: a, messageId: 8, reply: 'here' },
      'open',
    ])
    expect(log).toHaveLength(2)
  })
})

describe('notifications in the Notification Center of macOS', () => {
  it('of an earlier run can be clicked', async () => {
    const { notifications, events } = desktop('darwin')
    const old = (id: string) => new Notification({ id })
    Notification.history = [old(notificationId(a, 7)), old(notificationId(a, 8)), old('somebody else’s')]
    notifications.start()
    await vi.waitUntil(() => Notification.history[1]!.listenerCount('click') > 0)
    Notification.history[0]!.emit('click')
    Notification.history[1]!.emit('reply', { reply: 'here' }, 'here')
    expect(events).toEqual([
      { accountId: a, messageId: 7, reply: null },
      { accountId: a, messageId: 8, reply: 'here' },
    ])
    expect(Notification.history[2]!.listenerCount('click')).toBe(0)
  })

  it('are logged if they cannot be listed', async () => {
    vi.spyOn(Notification, 'getHistory').mockRejectedValue(new Error('not signed'))
    const { notifications, log } = desktop('darwin')
    notifications.start()
    await vi.waitUntil(() => log.length > 0)
    expect(log).toEqual(['notifications of earlier runs are not heard: Error: not signed'])
  })
})
