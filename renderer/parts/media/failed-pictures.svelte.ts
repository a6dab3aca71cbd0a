import { SvelteMap } from 'svelte/reactivity'
import type { PixelSize } from '#contract/attachments.ts'
import type { AppState } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { AccountCalls } from '../../state/account-calls.ts'

const mostSources = 500

/** The pictures that were not shown because they are too large, by address. */
class LargePictures {
  readonly #sizes = new SvelteMap<string, PixelSize>()

  add(source: string, size: PixelSize): void {
    this.#sizes.delete(source)
    this.#sizes.set(source, size)
    const [oldest] = this.#sizes.keys()
    if (this.#sizes.size > mostSources && oldest !== undefined) this.#sizes.delete(oldest)
  }

  sizeOf(source: string): PixelSize | null {
    return this.#sizes.get(source) ?? null
  }
}

/** The large pictures of this page. */
export const largePictures = new LargePictures()

/** The time for which a picture that failed to load is not requested again, in milliseconds. */
const retryAfterMs = 60_000
const mostAvatars = 2_000

/**
 * Avatars that failed to load. Rows are redrawn often, and each would request the picture again. One request a minute
 * is enough until the server is reachable again.
 */
export class MissingPictures {
  /** The time from which each source may be requested again, in milliseconds, the oldest first. */
  #until = new SvelteMap<string, number>()
  readonly #now: () => number

  /** @param now returns the time of a monotonic clock, in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  has(source: string): boolean {
    return this.#now() < (this.#until.get(source) ?? 0)
  }

  add(source: string): void {
    this.#until.delete(source)
    this.#until.set(source, this.#now() + retryAfterMs)
    const [oldest] = this.#until.keys()
    if (this.#until.size > mostAvatars && oldest !== undefined) this.#until.delete(oldest)
  }

  /** Allows all requests, since the server is reachable again. */
  clear(): void {
    this.#until.clear()
  }
}

/** The missing avatars of this page. */
export const missingAvatars = new MissingPictures()

/** Reloads failed images once the server is reachable: a browser leaves a failed image broken. */
export function retryPictures(root: ParentNode): void {
  missingAvatars.clear()
  for (const picture of root.querySelectorAll('img')) {
    const source = picture.getAttribute('src')
    if (source !== null && picture.complete && picture.naturalWidth === 0) picture.setAttribute('src', source)
  }
}

/** Retries failed audio once the server is reachable. */
export function retrySounds(scope: ParentNode): void {
  for (const frame of scope.querySelectorAll('.sound.unplayable')) {
    frame.classList.remove('unplayable')
    frame.querySelector('.note')?.remove()
    frame.querySelector('audio')?.load()
  }
}

const t = catalogue.screens.media

/** The parts of the page that the watch uses. */
export interface RefusedPicturePorts {
  readonly accounts: { readonly state: Pick<AppState, 'mediaBase'> | null }
  readonly calls: Pick<AccountCalls, 'saveMedia' | 'tooLarge'>
}

/** A failed image of an account: its element, and its path at the account's server. */
interface Failed {
  readonly image: HTMLImageElement
  readonly source: string
  readonly accountId: string
  readonly path: string
}

/**
 * Asks for the reason of failed images in the whole document. An image that is too large is recorded for the components
 * that draw it; in the HTML of a message, a note with a button that saves the file replaces it.
 * @returns a function that ends the watch
 */
export function watchRefusedPictures(root: Document, ports: RefusedPicturePorts): () => void {
  const onError = ({ target }: Event) => {
    const failed = failedImage(target, ports.accounts.state?.mediaBase ?? '')
    if (failed !== null) void explain(failed, ports)
  }
  // The listeners capture, since neither event bubbles.
  root.addEventListener('error', onError, true)
  root.addEventListener('load', takeNoteAway, true)
  return () => {
    root.removeEventListener('error', onError, true)
    root.removeEventListener('load', takeNoteAway, true)
  }
}

/** Returns the failed image of an event; null for avatars and emoji, which show initials or a name instead. */
function failedImage(target: EventTarget | null, mediaBase: string): Failed | null {
  if (!(target instanceof HTMLImageElement) || target.matches('.avatar *, .emoji')) return null
  const source = target.getAttribute('src') ?? ''
  const named = source.startsWith(mediaBase) ? /^([^/]+)(\/.+)$/.exec(source.slice(mediaBase.length)) : null
  const [, accountId, path] = named ?? []
  if (mediaBase === '' || accountId === undefined || path === undefined) return null
  return { image: target, source, accountId, path }
}

async function explain(failed: Failed, { calls }: RefusedPicturePorts): Promise<void> {
  const size = await calls.tooLarge(failed.accountId, failed.path)
  if (size === null) return
  largePictures.add(failed.source, size)
  const { image } = failed
  const shown = shownPart(image)
  if (shown === null || noteOf(shown) !== null) return
  const opener = image.closest('[data-open]')
  const file = opener?.getAttribute('data-save') ?? opener?.getAttribute('data-open') ?? failed.path
  shown.hidden = true
  shown.after(
    note(size, () => {
      void calls.saveMedia(file, failed.accountId)
    }),
  )
}

/** Returns the element that the note replaces: the link around a picture, or a picture in the text. */
function shownPart(image: HTMLImageElement): HTMLElement | null {
  if (image.closest('.message-body') === null) return null
  const frame = image.closest('.message_inline_image')
  const link = frame === null ? null : image.closest('a')
  return link ?? (frame !== null || image.classList.contains('inline-image') ? image : null)
}

function noteOf(shown: HTMLElement): Element | null {
  const next = shown.nextElementSibling
  return next?.classList.contains('picture-note') === true ? next : null
}

function takeNoteAway({ target }: Event): void {
  const shown = target instanceof HTMLImageElement ? shownPart(target) : null
  if (shown === null) return
  noteOf(shown)?.remove()
  shown.hidden = false
}

function note(size: PixelSize, onSave: () => void): HTMLElement {
  const element = document.createElement('span')
  element.className = 'picture-note'
  element.textContent = t.tooLarge(size)
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = t.saveFile
  button.addEventListener('click', onSave)
  element.append(button)
  return element
}
