export const dialogs = {
  licences: {
    title: 'Licences',
    intro: 'Skein’s licence, and the notices of its third-party components.',
    label: 'Licences and notices',
  },
  mutedPeople: {
    title: 'Muted people',
    intro: 'Their messages are hidden, count as read and don’t notify you.',
    unmute: 'Unmute',
    unmuted: (person: string) => `Unmuted ${person}.`,
    none: 'You haven’t muted anyone.',
  },
  report: {
    title: 'Save report',
    intro:
      'This is the full report, to share with the person helping you. It’s saved where you choose, and nothing is sent.',
    label: 'Report',
    showLog: 'Show log',
    save: 'Save…',
    saved: (path: string) => `Report saved as ${path}.`,
    copied: 'Report copied.',
    notCopied: 'Couldn’t copy the report. Select it and copy it manually.',
  },
  settingsUnreadable: {
    title: 'Couldn’t load your accounts',
    intro: 'Nothing is lost. Skein won’t change anything, and will keep trying automatically.',
    retry: 'Try again now',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    label: 'List of shortcuts',
  },
}
