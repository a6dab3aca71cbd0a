import { fileNameAt } from '../../shared/file-name.ts'
import { isMediaPath } from '../../shared/media-path.ts'

/** The class of a picture that the server has no thumbnail of yet. */
export const placeholder = 'image-loading-placeholder'

const thumbnailPattern = /^\/user_uploads\/thumbnail\/(.+)\/[^/]+$/
/** How tall a picture of a message is, and how wide at most, in CSS pixels. */
const mostHeight = 180
const mostWidth = 420
/** What an audio element keeps of what a server may have written into it. */
const soundAttributes: ReadonlySet<string> = new Set(['data-media', 'title'])

let mediaPrefix = ''
/** Whoever wants no movement gets the first frame of a picture that moves; the large view still shows it whole. */
const isStill = matchMedia('(prefers-reduced-motion: reduce)')

/** Says below which address the pictures of the account stand whose messages are drawn next. */
export function useMediaPrefix(prefix: string): void {
  mediaPrefix = prefix
}

/** Pictures come from the account's own server through the media base, or not at all. */
export function drawMedia(node: HTMLImageElement | HTMLVideoElement): void {
  const path = ownPath(node, 'data-media')
  node.removeAttribute('src')
  if (path === null) showAddress(node)
  else if (node instanceof HTMLImageElement) {
    const isAnimated = node.getAttribute('data-animated') === 'true'
    const shown = isAnimated && isStill.matches ? path.replace(/-anim(\.\w+)$/, '$1') : path
    node.setAttribute('src', mediaPrefix + shown.slice(1))
  } else node.setAttribute('src', mediaPrefix + path.slice(1))
  if (node instanceof HTMLImageElement) node.setAttribute('loading', 'lazy')
  else node.setAttribute('preload', 'metadata')
  keepBox(node)
  makeOpenable(node)
}

/** The place of a picture that is being made small: what was sent can be seen large already. */
export function drawPlaceholder(node: HTMLSpanElement): void {
  keepBox(node)
  makeOpenable(node)
  const name = node.title === '' ? node.getAttribute('data-name') : node.title
  node.setAttribute('title', 'The server is still preparing this picture.')
  if (node.hasAttribute('data-open') || node.closest('a') !== null) return
  node.setAttribute('role', 'img')
  node.setAttribute('aria-label', name ?? 'Picture')
}

/** A sound is played by the browser's own player, whose buttons take the keyboard. */
export function drawSound(node: HTMLAudioElement): void {
  const path = ownPath(node, 'data-media')
  for (const name of node.getAttributeNames()) if (!soundAttributes.has(name)) node.removeAttribute(name)
  if (path === null) return
  node.setAttribute('src', mediaPrefix + path.slice(1))
  node.setAttribute('controls', '')
  // The link beside it saves the file, with the account's key.
  node.setAttribute('controlslist', 'nodownload')
  node.setAttribute('preload', 'metadata')
  node.setAttribute('aria-label', node.title === '' ? 'Audio' : node.title)
}

/** Says of sounds that cannot be played that they cannot, and where they can be had. */
export function watchSounds(body: HTMLElement): void {
  for (const sound of body.querySelectorAll('audio')) {
    sound.onerror = () => {
      const frame = sound.closest('.sound')
      if (frame === null || frame.classList.contains('unplayable')) return
      frame.classList.add('unplayable')
      const note = document.createElement('span')
      note.className = 'note'
      note.textContent = 'This cannot be played here now.'
      frame.append(note)
    }
  }
}

function ownPath(node: Element, attribute: string): string | null {
  const path = node.getAttribute(attribute)
  return path !== null && isMediaPath(path) ? path : null
}

/** The picture's box before it is loaded, and while it is replaced: nothing below it moves then. */
function keepBox(node: HTMLElement): void {
  const [width = 0, height = 0] = (node.getAttribute('data-size') ?? '').split('x').map(Number)
  if (!(width > 0 && height > 0)) return
  const scale = Math.min(1, mostHeight / height, mostWidth / width)
  node.style.setProperty('--box-width', `${Math.max(1, Math.round(width * scale))}px`)
  node.style.setProperty('--box-ratio', `${width} / ${height}`)
  node.classList.add('sized')
}

/** A picture or video that somebody sent opens large; the link around it leads to the same file, for whoever has a key. */
function makeOpenable(node: HTMLElement): void {
  const frame = node.closest('.message_inline_image, .message_inline_video')
  if (frame === null && !node.classList.contains('inline-image')) return
  const media = ownPath(node, 'data-media')
  const file = ownPath(node, 'data-file')
  const full = ownPath(node, 'data-full') ?? (file === null ? originalOf(media) : media) ?? media ?? file
  if (node.closest('.youtube-video, .embed-video') !== null || full === null) return
  const link = node.closest('a')
  const opener = frame === null ? node : (link ?? node)
  opener.setAttribute('data-open', full)
  opener.setAttribute('data-kind', node instanceof HTMLVideoElement ? 'video' : 'picture')
  const size = node.getAttribute('data-size')
  if (size !== null) opener.setAttribute('data-size', size)
  if (file !== null) opener.setAttribute('data-save', file)
  if (media !== null && media !== full && node instanceof HTMLImageElement) opener.setAttribute('data-preview', media)
  const name = link?.getAttribute('title') ?? node.getAttribute('alt') ?? node.getAttribute('title') ?? ''
  const shownName = name === '' ? fileNameAt(file ?? full) : name
  opener.setAttribute('data-name', shownName)
  opener.setAttribute('aria-label', `Open ${shownName}`)
  if (opener === node) {
    node.setAttribute('role', 'button')
    node.setAttribute('tabindex', '0')
  }
  if (node instanceof HTMLImageElement || node instanceof HTMLVideoElement) node.setAttribute('alt', shownName)
}

/** What a thumbnail was made of, by its path: messages that were stored before Skein knew thumbnails have no more. */
function originalOf(media: string | null): string | null {
  const path = thumbnailPattern.exec(media ?? '')?.[1]
  return path === undefined ? null : `/user_uploads/${path}`
}

/** Pictures of other hosts are not fetched (wire-protocol.md §2.10): their address stands for them, if it does not already. */
function showAddress(node: HTMLImageElement | HTMLVideoElement): void {
  const frame = node.closest('.message_inline_image, .message_inline_video, .youtube-video, .embed-video')
  const link = node.closest('a')
  if (frame === null || link === null) return
  node.hidden = true
  const address = link.getAttribute('href') ?? ''
  const others = [...(frame.parentElement?.querySelectorAll('a') ?? [])].filter((other) => other !== link)
  if (address === '' || others.some((other) => other.getAttribute('href') === address)) {
    frame.setAttribute('hidden', '')
    return
  }
  frame.className = 'elsewhere'
  link.append(address)
}
