import { english } from '../format.ts'

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
  /** The question before signing out. */
  signOut: {
    question: (organization: string) => `Sign out of ${organization}?`,
    consequence:
      'This account’s key, conversations, images, drafts and saved snippets will be removed from this computer. Sent messages stay on the server.',
    lost: (count: number) =>
      english.plural(count, {
        one: '1 message hasn’t been sent yet and will be lost.',
        other: `${english.number(count)} messages haven’t been sent yet and will be lost.`,
      }),
    confirm: 'Sign out',
  },
  shortcuts: {
    title: 'Keyboard shortcuts',
    label: 'List of shortcuts',
  },
}
