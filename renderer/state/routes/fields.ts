/** Whether keys that are pressed at a target belong to a field. */
export function isInField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
