import { Notification, type ActivationArguments } from 'electron'
import type { NotificationTest, Notice } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { NotShown } from '#engine/engine-calls.ts'
import type { DesktopNotification, LogLevel } from '#engine/ports.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import type { NotificationServer } from './notification-server.ts'
import {
  notificationId,
  readActivation,
  readNotificationId,
  remainsAfterClose,
  shownNotification,
  type Activation,
} from './rules.ts'
import { notificationTexts } from './text.ts'

const maxHeld = clientLimits.notificationsHeld.most
/**
 * The delay of the first query of the notification server, milliseconds; starting a program delays the window that is
 * being shown.
 */
const askServerAfterMs = 5_000
/** The time in which a system says whether it has shown a notification, milliseconds. */
const answerDeadlineMs = 4_000

export interface NotificationPorts {
  readonly platform: DesktopPlatform
  readonly log: (level: LogLevel, message: string) => void
  /** The notification server of Linux; without one, markup in bodies is escaped. */
  readonly server?: Pick<NotificationServer, 'readsMarkup' | 'refresh'>
  /** Whether notifications are off now (`activity/user-activity.ts`). */
  readonly isDoNotDisturb?: () => boolean
  /** Whether the page plays the sounds of notifications, in place of the system. */
  readonly hasOwnSound?: () => boolean
  readonly playSound?: () => void
  /** Whether the system's own do-not-disturb is known to be on. */
  readonly isSystemQuiet?: () => Promise<boolean>
  onClick(accountId: string, notification: DesktopNotification): void
  onReply(accountId: string, notification: DesktopNotification, text: string): void
  /** Called for a notification that this run does not hold, such as one of an earlier run. */
  onActivated(activation: Activation): void
  /** Called for a click on a notification with an invalid id. */
  onOpen(): void
  /** Called for each notification that the system does not show, or holds back. */
  onNotShown?(accountId: string, messageIds: readonly number[], cause: NotShown): void
  /** Called once in a run if the system shows no notifications. */
  onFailed(notice: Notice): void
}

interface Held {
  readonly id: string
  readonly accountId: string
  readonly handle: Electron.Notification
  /** The conversation, whose next notification replaces this one; null for none in particular. */
  readonly conversation: string | null
  /** The messages that are still unread. */
  readonly messageIds: Set<number>
  /** Called with a reply, or with null for a click. */
  readonly onAnswer: (reply: string | null) => void
}

/** The system's notifications. Messages that were read elsewhere are withdrawn; replies go through the outbox. */
export class DesktopNotifications {
  readonly #ports: NotificationPorts
  /** The referenced notifications, oldest first: a garbage-collected one loses its events. */
  readonly #held = new Set<Held>()
  /** Handled ids: Windows reports each click twice, by the notification and by `handleActivation`. */
  readonly #done = new Set<string>()
  #isFailureNotified = false

  constructor(ports: NotificationPorts) {
    this.#ports = ports
  }

  /** Listens for clicks from before the start. Call it after the accounts have started. */
  start(): void {
    const { platform, server } = this.#ports
    if (platform === 'linux') setTimeout(() => void server?.refresh(), askServerAfterMs).unref()
    if (platform === 'win32') {
      Notification.handleActivation((details) => {
        this.#activate(details)
      })
    }
    if (platform === 'darwin') void this.#restore()
  }

  /**
   * Shows a notification. It replaces the one of the same conversation, and then stands for the messages of both that
   * are still unread.
   */
  show(accountId: string, given: DesktopNotification): void {
    if (this.#ports.isDoNotDisturb?.() === true) {
      this.#ports.log('info', 'do not disturb: a notification was not shown')
      return
    }
    if (!Notification.isSupported()) {
      this.#ports.onNotShown?.(accountId, given.messageIds, 'SYSTEM_REFUSED')
      this.#fail('the system has no notifications')
      return
    }
    const { platform, server } = this.#ports
    const readsMarkup = platform === 'linux' && server?.readsMarkup !== false
    const notification = this.#takingOver(accountId, given)
    const options = shownNotification(platform, accountId, notification, readsMarkup)
    const hasOwnSound = !options.silent && this.#ports.hasOwnSound?.() === true
    const handle = new Notification({ ...options, silent: options.silent || hasOwnSound })
    this.#done.delete(options.id)
    this.#hold({
      id: options.id,
      accountId,
      handle,
      conversation: conversationOf(notification),
      messageIds: new Set(notification.messageIds),
      onAnswer: (reply) => {
        if (reply === null) this.#ports.onClick(accountId, notification)
        else this.#ports.onReply(accountId, notification, reply)
      },
    })
    handle.show()
    void this.#follow(accountId, notification.messageIds, hasOwnSound)
    // The answer is used for the next notification.
    if (platform === 'linux') void server?.refresh()
  }

  /** Shows a notification that is about nothing, and returns whether the system has shown it. */
  async test(): Promise<NotificationTest['notification']> {
    if (this.#ports.isDoNotDisturb?.() === true) return 'quiet'
    if (!Notification.isSupported()) return 'unsupported'
    const { platform } = this.#ports
    const { testTitle: title, testBody: body } = catalogue.notifications
    // The page plays a sound of Skein's own when it has the answer.
    const handle = new Notification({
      ...notificationTexts(platform, { title, body }),
      silent: this.#ports.hasOwnSound?.() === true,
    })
    return new Promise((told) => {
      const timer = setTimeout(() => {
        told('unanswered')
      }, answerDeadlineMs)
      const end = (outcome: 'shown' | 'failed') => () => {
        clearTimeout(timer)
        told(outcome)
      }
      handle.on('show', end('shown'))
      handle.on('failed', end('failed'))
      handle.show()
    })
  }

  withdraw(accountId: string, messageIds: readonly number[]): void {
    for (const held of [...this.#held]) {
      if (held.accountId !== accountId) continue
      for (const id of messageIds) held.messageIds.delete(id)
      if (held.messageIds.size === 0) this.#forget(held)
    }
  }

  /** Withdraws all notifications of a removed account. */
  withdrawAll(accountId: string): void {
    for (const held of [...this.#held]) if (held.accountId === accountId) this.#forget(held)
  }

  /** Plays the sound of a notification, unless the system's own do-not-disturb holds the notification back. */
  async #follow(accountId: string, messageIds: readonly number[], hasOwnSound: boolean): Promise<void> {
    const isHeldBack = (await this.#ports.isSystemQuiet?.()) === true
    if (isHeldBack) this.#ports.onNotShown?.(accountId, messageIds, 'SYSTEM_QUIET')
    else if (hasOwnSound) this.#ports.playSound?.()
  }

  /** Removes the notification of the same conversation, and returns the new one with its unread messages. */
  #takingOver(accountId: string, notification: DesktopNotification): DesktopNotification {
    const conversation = conversationOf(notification)
    const earlier =
      conversation === null
        ? undefined
        : [...this.#held].find((held) => held.accountId === accountId && held.conversation === conversation)
    if (earlier === undefined) return notification
    this.#forget(earlier)
    return { ...notification, messageIds: [...earlier.messageIds, ...notification.messageIds].slice(-maxHeld) }
  }

  #hold(held: Held): void {
    const { handle } = held
    this.#held.add(held)
    trim(this.#held)
    handle.on('click', () => {
      this.#answer(held, null)
    })
    handle.on('reply', ({ reply }) => {
      this.#answer(held, reply)
    })
    handle.on('close', ({ reason }) => {
      if (!remainsAfterClose(this.#ports.platform, reason)) this.#held.delete(held)
    })
    handle.on('failed', (_event, error) => {
      this.#held.delete(held)
      this.#ports.onNotShown?.(held.accountId, [...held.messageIds], 'SYSTEM_REFUSED')
      this.#fail(error)
    })
  }

  #answer(held: Held, reply: string | null): void {
    this.#forget(held)
    if (this.#isFirst(held.id) && reply?.trim() !== '') held.onAnswer(reply)
  }

  /** Whether a notification has not been handled yet. */
  #isFirst(id: string): boolean {
    if (this.#done.has(id)) return false
    this.#done.add(id)
    trim(this.#done)
    return true
  }

  #activate(details: ActivationArguments): void {
    const activation = readActivation(details)
    if (activation === null) {
      this.#ports.log('warn', `a notification was activated that names nothing (${details.type.slice(0, 20)})`)
      if (details.type === 'click') this.#ports.onOpen()
      return
    }
    const id = notificationId(activation.accountId, activation.messageId)
    const held = [...this.#held].find((candidate) => candidate.id === id)
    if (held !== undefined) this.#answer(held, activation.reply)
    else if (this.#isFirst(id)) this.#ports.onActivated(activation)
  }

  /** Listens to the notifications of earlier runs in the Notification Center of macOS. */
  async #restore(): Promise<void> {
    try {
      for (const handle of await Notification.getHistory()) {
        const named = readNotificationId(handle.id)
        if (named === null || [...this.#held].some(({ id }) => id === handle.id)) continue
        const { accountId, messageId } = named
        this.#hold({
          id: handle.id,
          accountId,
          handle,
          conversation: null,
          messageIds: new Set([messageId]),
          onAnswer: (reply) => {
            this.#ports.onActivated({ ...named, reply })
          },
        })
      }
    } catch (error) {
      this.#ports.log('warn', `notifications of earlier runs are not heard: ${String(error)}`)
    }
  }

  #fail(error: string): void {
    this.#ports.log('error', `a notification was not shown: ${error}`)
    if (this.#isFailureNotified) return
    this.#isFailureNotified = true
    this.#ports.onFailed({ code: 'NOTIFICATIONS_BLOCKED', values: { platform: this.#ports.platform } })
  }

  #forget(held: Held): void {
    this.#held.delete(held)
    held.handle.close()
  }
}

/** Returns a key of the conversation of a message; null for a summary, which has messages of several. */
function conversationOf({ content, destination }: DesktopNotification): string | null {
  if (content.kind === 'summary') return null
  return destination.kind === 'direct'
    ? `direct:${destination.userIds.join()}`
    : `topic:${destination.streamId}:${destination.topic.toLowerCase()}`
}

/** Drops the oldest entries. The system still shows their notifications, whose clicks are lost. */
function trim(oldestFirst: Set<unknown>): void {
  for (const oldest of oldestFirst) {
    if (oldestFirst.size <= maxHeld) return
    oldestFirst.delete(oldest)
  }
}
