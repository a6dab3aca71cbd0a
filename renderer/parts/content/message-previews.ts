import { fileNameAt } from '#shared/file-name.ts'

/** The classes of link previews: images, players, cards. */
const previews =
  '.message_inline_image, .message_embed, .youtube-video, .embed-video, [class^="inline-preview-"], [class*=" inline-preview-"]'

/** Whether an element is a link preview. */
export function isPreview(node: Element): boolean {
  return node.matches(previews)
}

/** Returns the addresses of links outside of previews. */
export function linksBeside(body: Element): Set<string> {
  const links = [...body.querySelectorAll('a[href]')].filter((link) => link.closest(previews) === null)
  return new Set(links.map((link) => link.getAttribute('href') ?? ''))
}

/**
 * Removes a preview that the user has disabled (level 510), or replaces it with its link: servers drop the text of a
 * link that stands alone, so the message would be empty without it.
 *
 * @param shownAddresses - addresses that are already shown; that of the remaining link is added
 */
export function leaveLink(preview: Element, shownAddresses: Set<string>): void {
  const link = preview.querySelector('a[href]')
  const address = link?.getAttribute('href') ?? ''
  if (link === null || address === '' || shownAddresses.has(address)) {
    preview.remove()
    return
  }
  shownAddresses.add(address)
  const isUpload = URL.canParse(address) && new URL(address).pathname.startsWith('/user_uploads/')
  const title = link.getAttribute('title') ?? ''
  link.replaceChildren(isUpload ? title || fileNameAt(address) : address)
  link.removeAttribute('class')
  preview.removeAttribute('class')
  preview.replaceChildren(link)
}
