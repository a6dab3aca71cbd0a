import { limits } from './limits.ts'

/** So much is done in any case before the clock is asked: short answers are made in one go, however slow the machine is. */
const builtUnasked = 200
const joinedUnasked = 512 * 1024

/**
 * Measures how long the event loop is held; `pause` lets everything else have its turn when that was long enough. The
 * time is the real one, whatever clock the organization lives by.
 */
export class Slice {
  #end = performance.now() + limits.slice.most

  get isOver(): boolean {
    return performance.now() >= this.#end
  }

  /** Lets everything else have its turn, if this one was long. */
  async rest(): Promise<void> {
    if (this.isOver) await this.pause()
  }

  async pause(): Promise<void> {
    await new Promise(setImmediate)
    this.#end = performance.now() + limits.slice.most
  }
}

/** Does something with each item, and lets the event loop turn in between where it takes long. */
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

/** `items.map(build)`, which lets the event loop turn in between where it takes long. */
export async function mapInSlices<T, R>(items: readonly T[], build: (item: T) => R): Promise<R[]> {
  const built: R[] = []
  await eachInSlices(items, (item) => built.push(build(item)))
  return built
}

/** Puts pieces together: at once where that is quick, in slices otherwise. */
export function joinInSlices(pieces: Iterator<Buffer, void>): Buffer | Promise<Buffer> {
  const slice = new Slice()
  const joined: Buffer[] = []
  let unasked = 0
  /** Whether all is there. */
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
