/** Which spoilers were opened: message and place in it. A row that is drawn anew shows them as they were left. */
const opened = new Set<string>()

/** The attribute that tells which message a body belongs to. */
const attribute = 'data-message'

/** Opens a spoiler or closes it. */
export function toggleSpoilerOf(header: Element): void {
  const isOpen = header.getAttribute('aria-expanded') !== 'true'
  show(header, isOpen)
  const body = header.closest(`[${attribute}]`)
  if (body === null) return
  const key = `${body.getAttribute(attribute) ?? ''}:${headersOf(body).indexOf(header)}`
  if (isOpen) opened.add(key)
  else opened.delete(key)
}

/** Puts the spoilers of a message that was drawn anew into the state that they were left in. */
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
