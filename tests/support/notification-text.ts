import type { DesktopNotification } from '#engine/ports.ts'

/** The message text in a notification; null if it is hidden or the notification is a summary. */
export function notificationText({ content }: DesktopNotification): string | null {
  return content.kind === 'message' && content.text.code === 'TEXT' ? content.text.values.text : null
}
