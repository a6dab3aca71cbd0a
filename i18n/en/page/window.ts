/** The window as a whole. */
export const wholeWindow = {
  /** The title of the window for the system. `screen` may be empty. */
  title: ({ unread, screen }: { unread: number; screen: string }) =>
    `${unread > 0 ? `(${unread}) ` : ''}${screen === '' ? '' : `${screen} – `}Skein`,
  closeNavigation: 'Close sidebar',
  keyNotKept: 'Your keychain didn’t save the key. You’ll stay signed in until you quit.',
  linkUnreadable: 'This link doesn’t lead anywhere in this organization.',
  linkGone: 'The linked message no longer exists, or you don’t have access to it. This is where it was.',
  failed: {
    title: 'Something went wrong in this window',
    intro: 'What you were writing is saved as a draft, and anything unsent will be sent automatically.',
    reason: 'Error details',
    copyDetails: 'Copy details',
    copied: 'Copied',
  },
  /** Something behind the page has failed. */
  failureNotice:
    'Something went wrong in this window. If anything looks wrong, reload it. What you were writing is saved.',
  /** A list could not be brought up to date. */
  triesByItself: 'Skein will keep trying automatically.',
}

/** The panel beside the screen. */
export const sidePanel = {
  close: 'Close panel',
}
