/** Whether keys that are pressed there belong to a field. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

/**
 * Whether the user has gone to a field by now. What comes late, such as the composer of a conversation that took long to open,
 * must not take the focus away from it.
 * @param before what had the focus when that was asked for
 * @param own the field that is to have it
 */
export function isInOtherField(before: Element | null, own: Element | null | undefined): boolean {
  const { activeElement } = document
  return activeElement !== before && activeElement !== own && isInField(activeElement)
}
