/** Remembers since when everything is sent and up to date. */
export class QuietRecord {
  #since: number | null = null

  /** UNIX milliseconds; null while something waits. */
  get since(): number | null {
    return this.#since
  }

  note(isQuiet: boolean, now: number): void {
    if (!isQuiet) this.#since = null
    else this.#since ??= now
  }
}
