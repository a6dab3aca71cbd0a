/** Whether keys that are pressed there belong to a field. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
