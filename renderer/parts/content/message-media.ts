import { catalogue } from '#i18n/catalogue.ts'
import { fileNameAt } from '#shared/file-name.ts'
import { isMediaPath } from '#shared/media-path.ts'
import type { LightboxItem } from '../../state/overlays.svelte.ts'

/** The class of an image whose thumbnail is not ready. */
export const placeholder = 'image-loading-placeholder'

const thumbnailPattern = /^\/user_uploads\/thumbnail\/(.+)\/[^/]+$/
/** The maximal height and width of an image in a message, in CSS pixels. */
const mostHeight = 180
const mostWidth = 420
/** The attributes that an audio element keeps. */
const soundAttributes: ReadonlySet<string> = new Set(['data-media', 'title'])

let mediaPrefix = ''
/** Whether the user prefers reduced motion: animated images show their first frame, except in the lightbox. */
const isStill = matchMedia('(prefers-reduced-motion: reduce)')

/** Sets the base address of the account's media for the next messages. */
export function useMediaPrefix(prefix: string): void {
  mediaPrefix = prefix
}

/** Loads an image or video from the account's server through the media base, or not at all. */
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

/** Draws the placeholder of a thumbnail in preparation; the original can be opened already. */
export function drawPlaceholder(node: HTMLSpanElement): void {
  keepBox(node)
  makeOpenable(node)
  const name = node.title === '' ? node.getAttribute('data-name') : node.title
  node.setAttribute('title', catalogue.screens.media.preparing)
  // The style sheet draws this attribute as the text of the box.
  node.setAttribute('data-label', catalogue.screens.media.beingPrepared)
  if (node.hasAttribute('data-open') || node.closest('a') !== null) return
  node.setAttribute('role', 'img')
  node.setAttribute('aria-label', name ?? catalogue.screens.media.picture)
}

/** Draws audio with the browser's player, whose buttons are accessible by keyboard. */
export function drawSound(node: HTMLAudioElement): void {
  const path = ownPath(node, 'data-media')
  for (const name of node.getAttributeNames()) if (!soundAttributes.has(name)) node.removeAttribute(name)
  if (path === null) return
  node.setAttribute('src', mediaPrefix + path.slice(1))
  node.setAttribute('controls', '')
  // The link beside the player saves the file with the account's key.
  node.setAttribute('controlslist', 'nodownload')
  node.setAttribute('preload', 'metadata')
  node.setAttribute('aria-label', node.title === '' ? catalogue.screens.media.audio : node.title)
}

/** Replaces audio that cannot be played with a note and its link. */
export function watchSounds(body: HTMLElement): void {
  for (const sound of body.querySelectorAll('audio')) {
    sound.onerror = () => {
      const frame = sound.closest('.sound')
      if (frame === null || frame.classList.contains('unplayable')) return
      frame.classList.add('unplayable')
      const note = document.createElement('span')
      note.className = 'note'
      note.textContent = catalogue.screens.media.notPlayable
      frame.append(note)
    }
  }
}

function ownPath(node: Element, attribute: string): string | null {
  const path = node.getAttribute(attribute)
  return path !== null && isMediaPath(path) ? path : null
}

/** Reserves the box of an image while it is loading, so that nothing below it moves. */
function keepBox(node: HTMLElement): void {
  const [width = 0, height = 0] = (node.getAttribute('data-size') ?? '').split('x').map(Number)
  if (!(width > 0 && height > 0)) return
  const scale = Math.min(1, mostHeight / height, mostWidth / width)
  node.style.setProperty('--box-width', `${Math.max(1, Math.round(width * scale))}px`)
  node.style.setProperty('--box-ratio', `${width} / ${height}`)
  node.classList.add('sized')
}

/** Makes an uploaded image or video open in the lightbox, since its link works only with the account's key. */
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
  opener.setAttribute('aria-label', catalogue.screens.media.open(shownName))
  if (opener === node) {
    node.setAttribute('role', 'button')
    node.setAttribute('tabindex', '0')
  }
  if (node instanceof HTMLImageElement || node instanceof HTMLVideoElement) node.setAttribute('alt', shownName)
}

/** Derives the original's path from that of a thumbnail, for messages that earlier versions stored without it. */
function originalOf(media: string | null): string | null {
  const path = thumbnailPattern.exec(media ?? '')?.[1]
  return path === undefined ? null : `/user_uploads/${path}`
}

/**
 * Shows the address of an image on another host instead of fetching it (wire-protocol.md §2.10), unless the message
 * contains the address already.
 */
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

/**
 * Returns the images and videos of all drawn messages, for the lightbox.
 * @returns the items, and the index of the clicked one
 */
export function openedMedia(list: Element | undefined, clicked: Element): { items: LightboxItem[]; index: number } {
  const all = [...(list?.querySelectorAll('.message-body [data-open]') ?? [])].filter(
    // Media in a closed spoiler are excluded.
    (element) => element === clicked || element.checkVisibility(),
  )
  const items = all.map((element): LightboxItem => ({
    path: element.getAttribute('data-open') ?? '',
    file: element.getAttribute('data-save'),
    preview: element.getAttribute('data-preview'),
    size: element.getAttribute('data-size'),
    name: element.getAttribute('data-name') ?? '',
    kind: element.getAttribute('data-kind') === 'video' ? 'video' : 'picture',
  }))
  return { items, index: Math.max(0, all.indexOf(clicked)) }
}
