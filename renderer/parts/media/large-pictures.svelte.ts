import { SvelteMap } from 'svelte/reactivity'
import type { PixelSize } from '#contract/attachments.ts'

const mostSources = 500

/** The pictures that were not shown because they are too large, by address. */
class LargePictures {
  readonly #sizes = new SvelteMap<string, PixelSize>()

  add(source: string, size: PixelSize): void {
    this.#sizes.delete(source)
    this.#sizes.set(source, size)
    const [oldest] = this.#sizes.keys()
    if (this.#sizes.size > mostSources && oldest !== undefined) this.#sizes.delete(oldest)
  }

  sizeOf(source: string): PixelSize | null {
    return this.#sizes.get(source) ?? null
  }
}

/** The large pictures of this page. */
export const largePictures = new LargePictures()
