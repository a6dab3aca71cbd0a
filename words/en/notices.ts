import type { NoticeValues } from '../../preload/contract/notices.ts'
import type { ToldTextValues } from '../../preload/contract/told-texts.ts'
import type { Section } from '../catalogue.ts'
import { english } from './format.ts'

const youWrote = (content: string) => `You wrote: “${content}”`
const withAnswer = (sentence: string, answer: string | null) =>
  answer === null ? sentence : `${sentence} ${youWrote(answer)}`

const blocked = {
  darwin:
    'macOS did not show a notification. Open System Settings, Notifications, and allow them for Skein. If Skein is not listed there, this copy is not signed: install a signed one.',
  win32: 'Windows did not show a notification. Open Settings, System, Notifications, and turn them on for Skein.',
  linux:
    'Your desktop did not show a notification. Check that notifications are turned on in its settings, and that a notification service runs.',
} satisfies Record<NoticeValues['NOTIFICATIONS_BLOCKED']['platform'], string>

export const notices = {
  NOTIFICATION_SIGNED_OUT: ({ answer }) =>
    withAnswer(
      'This notification belongs to an account that is signed out. There is nothing to open any more.',
      answer,
    ),
  NOTIFICATION_GONE: ({ answer }) =>
    withAnswer(
      'The message of this notification could not be opened: it is gone, or the server cannot be reached now.',
      answer,
    ),
  ANSWER_NOT_SENT: ({ cause, lost }, say) =>
    `Your answer was not sent: ${say(cause)} ${lost === null ? 'It is a draft now.' : youWrote(lost)}`,
  NOTIFICATIONS_BLOCKED: ({ platform }) => blocked[platform],
  DICTIONARY_NOT_FETCHED: ({ language }) =>
    `The dictionary for ${english.languageName(language)} could not be fetched. Spelling is checked once the network has it.`,
  NO_DICTIONARY:
    'There is no dictionary for the languages of your system. Choose another language in the menu of a text field.',
  SPELLING_NOT_STORED:
    'How spelling is checked could not be kept. Make sure that the disk is not full, and choose again.',
  LINK_NOT_OPENED: ({ cause }, say) => say(cause),
  SANDBOX_OFF({ platform }) {
    const what =
      'Skein runs without the sandbox that keeps what a message may do to its window away from the rest of your computer'
    return platform === 'linux'
      ? `${what}: this system does not allow it to an AppImage, or Skein was started with --no-sandbox. Install the deb of Skein, or let programs make user namespaces.`
      : `${what}: it was started with --no-sandbox. Quit it, and start it without.`
  },
  UNCAUGHT_ERROR:
    'Something went wrong inside Skein, and it goes on. If anything looks wrong, quit it and start it again.',
  GRAPHICS_FAILED:
    'The graphics of this computer have failed several times. If the window looks wrong, quit Skein and start it with --disable-gpu.',
} satisfies Section<NoticeValues>

/** What notifications tell of the text of a message. */
export const toldTexts = {
  TEXT: ({ text }) => text,
  HIDDEN: 'New direct message',
} satisfies Partial<Section<ToldTextValues>>
