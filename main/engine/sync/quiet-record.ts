/** Records since when everything has been sent and is up to date. */
export class QuietRecord {
  #since: number | null = null

  /** The time in UNIX milliseconds; null while anything is pending. */
  get since(): number | null {
    return this.#since
  }

  note(isQuiet: boolean, now: number): void {
    if (!isQuiet) this.#since = null
    else this.#since ??= now
  }
}
