import type { Bridge } from '#contract/bridge.ts'
import { isPlainPress, isTypedCharacter } from '#shared/typed-character.ts'

/** For so long after a letter the user is taken to write on, in milliseconds. */
const pauseMs = 200
/** For so long news of an account waits at most while the user writes, in milliseconds. */
const newsEveryMs = 500

/** Keys that end nothing by themselves. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** Where the user writes and acts. */
type UserEvents = Pick<Window, 'addEventListener'>

/**
 * A bridge on which an engine learns later that its batch was applied, while the user writes a message: until then it
 * computes and tells nothing more. Under a stream of events the engine and the page would otherwise be at work in every
 * frame, and letters would wait for both. The wait ends with a pause in writing, and with whatever else the user does,
 * whose effect comes by such a batch.
 */
export function writingFirst(bridge: Bridge, events: UserEvents): Bridge {
  const waiting: (() => void)[] = []
  let wroteAt = -Infinity
  let heldSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const restMs = () => {
    const now = performance.now()
    return Math.min(wroteAt + pauseMs - now, heldSince + newsEveryMs - now)
  }
  const release = () => {
    clearTimeout(timer)
    for (const acknowledge of waiting.splice(0)) acknowledge()
  }
  const look = () => {
    const rest = restMs()
    if (rest <= 0) release()
    else timer = setTimeout(look, rest)
  }
  const act = () => {
    wroteAt = -Infinity
    release()
  }
  events.addEventListener(
    'keydown',
    (event) => {
      if (isLetter(event)) wroteAt = performance.now()
      else if (!modifiers.has(event.key)) act()
    },
    { capture: true },
  )
  events.addEventListener('pointerdown', act, { capture: true })

  return {
    call: (name, input) => {
      if (name !== 'app.acknowledge' || performance.now() >= wroteAt + pauseMs) return bridge.call(name, input)
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          bridge.call(name, input).then(resolve, reject)
        })
        if (waiting.length > 1) return
        heldSince = performance.now()
        look()
      })
    },
    onUpdate: (listener) => bridge.onUpdate(listener),
  }
}

/** Whether a key writes in a message, or takes something of it away; keys of an input method do, and signs with Option. */
function isLetter(event: KeyboardEvent): boolean {
  const { target, key, isComposing } = event
  if (!isEditor(target)) return false
  const isTaken = (key === 'Backspace' || key === 'Delete') && isPlainPress(event)
  return isComposing || isTaken || isTypedCharacter(event, true)
}

/** A field of one line may have a list that comes by batches, such as what a search finds. */
function isEditor(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.isContentEditable
}
