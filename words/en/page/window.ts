import type { WholeWindowWords } from '../../page/window.ts'
export const wholeWindow = {
  title: ({ unread, place }) => `${unread > 0 ? `(${unread}) ` : ''}${place === '' ? '' : `${place} – `}Skein`,
  closeNavigation: 'Close the navigation',
  keyNotKept: 'Your keychain did not take the key: you stay signed in until you quit.',
  linkUnreadable: 'This link cannot be read: it leads nowhere in this organization.',
  linkGone: 'The message of this link is not there any more, or you may not see it. This is where it stood.',
  failed: {
    title: 'Something in this window failed',
    intro: 'What you were writing is kept as a draft, and what waits is sent by itself.',
    reason: 'What failed',
    copyDetails: 'Copy details',
    copied: 'Copied',
  },
  failureNotice: 'Something in this window failed. If anything looks wrong, reload it; what you were writing is kept.',
  triesByItself: 'Skein tries again by itself.',
} satisfies WholeWindowWords
