import { Notification } from 'electron'
import type { DesktopNotification } from '../engine/protocol.ts'

export interface NotificationEvents {
  onClick(accountId: string, notification: DesktopNotification): void
  onReply(accountId: string, notification: DesktopNotification, text: string): void
}

interface Shown {
  readonly accountId: string
  readonly handle: Notification
  /** Messages that are still news. */
  readonly messageIds: Set<number>
}

/** The system's notifications. What was read elsewhere is taken back; an answer goes through the outbox. */
export class DesktopNotifications {
  readonly #events: NotificationEvents
  /** Held here: a notification that nobody holds loses its clicks. */
  readonly #shown = new Set<Shown>()

  constructor(events: NotificationEvents) {
    this.#events = events
  }

  show(accountId: string, notification: DesktopNotification): void {
    const handle = new Notification({
      title: notification.title,
      body: notification.body,
      silent: notification.isSilent,
      // Only macOS has an answer field; elsewhere this is ignored.
      hasReply: notification.canReply,
      replyPlaceholder: 'Reply',
    })
    const shown: Shown = { accountId, handle, messageIds: new Set(notification.messageIds) }
    this.#shown.add(shown)
    handle.on('click', () => {
      this.#events.onClick(accountId, notification)
      this.#forget(shown)
    })
    handle.on('reply', (_event, reply: string) => {
      if (reply.trim() !== '') this.#events.onReply(accountId, notification, reply)
      this.#forget(shown)
    })
    handle.on('close', () => {
      this.#shown.delete(shown)
    })
    handle.show()
  }

  withdraw(accountId: string, messageIds: readonly number[]): void {
    for (const shown of [...this.#shown]) {
      if (shown.accountId !== accountId) continue
      for (const id of messageIds) shown.messageIds.delete(id)
      if (shown.messageIds.size === 0) this.#forget(shown)
    }
  }

  /** The account is gone, and what it had to say with it. */
  withdrawAll(accountId: string): void {
    for (const shown of [...this.#shown]) if (shown.accountId === accountId) this.#forget(shown)
  }

  #forget(shown: Shown): void {
    this.#shown.delete(shown)
    shown.handle.close()
  }
}
