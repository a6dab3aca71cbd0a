import type { Bridge } from '#contract/bridge.ts'
import { isPlainPress, isTypedCharacter } from '#shared/pressed-key.ts'

/** The time after a letter in which the user counts as still writing, in milliseconds. */
const pauseMs = 200
/** The longest time for which updates of an account wait while the user writes, in milliseconds. */
const newsEveryMs = 500

/** The keys that do not end the writing. */
const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/** The source of the user's input events. */
type UserEvents = Pick<Window, 'addEventListener'>

/**
 * Wraps a bridge so that acknowledgements of batches wait while the user writes a message. The engine computes and
 * sends nothing before it gets one, so letters need not wait for the engine and the page under a stream of events. A
 * pause in writing ends the wait, and so does any other action, because its effect arrives in such a batch.
 */
export function writingFirst(bridge: Bridge, events: UserEvents): Bridge {
  const waiting: (() => void)[] = []
  let wroteAt = -Infinity
  let waitingSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const remainingMs = () => {
    const now = performance.now()
    return Math.min(wroteAt + pauseMs - now, waitingSince + newsEveryMs - now)
  }
  const release = () => {
    clearTimeout(timer)
    for (const acknowledge of waiting.splice(0)) acknowledge()
  }
  const check = () => {
    const remaining = remainingMs()
    if (remaining <= 0) release()
    else timer = setTimeout(check, remaining)
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
        waitingSince = performance.now()
        check()
      })
    },
    onUpdate: (listener) => bridge.onUpdate(listener),
  }
}

/** Returns whether a key changes the text of a message, as keys of an input method and characters with Option do. */
function isLetter(event: KeyboardEvent): boolean {
  const { target, key, isComposing } = event
  if (!isEditor(target)) return false
  const isTaken = (key === 'Backspace' || key === 'Delete') && isPlainPress(event)
  return isComposing || isTaken || isTypedCharacter(event, true)
}

/** Returns whether a target is the editor. A field of one line does not count, because batches may fill its list. */
function isEditor(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.isContentEditable
}
