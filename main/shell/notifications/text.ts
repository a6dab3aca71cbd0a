import { clientLimits } from '#shared/client-limits.ts'
import { personName } from '#i18n/names.ts'
import { notificationText, catalogue } from '#i18n/catalogue.ts'
import type { NotificationContent } from '#engine/ports.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

/**
 * Characters that XML 1.0, the format of Windows' notifications, does not allow (control characters, lone surrogates, U+FFFE,
 * U+FFFF), and bidirectional marks, with which a name could reorder the rest of the line.
 */
const removed = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu

/** `text` as one line of at most `most` UTF-16 code units that every system can show. */
export function lineOf(text: string, most: number): string {
  // A hostile text may be long, so only the part within the bound is processed.
  const line = text
    .slice(0, most * 8)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(removed, '')
    .trim()
  if (line.length <= most) return line
  let cut = ''
  for (const character of line) {
    if (cut.length + character.length > most - 1) break
    cut += character
  }
  return `${cut.trimEnd()}…`
}

interface Texts {
  readonly title: string
  readonly body: string
}

/**
 * The uncut texts of a notification. One that stands for several messages of a conversation shows the newest.
 * @param count the number of messages of a conversation
 */
export function wordedNotification(content: NotificationContent, count = 1): Texts {
  const { notifications } = catalogue
  if (content.kind === 'summary') {
    return {
      title: notifications.summaryTitle(content),
      body: notifications.summaryText({ ...content, senders: content.senders.map(personName) }),
    }
  }
  const title = messageTitle(content)
  return {
    title: count > 1 ? notifications.severalTitle({ title, count }) : title,
    body: notificationText(content.text),
  }
}

function messageTitle({ sender, place }: Extract<NotificationContent, { kind: 'message' }>): string {
  switch (place.kind) {
    case 'topic':
      return catalogue.notifications.topicTitle({
        sender: personName(sender),
        stream: place.stream,
        topic: place.topic,
      })
    case 'group':
      return catalogue.notifications.groupTitle(personName(sender))
    case 'direct':
      return personName(sender)
  }
}

/**
 * Title and body in the form that the system accepts.
 * @param readsMarkup whether the notification server reads the body as markup
 */
export function notificationTexts(platform: DesktopPlatform, texts: Texts, readsMarkup = platform === 'linux'): Texts {
  const title = lineOf(texts.title, clientLimits.shownTitle.most)
  const body = lineOf(texts.body, clientLimits.shownBody.most)
  return { title: title === '' ? 'Skein' : title, body: readsMarkup ? withoutMarkup(body) : body }
}

/**
 * The body with escaped markup. Most notification servers of Linux read links and pictures in it (Desktop Notifications
 * Specification, "Markup"), and Electron passes it on unchanged (shell/browser/notifications/linux).
 */
function withoutMarkup(body: string): string {
  return body.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
