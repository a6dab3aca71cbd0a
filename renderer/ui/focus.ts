import { afterFrame } from './after-frame.ts'

/** The number of frames in which a virtual list draws a row after scrolling to it. */
const mostFrames = 5

/**
 * Focuses an element once a virtual list has drawn it in one of the next frames, unless the focus moves before that.
 */
export function focusOnceDrawn(find: () => HTMLElement | null | undefined, frames = mostFrames): void {
  const element = find()
  if (element != null) {
    element.focus()
    return
  }
  const { activeElement } = document
  if (frames === 0) return
  afterFrame(() => {
    if (document.activeElement === activeElement) focusOnceDrawn(find, frames - 1)
  })
}

/**
 * Focuses again if no element has the focus in one of the next frames, since a virtual list moves and redraws its rows.
 */
export function keepFocus(focus: () => void, frames = mostFrames): void {
  if (document.activeElement === document.body) focus()
  if (frames > 0) afterFrame(() => keepFocus(focus, frames - 1))
}

/**
 * Records the focused element; it must be called before an overlay takes the focus.
 * @returns an event handler of Bits UI that returns the focus when the overlay closes
 */
export function focusBefore(): (event: Event) => void {
  const focused = document.activeElement
  return (event) => {
    event.preventDefault()
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}
