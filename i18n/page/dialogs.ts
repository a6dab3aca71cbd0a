/** Small dialogs of the settings and of the menu of the account. */
export interface DialogsWords {
  readonly licences: {
    readonly title: string
    readonly intro: string
    readonly label: string
  }
  readonly mutedPeople: {
    readonly title: string
    readonly intro: string
    readonly unmute: string
    readonly none: string
  }
  readonly report: {
    readonly title: string
    readonly intro: string
    readonly label: string
    readonly showLog: string
    readonly save: string
    readonly saved: (path: string) => string
    readonly copied: string
    readonly notCopied: string
  }
  readonly settingsUnreadable: {
    readonly title: string
    readonly intro: string
    readonly retry: string
  }
  readonly shortcuts: {
    readonly title: string
    readonly label: string
  }
}
