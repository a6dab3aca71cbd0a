/** Whether keys that are pressed there belong to a field. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/** What lies over the window, and keeps the focus until it is closed. */
const overlay = '[role=menu], [role=dialog], dialog'

/**
 * Whether the user has gone on to a field, the messages, a menu or a dialog by now. What comes late, such as the composer of a
 * conversation that took long to open, must not take the focus away from it: letters would go astray, what is selected
 * would be lost, and the menu would close.
 * @param before what had the focus when that was asked for
 * @param own the field that is to have it
 */
export function hasGoneElsewhere(before: Element | null, own: Element | null | undefined): boolean {
  const { activeElement } = document
  if (activeElement === null || activeElement === own) return false
  if (activeElement.closest(overlay) !== null) return true
  return activeElement !== before && (isInField(activeElement) || activeElement.closest('[role=log]') !== null)
}
