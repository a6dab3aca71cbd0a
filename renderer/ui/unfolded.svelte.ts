import { SvelteMap } from 'svelte/reactivity'

const mostKept = 500

/** How much of long contents is shown, in steps; kept while rows are not drawn. */
class Unfolded {
  readonly #steps = new SvelteMap<string, number>()

  /** Initially 1. */
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

export const unfolded = new Unfolded()
