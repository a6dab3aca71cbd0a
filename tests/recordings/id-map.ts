/** The kinds of ids: two organizations number each in their own way. */
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
 * Maps recorded ids to ours. A pair is learned where an answer or an event first contains it; from then on every other
 * pair with one of the two is a difference.
 */
export class IdMap {
  readonly #toOurs = new Map<string, number>()
  readonly #toRecorded = new Map<string, number>()
  readonly #texts = new Map<string, string>()

  /** Learns the pair, or checks it. Returns whether it fits. */
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

  /** Our id, if it is known. */
  find(kind: IdKind, recorded: number): number | undefined {
    return this.#toOurs.get(`${kind} ${recorded}`)
  }

  /** Our id; an unknown one is unchanged, since calls also contain ids that do not exist. */
  ours(kind: IdKind, recorded: number): number {
    return this.find(kind, recorded) ?? recorded
  }

  /** Learns our name of a recorded path or queue. */
  learnText(recorded: string, ours: string): void {
    this.#texts.set(recorded, ours)
  }

  /** A text with our paths instead of the recorded ones; the longest first, since one may be a prefix of another. */
  oursInText(text: string): string {
    let result = text
    for (const recorded of [...this.#texts.keys()].sort((a, b) => b.length - a.length)) {
      result = result.replaceAll(recorded, this.#texts.get(recorded) ?? recorded)
    }
    return result
  }
}
