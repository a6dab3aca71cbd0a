import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The transferred bytes after which their buffers are collected. */
const collectBytes = 8 * 1024 * 1024

/**
 * Frees the memory of transferred bytes. Each chunk is a buffer outside V8's heap, and V8 starts a collection only
 * after some 64 MiB of unreferenced buffers (`kExternalAllocationSoftLimit`, src/heap/heap.h). The buffers are
 * short-lived, so a scavenge of a millisecond or two frees them.
 */
export class PassedBytes {
  readonly #collect: () => void
  #bytes = 0

  constructor(collect: () => void) {
    this.#collect = collect
  }

  /** Counts transferred bytes. */
  note(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes < collectBytes) return
    this.#bytes = 0
    this.#collect()
  }
}

/** The function of V8's extension `gc` (src/extensions/gc-extension.cc). */
type Collect = (options: { readonly type: 'minor' }) => void

let known: Collect | null | undefined

/** Collects the young generation; does nothing if the runtime does not expose `gc`. */
function collectYoung(): void {
  if (known === undefined) known = findCollect()
  known?.({ type: 'minor' })
}

function findCollect(): Collect | null {
  try {
    // Flags can change after the start (Electron: patches/node, "disable freezing flags after init in node").
    setFlagsFromString('--expose-gc')
    // Only contexts that are created after that have the function.
    const found: unknown = runInNewContext('gc')
    return typeof found === 'function' ? (found as Collect) : null
  } catch {
    return null
  }
}

/** The counter for all transfers together. */
export const passedBytes = new PassedBytes(collectYoung)
