import { fileNameAt } from '../../shared/file-name.ts'

/** The classes of what a server makes of links: pictures, players, cards. */
const previews =
  '.message_inline_image, .message_embed, .youtube-video, .embed-video, [class^="inline-preview-"], [class*=" inline-preview-"]'

/** Whether an element is what a server made of a link. */
export function isPreview(node: Element): boolean {
  return node.matches(previews)
}

/** The addresses that a message says in links of its own, outside of previews. */
export function linksBeside(body: Element): Set<string> {
  const links = [...body.querySelectorAll('a[href]')].filter((link) => link.closest(previews) === null)
  return new Set(links.map((link) => link.getAttribute('href') ?? ''))
}

/**
 * Takes a preview out that the user does not want (level 510), or leaves its link in its place: servers drop the words of
 * a link that stands alone, so that without it nothing of the message would be left.
 *
 * @param said - addresses that the message says already; the one that is left is added
 */
export function leaveLink(preview: Element, said: Set<string>): void {
  const link = preview.querySelector('a[href]')
  const address = link?.getAttribute('href') ?? ''
  if (link === null || address === '' || said.has(address)) {
    preview.remove()
    return
  }
  said.add(address)
  const isUpload = URL.canParse(address) && new URL(address).pathname.startsWith('/user_uploads/')
  const title = link.getAttribute('title') ?? ''
  link.replaceChildren(isUpload ? title || fileNameAt(address) : address)
  link.removeAttribute('class')
  preview.removeAttribute('class')
  preview.replaceChildren(link)
}
