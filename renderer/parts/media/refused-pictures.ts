import type { AppState } from '#contract/app.ts'
import type { PixelSize } from '#contract/attachments.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import { largePictures } from './large-pictures.svelte.ts'

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
