import type { DesktopNotification } from '../../main/engine/ports.ts'

/** The text of the message that a notification tells of; null where it is hidden, or the notification is a summary. */
export function notificationText({ content }: DesktopNotification): string | null {
  return content.kind === 'message' && content.text.code === 'TEXT' ? content.text.values.text : null
}
