import { SvelteMap } from 'svelte/reactivity'

const mostKept = 500

/** How much of what is long is shown, in steps; it stays so while rows leave the window and come back. */
class Unfolded {
  readonly #steps = new SvelteMap<string, number>()

  /** 1 at first. */
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
