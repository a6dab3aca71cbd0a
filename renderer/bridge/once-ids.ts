/**
 * Idempotency keys: a call that is repeated after a missing answer has the same id, by which the engine recognizes it.
 */
export class OnceIds {
  readonly #ids = new Map<string, string>()

  /** The id of an operation; the same one until it is done. */
  idOf(thing: string): string {
    const id = this.#ids.get(thing) ?? crypto.randomUUID()
    this.#ids.set(thing, id)
    return id
  }

  /** The operation is done: the next one with this name gets a new id. */
  done(thing: string): void {
    this.#ids.delete(thing)
  }
}
