import type { Bridge } from '#contract/bridge.ts'
import { afterFrame } from '../ui/after-frame.ts'

/** The longest wait for the frame, in milliseconds. A covered window may have no frames. */
const mostWaitMs = 50

/**
 * Wraps a bridge so that updates wait between a key and the frame that shows its effect, because a change of the lists
 * would delay that frame. Waiting updates are delivered in their order after the frame.
 * @param keys the target of the key events
 */
export function keysFirst(bridge: Bridge, keys: Pick<Window, 'addEventListener'>, nextFrame = afterFrame): Bridge {
  let waiting: (() => void)[] | null = null
  keys.addEventListener(
    'keydown',
    () => {
      if (waiting !== null) return
      const deferred: (() => void)[] = []
      waiting = deferred
      const release = () => {
        clearTimeout(timer)
        if (waiting !== deferred) return
        waiting = null
        for (const each of deferred) deliver(each)
      }
      const timer = setTimeout(release, mostWaitMs)
      nextFrame(release)
    },
    { capture: true },
  )
  return {
    call: (name, input) => bridge.call(name, input),
    onUpdate: (listener) =>
      bridge.onUpdate((update) => {
        if (waiting === null) listener(update)
        else waiting.push(() => listener(update))
      }),
  }
}

/** Delivers an update. An error in one update does not stop the next one. */
function deliver(update: () => void): void {
  try {
    update()
  } catch (error) {
    reportError(error)
  }
}
