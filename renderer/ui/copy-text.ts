/**
 * Copies a text through a selection, which needs no permission in a browser or in Electron. @returns whether that
 * succeeded
 */
export function copyText(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.setAttribute('style', 'position:fixed;opacity:0')
  // Only elements inside an open dialog can be selected.
  const container = focused?.closest('dialog') ?? document.body
  container.append(field)
  field.select()
  // oxlint-disable-next-line @typescript-eslint/no-deprecated -- the newer call needs a permission that pages of Skein never get
  const copied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return copied
}
