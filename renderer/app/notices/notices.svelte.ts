/** What the user can do about a notice. */
export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

/** The notice to the user: one at a time, the newest. */
export class Notices {
  /** Null for none. */
  text = $state.raw<string | null>(null)
  action = $state.raw<NoticeAction | null>(null)

  readonly tell = (sentence: string): void => {
    this.text = sentence
    this.action = null
  }

  /** Shows a notice with something to do. @returns takes it back, if it is still shown */
  readonly offer = (sentence: string, action: NoticeAction): (() => void) => {
    const shown: NoticeAction = {
      label: action.label,
      run: () => {
        this.dismiss()
        action.run()
      },
    }
    this.text = sentence
    this.action = shown
    return () => {
      if (this.action === shown) this.dismiss()
    }
  }

  dismiss(): void {
    this.text = null
    this.action = null
  }
}
