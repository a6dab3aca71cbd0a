/**
 * Remembers the focused element; call it before an overlay takes the focus.
 * @returns an event handler of Bits UI that gives the focus back when the overlay closes
 */
export function focusBefore(): (event: Event) => void {
  const focused = document.activeElement
  return (event) => {
    event.preventDefault()
    if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}
