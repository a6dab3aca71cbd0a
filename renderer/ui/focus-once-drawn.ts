import { afterFrame } from './after-frame.ts'

/** The frames in which a virtual list draws a row to which it was scrolled. */
const mostFrames = 5

/** Focuses an element, also one that a virtual list draws with one of its next frames, unless the focus moves before. */
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

/** Focuses again when nothing has the focus in one of the next frames: a virtual list moves and redraws its rows. */
export function keepFocus(focus: () => void, frames = mostFrames): void {
  if (document.activeElement === document.body) focus()
  if (frames > 0) afterFrame(() => keepFocus(focus, frames - 1))
}
