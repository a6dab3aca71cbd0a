import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** So much may pass before what it came in is given back. */
const collectBytes = 8 * 1024 * 1024

/**
 * Gives back the memory of bytes that only pass through. Each piece from the network or a file is a buffer of its own
 * outside V8's heap, and V8 lets some 64 MiB of those lie that nobody holds any more before it looks for them
 * (`kExternalAllocationSoftLimit`, src/heap/heap.h): a long transfer would cost that much (W5). They die young, so a
 * collection of the young generation finds them, in a millisecond or two.
 */
export class PassedBytes {
  readonly #collect: () => void
  #bytes = 0

  constructor(collect: () => void) {
    this.#collect = collect
  }

  /** So many more have come. */
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

/** Collects the young generation; nothing happens where the runtime keeps that to itself. */
function collectYoung(): void {
  if (known === undefined) known = findCollect()
  known?.({ type: 'minor' })
}

function findCollect(): Collect | null {
  try {
    // The runtime lets flags change after its start (Electron: patches/node, "disable freezing flags after init in node").
    setFlagsFromString('--expose-gc')
    // Contexts that are made from now on have the function; the program's own has not.
    const found: unknown = runInNewContext('gc')
    return typeof found === 'function' ? (found as Collect) : null
  } catch {
    return null
  }
}

/** All transfers of the program together. */
export const passedBytes = new PassedBytes(collectYoung)
