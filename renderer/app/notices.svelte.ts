/** The notice to the user: one at a time, the newest. */
export class Notices {
  /** Null for none. */
  text = $state.raw<string | null>(null)

  readonly tell = (sentence: string): void => {
    this.text = sentence
  }

  dismiss(): void {
    this.text = null
  }
}
