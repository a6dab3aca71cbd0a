/** What ids are of: two organizations number each of these in their own way. */
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
  | 'stream'
  | 'submessage'
  | 'user'

/**
 * Which id of ours stands for which recorded one. A pair is learnt where an answer or an event first names it; from then
 * on every other pair with one of the two is a difference.
 */
export class IdMap {
  readonly #toOurs = new Map<string, number>()
  readonly #toRecorded = new Map<string, number>()
  readonly #texts = new Map<string, string>()

  /** Learns the pair, or holds it against what is known. Returns whether it fits. */
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

  /** Ours, if it is known. */
  find(kind: IdKind, recorded: number): number | undefined {
    return this.#toOurs.get(`${kind} ${recorded}`)
  }

  /** Ours; what was never heard of stays as it is, since calls name ids that do not exist as well. */
  ours(kind: IdKind, recorded: number): number {
    return this.find(kind, recorded) ?? recorded
  }

  /** Learns that a path or a queue of theirs is called so by us. */
  learnText(recorded: string, ours: string): void {
    this.#texts.set(recorded, ours)
  }

  /** A text with our paths instead of theirs; the longest first, since one may begin with another. */
  oursInText(text: string): string {
    let result = text
    for (const recorded of [...this.#texts.keys()].sort((a, b) => b.length - a.length)) {
      result = result.replaceAll(recorded, this.#texts.get(recorded) ?? recorded)
    }
    return result
  }
}
