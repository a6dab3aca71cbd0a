import type { Phrase } from '#i18n/section.ts'

export const settings = {
  title: 'Settings',
  theme: {
    legend: 'Theme',
    system: 'Match system',
    light: 'Light',
    dark: 'Dark',
  },
  contrast: {
    legend: 'Contrast',
    system: 'Match system',
    more: 'High: stronger text and outlined selections',
  },
  sendKey: { legend: 'Send messages with' },
  files: {
    legend: 'Files',
    cleansPictures: 'Remove personal data from images',
    cleansPicturesHint:
      'Removes where, when and on which device a JPEG, PNG or WebP image was taken before it’s attached. The image itself doesn’t change.',
  },
  notifications: {
    legend: 'Notifications',
    doNotDisturb: 'Do not disturb',
    doNotDisturbHint: 'No notifications. Messages still arrive and are counted.',
  },
  alertWords: {
    legend: 'Alert words',
    /** `organization` is an element with its name. */
    intro: <T>(organization: T): Phrase<T> => [
      'Messages in ',
      organization,
      ' that contain one of these words notify you, and the word is highlighted.',
    ],
    field: 'New alert word',
    none: 'No alert words yet.',
    notThereYet: 'Loading your alert words…',
    saving: 'not synced yet',
    /** Of a button whose visible label is `common.remove`. */
    removeWord: (word: string) => `Remove ${word}`,
  },
  closing: {
    legend: 'When you close the window',
    auto: 'Keep running if there’s a system tray',
    autoHint: 'Click the tray icon to reopen the window. Without a tray, Skein quits.',
    hide: 'Keep running',
    hideHint: 'Start Skein again to reopen the window.',
    quit: 'Quit',
  },
  version: {
    legend: 'Version',
    current: (version: string) => `Skein ${version}`,
    licences: 'Licences',
  },
  updates: {
    legend: 'When an update is available',
    install: 'Install it on the next start',
    installHint: 'It’s downloaded in the background, without interrupting you.',
    /** Beside a choice to install. */
    onlyNotify: 'Just notify me',
    notify: 'Notify me',
    never: 'Don’t check for updates',
  },
  help: {
    legend: 'Help',
    intro: 'A report shows the person helping you what went wrong. You can read all of it before you save it.',
    report: 'Save report…',
  },
}
