import type { SettingsWords } from '../../page/settings.ts'
export const settings = {
  title: 'Settings',
  theme: {
    legend: 'Theme',
    system: 'As the system',
    light: 'Light',
    dark: 'Dark',
  },
  contrast: {
    legend: 'Contrast',
    system: 'As the system',
    more: 'Higher: stronger text, and lines around what is chosen',
  },
  sendKey: {
    legend: 'Send a message with',
    enter: 'Enter',
    ctrlEnter: 'Ctrl + Enter',
  },
  files: {
    legend: 'Files',
    cleansPictures: 'Remove personal data from pictures',
    cleansPicturesHint:
      'Where, when and with which device a JPEG, PNG or WebP picture was taken is taken out before it is attached. The picture itself stays as it is.',
  },
  notifications: {
    legend: 'Notifications',
    doNotDisturb: 'Do not disturb',
    doNotDisturbHint: 'No notifications; messages still arrive and are counted.',
  },
  alertWords: {
    legend: 'Alert words',
    intro: (organization) => [
      'Messages in ',
      organization,
      ' with one of these words notify you, and the word is marked.',
    ],
    field: 'New alert word',
    none: 'You have no alert words.',
    notThereYet: 'Your alert words are on their way.',
    saving: 'not at the server yet',
    removeWord: (word) => `Remove ${word}`,
  },
  closing: {
    legend: 'When the window is closed',
    auto: 'Keep running where the desktop has a tray',
    autoHint: 'Its icon brings the window back. Without a tray Skein quits.',
    hide: 'Keep running',
    hideHint: 'Start Skein again to get the window back.',
    quit: 'Quit',
  },
  version: {
    legend: 'Version',
    current: (version) => `Skein ${version}`,
    licences: 'Licences',
  },
  updates: {
    legend: 'When there is a newer version',
    install: 'Install it with the next start',
    installHint: 'It is fetched meanwhile; nothing is interrupted.',
    onlyTell: 'Only tell me',
    tell: 'Tell me',
    never: 'Do not look for it',
  },
  help: {
    legend: 'Help',
    intro: 'A report tells whoever helps you what has failed. You see all of it before it is saved.',
    report: 'Save a report…',
  },
} satisfies SettingsWords
