import type { NoticeValues } from '#contract/app.ts'
import type { NotificationTextValues } from '#contract/notifications.ts'
import type { Section } from '../section.ts'
import { english } from './format.ts'

const youWrote = (content: string) => `You wrote: “${content}”`
const withAnswer = (sentence: string, answer: string | null) =>
  answer === null ? sentence : `${sentence} ${youWrote(answer)}`

const blocked = {
  darwin:
    'macOS didn’t show a notification. Open System Settings > Notifications and allow them for Skein. If Skein isn’t listed, this copy isn’t signed; install a signed one.',
  win32: 'Windows didn’t show a notification. Open Settings > System > Notifications and turn them on for Skein.',
  linux:
    'Your desktop didn’t show a notification. Check that notifications are turned on in its settings, and that a notification service is running.',
} satisfies Record<NoticeValues['NOTIFICATIONS_BLOCKED']['platform'], string>

export const notices: Section<NoticeValues> = {
  NOTIFICATION_SIGNED_OUT: ({ answer }) =>
    withAnswer('This notification is for an account that’s signed out, so there’s nothing to open.', answer),
  NOTIFICATION_GONE: ({ answer }) =>
    withAnswer(
      'This notification’s message couldn’t be opened. It may have been deleted, or the server can’t be reached right now.',
      answer,
    ),
  ANSWER_NOT_SENT: ({ cause, lost }, sentenceOf) =>
    `Your reply wasn’t sent. ${sentenceOf(cause)} ${lost === null ? 'The reply is saved as a draft.' : youWrote(lost)}`,
  NOTIFICATIONS_BLOCKED: ({ platform }) => blocked[platform],
  DICTIONARY_NOT_FETCHED: ({ language }) =>
    `The dictionary for ${english.languageName(language)} couldn’t be downloaded. Spell checking will start once it has been.`,
  NO_DICTIONARY:
    'There’s no dictionary for your system’s languages. Choose another language in a text field’s context menu.',
  SPELLING_NOT_STORED: 'Your spelling settings couldn’t be saved. Check that the disk isn’t full, then choose again.',
  LINK_NOT_OPENED: ({ cause }, sentenceOf) => sentenceOf(cause),
  SANDBOX_OFF({ platform }) {
    const what = 'Skein is running without its sandbox, which protects the rest of your computer from harmful messages'
    return platform === 'linux'
      ? `${what}. Either this system doesn’t allow it for AppImages, or Skein was started with --no-sandbox. Install Skein’s deb package, or allow programs to create user namespaces.`
      : `${what}. It was started with --no-sandbox. Quit Skein and start it without that option.`
  },
  UNCAUGHT_ERROR:
    'Something went wrong in Skein, but it’s still running. If anything looks wrong, quit and start it again.',
  GRAPHICS_FAILED:
    'This computer’s graphics have failed several times. If the window looks wrong, quit Skein and start it with --disable-gpu.',
}

/** The text of a message in a notification. */
export const messageTexts = {
  TEXT: ({ text }) => text,
  HIDDEN: 'New direct message',
} satisfies Partial<Section<NotificationTextValues>>
