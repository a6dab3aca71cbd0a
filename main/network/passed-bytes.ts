import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The bytes that may pass before their buffers are collected. */
const collectBytes = 8 * 1024 * 1024

/**
 * Frees the memory of transferred bytes. Each chunk from the network or a file is a buffer outside V8's heap, and V8 starts a
 * collection only after some 64 MiB of unreferenced buffers (`kExternalAllocationSoftLimit`, src/heap/heap.h), which a long
 * transfer would hold. The buffers are short-lived, so a scavenge of a millisecond or two frees them.
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

/** Of V8's extension `gc` (src/extensions/gc-extension.cc). */
type Collect = (options: { readonly type: 'minor' }) => void

let known: Collect | null | undefined

/** Collects the young generation; does nothing if the runtime does not expose that. */
function collectYoung(): void {
  if (known === undefined) known = findCollect()
  known?.({ type: 'minor' })
}

function findCollect(): Collect | null {
  try {
    // Flags can change after the start (Electron: patches/node, "disable freezing flags after init in node").
    setFlagsFromString('--expose-gc')
    // Only contexts that are created from now on have the function.
    const found: unknown = runInNewContext('gc')
    return typeof found === 'function' ? (found as Collect) : null
  } catch {
    return null
  }
}

/** Counts the bytes of all transfers together. */
export const passedBytes = new PassedBytes(collectYoung)
