/** The opened spoilers by message and index, which a redrawn row restores. */
const opened = new Set<string>()

/** The attribute that holds the message id of a body. */
const attribute = 'data-message'

/** Opens or closes a spoiler, and records its state for redrawn rows. */
export function toggleSpoilerOf(header: Element): void {
  const isOpen = header.getAttribute('aria-expanded') !== 'true'
  show(header, isOpen)
  const body = header.closest(`[${attribute}]`)
  if (body === null) return
  const key = `${body.getAttribute(attribute) ?? ''}:${headersOf(body).indexOf(header)}`
  if (isOpen) opened.add(key)
  else opened.delete(key)
}

/** Opens the spoilers of a redrawn message that were open before. */
export function restoreSpoilers(body: HTMLElement, message: string): void {
  body.setAttribute(attribute, message)
  for (const [index, header] of headersOf(body).entries()) {
    if (opened.has(`${message}:${index}`)) show(header, true)
  }
}

function headersOf(body: Element): Element[] {
  return [...body.querySelectorAll('.spoiler-header')]
}

function show(header: Element, isOpen: boolean): void {
  header.parentElement?.classList.toggle('open', isOpen)
  header.setAttribute('aria-expanded', String(isOpen))
}
