/** Idempotency keys. A call that is repeated after a lost answer has the same id, by which the engine recognizes it. */
export class OnceIds {
  readonly #ids = new Map<string, string>()

  /** Returns the id of an operation, which stays the same until the operation is done. */
  idOf(thing: string): string {
    const id = this.#ids.get(thing) ?? crypto.randomUUID()
    this.#ids.set(thing, id)
    return id
  }

  /** Completes an operation. The next one with this name gets a new id. */
  done(thing: string): void {
    this.#ids.delete(thing)
  }
}
