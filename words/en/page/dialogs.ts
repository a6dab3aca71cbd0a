import type { DialogsWords } from '../../page/dialogs.ts'
export const dialogs = {
  licences: {
    title: 'Licences',
    intro: 'The licence of Skein, and the notices of what it holds of others.',
    label: 'Licences and notices',
  },
  mutedPeople: {
    title: 'Muted people',
    intro: 'What they write is hidden, counts as read and makes no notification.',
    unmute: 'Unmute',
    none: 'You have muted nobody.',
  },
  report: {
    title: 'Save a report',
    intro:
      'This is all that the report holds, for whoever helps you. It is saved where you say, and nothing of it is sent.',
    label: 'The report',
    showLog: 'Show the log',
    save: 'Save…',
    saved: (path) => `The report was saved as ${path}.`,
    copied: 'The report was copied.',
    notCopied: 'The report could not be copied. Select it and copy it by hand.',
  },
  settingsUnreadable: {
    title: 'Your accounts cannot be read now',
    intro: 'Nothing is lost. Skein changes nothing meanwhile, and tries again by itself.',
    retry: 'Try again now',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    label: 'The list of shortcuts',
  },
} satisfies DialogsWords
