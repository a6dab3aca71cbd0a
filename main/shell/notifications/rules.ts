import { accountIdSchema } from '#contract/base/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { DesktopNotification } from '#engine/ports.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'
import { notificationTexts, wordedNotification } from './text.ts'

/** The options of a notification. */
export interface ShownNotification {
  /** Names account and message, so that an activation after a restart can be understood. */
  readonly id: string
  readonly title: string
  readonly body: string
  readonly silent: boolean
  readonly hasReply: boolean
  readonly replyPlaceholder: string
}

/** A click on a notification of an earlier run, or a reply to it. */
export interface Activation {
  readonly accountId: string
  readonly messageId: number
  /** The reply; null for a click. */
  readonly reply: string | null
}

/** The options for Electron's constructor. Linux has no reply field: its notification servers only support clicks. */
export function shownNotification(
  platform: DesktopPlatform,
  accountId: string,
  notification: DesktopNotification,
  readsMarkup = platform === 'linux',
): ShownNotification {
  return {
    id: notificationId(accountId, notification.messageIds.at(-1) ?? 0),
    ...notificationTexts(
      platform,
      wordedNotification(notification.content, notification.messageIds.length),
      readsMarkup,
    ),
    silent: notification.isSilent,
    hasReply: notification.canReply && platform !== 'linux',
    replyPlaceholder: catalogue.notifications.reply,
  }
}

/**
 * The id of the notification of a message: letters and digits, at most 49 of the 64 characters that Windows takes as a
 * tag (electron/electron#50328).
 */
export function notificationId(accountId: string, messageId: number): string {
  return `${accountId.replaceAll('-', '')}m${messageId}`
}

/** The account and the message of an id; null if the id is not one of Skein's. */
export function readNotificationId(id: string): { readonly accountId: string; readonly messageId: number } | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})m([1-9][0-9]{0,15})$/.exec(id)
  if (parts === null) return null
  const account = accountIdSchema.safeParse(parts.slice(1, 6).join('-'))
  const messageId = Number(parts[6])
  return account.success && Number.isSafeInteger(messageId) ? { accountId: account.data, messageId } : null
}

/**
 * Validates Windows' report of a clicked notification or a reply (`ActivationArguments`), which any program of the user
 * can send. Null if it is invalid.
 */
export function readActivation(details: {
  readonly type: string
  readonly arguments: string
  readonly reply?: string
}): Activation | null {
  // The format is `type=click&tag=<id>`; since electron/electron#50328 the id is unchanged.
  const tag = /(?:^|&)tag=([0-9a-z]{1,64})(?:&|$)/.exec(details.arguments.slice(0, 1_000))?.[1]
  const named = tag === undefined ? null : readNotificationId(tag)
  if (named === null) return null
  if (details.type === 'click') return { ...named, reply: null }
  const reply = details.reply ?? ''
  if (details.type !== 'reply' || reply.trim() === '' || reply.length > clientLimits.notificationReply.most) return null
  return { ...named, reply }
}

/**
 * Whether a notification can still be clicked after its `close` event. Windows also sends the event when a notification
 * moves to the Action Center (`timedOut`, `applicationHidden`); only closing by the user removes it.
 */
export function remainsAfterClose(platform: DesktopPlatform, reason: string | undefined): boolean {
  return platform === 'win32' && reason !== 'userCanceled'
}
