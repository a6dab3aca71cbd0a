/** The kinds of ids; each organization has its own numbers. */
export type IdKind =
  | 'attachment'
  | 'domain'
  | 'draft'
  | 'emoji'
  | 'field'
  | 'group'
  | 'linkifier'
  | 'message'
  | 'playground'
  | 'scheduled'
  | 'snippet'
  | 'stream'
  | 'submessage'
  | 'user'

/**
 * Maps recorded ids to ours. A pair is learned from the first answer or event that contains it; every later pair with
 * one of the two ids is a difference.
 */
export class IdMap {
  readonly #toOurs = new Map<string, number>()
  readonly #toRecorded = new Map<string, number>()
  readonly #texts = new Map<string, string>()

  /** Learns or checks a pair. Returns whether it fits. */
  fits(kind: IdKind, recorded: number, ours: number): boolean {
    const known = this.#toOurs.get(`${kind} ${recorded}`)
    const taken = this.#toRecorded.get(`${kind} ${ours}`)
    if (known === undefined && taken === undefined) {
      this.#toOurs.set(`${kind} ${recorded}`, ours)
      this.#toRecorded.set(`${kind} ${ours}`, recorded)
      return true
    }
    return known === ours && taken === recorded
  }

  /** Our id, if the pair is known. */
  find(kind: IdKind, recorded: number): number | undefined {
    return this.#toOurs.get(`${kind} ${recorded}`)
  }

  /** Our id; an unknown recorded id is returned unchanged, since calls also contain ids that do not exist. */
  ours(kind: IdKind, recorded: number): number {
    return this.find(kind, recorded) ?? recorded
  }

  /** Learns our name of a recorded path or queue. */
  learnText(recorded: string, ours: string): void {
    this.#texts.set(recorded, ours)
  }

  /**
   * A text with our paths instead of the recorded ones. Longer paths are replaced first, since one may be a prefix of
   * another.
   */
  oursInText(text: string): string {
    let result = text
    for (const recorded of [...this.#texts.keys()].sort((a, b) => b.length - a.length)) {
      result = result.replaceAll(recorded, this.#texts.get(recorded) ?? recorded)
    }
    return result
  }
}
