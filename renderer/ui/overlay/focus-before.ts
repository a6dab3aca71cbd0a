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
