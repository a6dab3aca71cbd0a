import type { Bridge } from '#contract/bridge.ts'
import { afterFrame } from '../ui/after-frame.ts'

/** The longest wait for the frame, in milliseconds: a window that is covered may have none. */
const mostWaitMs = 50

/**
 * A bridge on which nothing is told between a key and the frame that shows what it does: a change of the lists that came just
 * then would hold that frame up. What waits is told in its order after the frame.
 * @param keys where keys are pressed
 */
export function keysFirst(bridge: Bridge, keys: Pick<Window, 'addEventListener'>, nextFrame = afterFrame): Bridge {
  let waiting: (() => void)[] | null = null
  keys.addEventListener(
    'keydown',
    () => {
      if (waiting !== null) return
      const these: (() => void)[] = []
      waiting = these
      const tell = () => {
        clearTimeout(timer)
        if (waiting !== these) return
        waiting = null
        for (const each of these) told(each)
      }
      const timer = setTimeout(tell, mostWaitMs)
      nextFrame(tell)
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

/** What fails with one change does not keep the next one back. */
function told(tell: () => void): void {
  try {
    tell()
  } catch (error) {
    reportError(error)
  }
}
