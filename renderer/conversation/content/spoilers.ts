/** Opened spoilers, by message and index. A redrawn row restores them. */
const opened = new Set<string>()

/** The attribute with the message id of a body. */
const attribute = 'data-message'

/** Toggles a spoiler. */
export function toggleSpoilerOf(header: Element): void {
  const isOpen = header.getAttribute('aria-expanded') !== 'true'
  show(header, isOpen)
  const body = header.closest(`[${attribute}]`)
  if (body === null) return
  const key = `${body.getAttribute(attribute) ?? ''}:${headersOf(body).indexOf(header)}`
  if (isOpen) opened.add(key)
  else opened.delete(key)
}

/** Restores the spoilers of a redrawn message. */
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
