/**
 * One id for each thing that is to be done once: a call that is repeated since its answer did not come carries the same
 * id, by which the engine knows it again (C3).
 */
export class OnceIds {
  readonly #ids = new Map<string, string>()

  /** The id of the thing; the same one until it is known to be done. */
  idOf(thing: string): string {
    const id = this.#ids.get(thing) ?? crypto.randomUUID()
    this.#ids.set(thing, id)
    return id
  }

  /** It is done: what is asked for under this name from now on is something new. */
  done(thing: string): void {
    this.#ids.delete(thing)
  }
}
