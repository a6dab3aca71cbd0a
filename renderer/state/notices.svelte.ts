/** An action that a notice offers to the user. */
export interface NoticeAction {
  readonly label: string
  readonly run: () => void
}

/** The notice to the user. A new notice replaces the one before. */
export class Notices {
  /** The sentence of the notice; null for none. */
  text = $state.raw<string | null>(null)
  action = $state.raw<NoticeAction | null>(null)

  /** Shows a notice without an action. */
  readonly notify = (sentence: string): void => {
    this.text = sentence
    this.action = null
  }

  /** Shows a notice with an action. @returns a function that withdraws the notice if it is still shown */
  readonly notifyWithAction = (sentence: string, action: NoticeAction): (() => void) => {
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
