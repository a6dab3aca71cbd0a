import { describe, expect, it } from 'vitest'
import type { Notice } from '#contract/app.ts'
import { englishCatalogue } from '#i18n/en/catalogue.ts'
import { noticeText } from '#i18n/catalogue.ts'

const cause = { code: 'NO_ACCOUNT' } as const

const texts: readonly (readonly [notice: Notice, text: string])[] = [
  [
    { code: 'NOTIFICATION_SIGNED_OUT', values: { answer: null } },
    'This notification is for an account that’s signed out, so there’s nothing to open.',
  ],
  [
    { code: 'NOTIFICATION_SIGNED_OUT', values: { answer: 'Yes!' } },
    'This notification is for an account that’s signed out, so there’s nothing to open. You wrote: “Yes!”',
  ],
  [
    { code: 'NOTIFICATION_GONE', values: { answer: null } },
    'This notification’s message couldn’t be opened. It may have been deleted, or the server can’t be reached right now.',
  ],
  [
    { code: 'ANSWER_NOT_SENT', values: { cause, lost: null } },
    'Your reply wasn’t sent. This account is no longer signed in. The reply is saved as a draft.',
  ],
  [
    { code: 'ANSWER_NOT_SENT', values: { cause, lost: 'Yes!' } },
    'Your reply wasn’t sent. This account is no longer signed in. You wrote: “Yes!”',
  ],
  [
    { code: 'NOTIFICATIONS_BLOCKED', values: { platform: 'darwin' } },
    'macOS didn’t show a notification. Open System Settings > Notifications and allow them for Skein. If Skein isn’t listed, this copy isn’t signed; install a signed one.',
  ],
  [
    { code: 'NOTIFICATIONS_BLOCKED', values: { platform: 'win32' } },
    'Windows didn’t show a notification. Open Settings > System > Notifications and turn them on for Skein.',
  ],
  [
    { code: 'NOTIFICATIONS_BLOCKED', values: { platform: 'linux' } },
    'Your desktop didn’t show a notification. Check that notifications are turned on in its settings, and that a notification service is running.',
  ],
  [
    { code: 'DICTIONARY_NOT_FETCHED', values: { language: 'de' } },
    'The dictionary for German couldn’t be downloaded. Spell checking will start once it has been.',
  ],
  [
    { code: 'DICTIONARY_NOT_FETCHED', values: { language: 'no language' } },
    'The dictionary for no language couldn’t be downloaded. Spell checking will start once it has been.',
  ],
  [
    { code: 'NO_DICTIONARY' },
    'There’s no dictionary for your system’s languages. Choose another language in a text field’s context menu.',
  ],
  [
    { code: 'LINK_NOT_OPENED', values: { cause: { code: 'NO_PROGRAM_FOR_LINK', values: { kind: 'web' } } } },
    'No browser could open this link. Choose one in your system’s settings, or copy the link.',
  ],
  [
    { code: 'SPELLING_NOT_STORED' },
    'Your spelling settings couldn’t be saved. Check that the disk isn’t full, then choose again.',
  ],
  [
    { code: 'SANDBOX_OFF', values: { platform: 'linux' } },
    'Skein is running without its sandbox, which protects the rest of your computer from harmful messages. Either this system doesn’t allow it for AppImages, or Skein was started with --no-sandbox. Install Skein’s deb package, or allow programs to create user namespaces.',
  ],
  [
    { code: 'SANDBOX_OFF', values: { platform: 'win32' } },
    'Skein is running without its sandbox, which protects the rest of your computer from harmful messages. It was started with --no-sandbox. Quit Skein and start it without that option.',
  ],
  [
    { code: 'UNCAUGHT_ERROR' },
    'Something went wrong in Skein, but it’s still running. If anything looks wrong, quit and start it again.',
  ],
  [
    { code: 'GRAPHICS_FAILED' },
    'This computer’s graphics have failed several times. If the window looks wrong, quit Skein and start it with --disable-gpu.',
  ],
]

describe('what a notice says', () => {
  it.each(texts)('%o', (notice, text) => {
    expect(noticeText(notice)).toBe(text)
  })

  it('is known for every code', () => {
    expect([...new Set(texts.map(([{ code }]) => code))].sort()).toEqual(Object.keys(englishCatalogue.notices).sort())
  })
})
