import { limits } from './limits.ts'

/** The number of items that are processed before the clock is read, so that short answers are never delayed. */
const builtUnasked = 200
const joinedUnasked = 512 * 1024

/** Measures how long the event loop has been blocked, in real time even if the organization has a virtual clock. */
export class Slice {
  #end = performance.now() + limits.slice.most

  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Yields to the event loop if this slice was long. */
  async rest(): Promise<void> {
    if (this.isOver) await this.pause()
  }

  async pause(): Promise<void> {
    await new Promise(setImmediate)
    this.#end = performance.now() + limits.slice.most
  }
}

/** Runs a function for each item and yields to the event loop between long slices. */
export async function eachInSlices<T>(
  items: readonly T[],
  task: (item: T) => void,
  { unasked = builtUnasked }: { readonly unasked?: number } = {},
): Promise<void> {
  const slice = new Slice()
  for (const [index, item] of items.entries()) {
    if (index % unasked === unasked - 1 && slice.isOver) await slice.pause()
    task(item)
  }
}

/** `items.map(build)` that yields to the event loop between long slices. */
export async function mapInSlices<T, R>(items: readonly T[], build: (item: T) => R): Promise<R[]> {
  const built: R[] = []
  await eachInSlices(items, (item) => built.push(build(item)))
  return built
}

/** Concatenates pieces: synchronously if that is fast, otherwise in slices. */
export function joinInSlices(pieces: Iterator<Buffer, void>): Buffer | Promise<Buffer> {
  const slice = new Slice()
  const joined: Buffer[] = []
  let unasked = 0
  /** Joins until the slice is long. Returns whether the iterator has ended. */
  const proceed = (): boolean => {
    for (;;) {
      const next = pieces.next()
      if (next.done === true) return true
      joined.push(next.value)
      unasked += next.value.length
      if (unasked < joinedUnasked) continue
      unasked = 0
      if (slice.isOver) return false
    }
  }
  if (proceed()) return Buffer.concat(joined)
  return (async () => {
    do await slice.pause()
    while (!proceed())
    return Buffer.concat(joined)
  })()
}
