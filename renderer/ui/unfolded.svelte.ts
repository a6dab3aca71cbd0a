import { SvelteMap } from 'svelte/reactivity'

const mostKept = 500

/** The number of steps in which long contents are shown; it is kept while rows are not drawn. */
class Unfolded {
  readonly #steps = new SvelteMap<string, number>()

  /** Returns the number of steps, initially 1. */
  of(key: string): number {
    return this.#steps.get(key) ?? 1
  }

  more(key: string): void {
    const steps = this.of(key) + 1
    this.#steps.set(key, steps)
    const [oldest] = this.#steps.keys()
    if (this.#steps.size > mostKept && oldest !== undefined) this.#steps.delete(oldest)
  }
}

/** The unfolded contents of this page. */
export const unfolded = new Unfolded()
