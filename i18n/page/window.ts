/** The window as a whole. */
export interface WholeWindowWords {
  /** Of the window, for the system. `place` may be empty. */
  readonly title: (values: { unread: number; place: string }) => string
  readonly closeNavigation: string
  readonly keyNotKept: string
  readonly linkUnreadable: string
  readonly linkGone: string
  readonly failed: {
    readonly title: string
    readonly intro: string
    readonly reason: string
    readonly copyDetails: string
    readonly copied: string
  }
  /** Something behind the page has failed. */
  readonly failureNotice: string
  /** A list could not be brought up to date. */
  readonly triesByItself: string
}
