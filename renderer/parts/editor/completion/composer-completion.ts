import type { SkinTone } from '#contract/base/choices.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { EmojiChoice } from '#contract/emoji.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { Overlays } from '#renderer/state/overlays.svelte.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { loadCatalogue } from '../../emoji/emoji-catalogue.ts'
import { missingAvatars } from '../../media/failed-pictures.svelte.ts'
import { avatarColor, initials } from '../../people/avatars.ts'
import { below } from '#renderer/ui/overlay/position.ts'
import type { Completing, Offer } from './offer.ts'
import { offersFor, type NamedEmoji, type OfferPorts } from './offers.ts'
import type { Completable } from './completable.ts'
import { pageParts, type PageParts } from '#renderer/state/page-parts.ts'

/** The parts of the page that the completion of a composer needs. */
export interface ComposerCompletionPorts {
  readonly calls: Pick<AccountCalls, 'askOf' | 'emojiChoice'>
  /** Returns the present conversation of the text. */
  readonly where: () => { readonly accountId: string; readonly narrow: Narrow }
  /** Returns the streams that the navigation lists, in its order. */
  readonly streams: OfferPorts['streams']
  /** Returns the base address of the account's pictures. */
  readonly mediaPrefix: () => string
  /** Returns the user's current skin tone. */
  readonly tone: () => SkinTone
  /** Opens the calendar. */
  readonly openMoment: Overlays['openMoment']
  /** Returns the element beside which the calendar opens. */
  readonly field: () => Element | null
}

/** Completes names in the composer of a conversation. */
class ComposerCompletion implements Completing {
  readonly #ports: ComposerCompletionPorts
  /** The emoji of the conversation, loaded when its first emoji is written. */
  #emoji: { readonly narrow: Narrow; readonly named: Promise<readonly NamedEmoji[]> } | null = null

  constructor(ports: ComposerCompletionPorts) {
    this.#ports = ports
  }

  async offers(written: Completable): Promise<readonly Offer[] | null> {
    const { calls } = this.#ports
    const { accountId, narrow } = this.#ports.where()
    return offersFor(written, {
      mentions: (query) => calls.askOf(accountId, 'mentions.find', { narrow, query }),
      narrows: (query) =>
        calls.askOf(accountId, 'narrows.find', { query: query.slice(0, clientLimits.nameQuery.most) }),
      emoji: () => this.#emojiOf(accountId, narrow),
      streams: this.#ports.streams,
      tone: this.#ports.tone,
    }).catch(() => null)
  }

  /** Opens a calendar beside the field, with the next whole hour selected. */
  pickMoment(onPick: (seconds: number) => void): void {
    const element = this.#ports.field()
    if (element === null) return
    const { label, act } = catalogue.screens.composer.completion.time
    const seconds = Math.ceil(Date.now() / 3_600_000) * 3600
    this.#ports.openMoment({ label, act, position: below(element), seconds, problemOf: () => null, onPick })
  }

  /** Returns the names that the server reads as emoji; null if they are unknown. */
  emojiNames(): Promise<ReadonlySet<string> | null> {
    return this.#ports.calls.emojiChoice(this.#ports.where().accountId).then(
      ({ custom, names }) => {
        const known = new Set([...custom.map(({ name }) => name), ...Object.values(names).flat()])
        return known.size === 0 ? null : known
      },
      () => null,
    )
  }

  async #emojiOf(accountId: string, narrow: Narrow): Promise<readonly NamedEmoji[]> {
    if (this.#emoji?.narrow !== narrow) this.#emoji = { narrow, named: this.#loadEmoji(accountId) }
    const asked = this.#emoji
    try {
      return await asked.named
    } catch (error) {
      if (this.#emoji === asked) this.#emoji = null
      throw error
    }
  }

  async #loadEmoji(accountId: string): Promise<readonly NamedEmoji[]> {
    const choice = await this.#ports.calls.emojiChoice(accountId)
    return [...choice.custom.map(customEmoji), ...(await loadCatalogue(choice.names)).map(unicodeEmoji)]
  }

  /** Creates the mark before a name: an avatar, a colour, an emoji or a character. */
  mark({ mark }: Offer): HTMLElement {
    const element = document.createElement('span')
    element.className = `offer-mark ${mark.kind}`
    element.ariaHidden = 'true'
    switch (mark.kind) {
      case 'person':
        element.textContent = initials(mark.name)
        element.style.setProperty('--avatar-color', avatarColor(mark.id))
        if (mark.avatar !== null) element.append(this.#picture(mark.avatar))
        break
      case 'stream':
        element.style.setProperty('--hash-color', mark.color)
        element.classList.add('keeps-color')
        break
      case 'emoji':
        element.textContent = mark.character
        if (mark.picture !== null) element.append(this.#picture(mark.picture))
        break
      case 'sign':
        element.textContent = mark.sign
    }
    return element
  }

  /** Creates the element of a picture. Returns an empty text if the picture could not be loaded before. */
  #picture(path: string): HTMLElement | '' {
    const source = this.#ports.mediaPrefix() + path.replace(/^\//, '')
    if (missingAvatars.has(source)) return ''
    const picture = document.createElement('img')
    picture.alt = ''
    picture.src = source
    picture.addEventListener('error', () => {
      missingAvatars.add(source)
      picture.remove()
    })
    return picture
  }
}

function customEmoji({ name, picture }: EmojiChoice['custom'][number]): NamedEmoji {
  const label = name.replaceAll('_', ' ')
  return {
    label,
    names: [name],
    words: `${name} ${label}`.toLowerCase(),
    text: `:${name}:`,
    character: '',
    picture,
    tones: [],
  }
}

/** Returns an emoji for completion. An emoji without a name on the server is written as its character. */
function unicodeEmoji(emoji: Awaited<ReturnType<typeof loadCatalogue>>[number]): NamedEmoji {
  const { label, names, words, character, isKnown, tones } = emoji
  const [name] = names
  return {
    label,
    names,
    words,
    text: isKnown && name !== undefined ? `:${name}:` : character,
    character,
    picture: null,
    tones,
  }
}

/**
 * Creates the completion of a field. It reads the component's contexts, so it is called while the component is
 * initialized.
 * @param field returns the element beside which a calendar opens
 * @param where returns the present conversation of the text
 */
export function completionOfPage(
  field: ComposerCompletionPorts['field'],
  where: ComposerCompletionPorts['where'],
): ComposerCompletion {
  const { accounts, accountViews, calls, overlays } = pageParts()
  return new ComposerCompletion({
    calls,
    where,
    field,
    mediaPrefix: () => accounts.mediaPrefixOf(where().accountId),
    streams: () => listedStreams({ accounts, accountViews }, where().accountId),
    tone: () => accounts.settings.skinTone,
    openMoment: (opened) => overlays.openMoment(opened),
  })
}

/** Returns the streams of the navigation, which lists only those of the shown account; none for another account. */
function listedStreams(
  { accounts, accountViews }: Pick<PageParts, 'accounts' | 'accountViews'>,
  accountId: string,
): ReturnType<OfferPorts['streams']> {
  const items = accounts.shown?.id === accountId ? (accountViews.of('navigation')?.items ?? []) : []
  return items.flatMap((item) => (item.kind === 'stream' && !item.isArchived ? [item] : []))
}
