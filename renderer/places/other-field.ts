/** Where letters are written. */
const fields = 'input, textarea, [contenteditable="true"]'

/**
 * Whether the user has gone to a field by now. What comes late, such as the composer of a conversation that took long to open,
 * must not take the focus away from it.
 * @param before what had the focus when that was asked for
 * @param own the field that is to have it
 */
export function isInOtherField(before: Element | null, own: Element | null | undefined): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== before && activeElement !== own && activeElement.matches(fields)
}
