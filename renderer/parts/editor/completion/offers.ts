import { languages } from '@codemirror/language-data'
import type { SkinTone } from '#contract/base/choices.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Mentionable } from '#contract/people.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { foldName } from '#shared/name-query.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { searchEmoji } from '../../emoji/emoji-catalogue.ts'
import { isNameBegun, isPersonBegun, type Offer } from './offer.ts'
import { timeOffers } from './time-offers.ts'
import { narrowOffers, streamOffer, type NamedStream } from './narrow-offers.ts'
import { narrowQuery, type Completable } from './completable.ts'

/** An emoji with its Markdown. */
export interface NamedEmoji {
  readonly label: string
  readonly names: readonly string[]
  /** All searchable words, in lower case. */
  readonly words: string
  readonly text: string
  readonly character: string
  /** The path of its picture; null if it has a character. */
  readonly picture: string | null
  /** The characters of its variants by skin tone. */
  readonly tones: readonly { readonly tone: SkinTone; readonly character: string }[]
}

/** The questions that the offers of a composer depend on. */
export interface OfferPorts {
  readonly mentions: (query: string) => Promise<Result<readonly Mentionable[]> | null>
  readonly narrows: (query: string) => Promise<Result<readonly FoundNarrow[]> | null>
  /** Returns the streams that the navigation lists, in its order. */
  readonly streams: () => readonly NamedStream[]
  readonly emoji: () => Promise<readonly NamedEmoji[]>
  /** Returns the user's current skin tone. */
  readonly tone: () => SkinTone
}

const most = 8

/**
 * Returns the offers for a written text: those whose names begin with it, then the others, each group with the
 * likeliest first. Returns null if the question failed.
 */
export async function offersFor(written: Completable, ports: OfferPorts): Promise<readonly Offer[] | null> {
  const offers = await allOffers(written, ports)
  if (offers === null) return null
  const others = offers.filter(({ isBegun }) => !isBegun)
  return [...offers.filter(({ isBegun }) => isBegun), ...others].slice(0, most)
}

async function allOffers(written: Completable, ports: OfferPorts): Promise<readonly Offer[] | null> {
  switch (written.kind) {
    case 'mention': {
      const found = await ports.mentions(written.query)
      return found?.ok === true ? found.value.flatMap((each) => mentionOffer(each, written)) : null
    }
    case 'narrow': {
      const { stream, text } = narrowQuery(written.query)
      const asked = ports.narrows(stream === null ? text : `${stream} ${text}`)
      if (stream === null && text.trim() === '') {
        // The engine finds nothing for an empty text, but the question makes its next answer faster.
        void asked.catch(() => null)
        return ports
          .streams()
          .slice(0, most)
          .map((each) => streamOffer(each, ''))
      }
      const found = await asked
      return found?.ok === true ? narrowOffers(found.value, written.query) : null
    }
    case 'emoji':
      return emojiBegun(await ports.emoji(), written.query).map((emoji) =>
        emojiOffer(emoji, written.query, ports.tone()),
      )
    case 'language':
      return languageOffers(written.query)
    case 'time':
      return timeOffers(written.query, Date.now())
    case 'command':
      return commandOffers(written.query)
  }
}

/** Returns whether a name needs its id, because it would mean others without it or end the mention early. */
function needsId(name: string): boolean {
  return /^(?:all|everyone|stream|channel|topic)$|\|\d*$|[*`]|\$\$/.test(name)
}

function mentionOffer(
  found: Mentionable,
  { query, isSilent }: { readonly query: string; readonly isSilent: boolean },
): Offer | [] {
  const at = isSilent ? '@_' : '@'
  const t = catalogue.screens.composer.completion
  switch (found.kind) {
    case 'person': {
      const { id, name, avatar, isBot } = found.person
      return {
        label: name,
        detail: [found.email ?? '', isBot ? t.bot : ''].filter((each) => each !== '').join(' · '),
        text: `${at}**${/[*`]|\$\$/.test(name) ? '' : name}${found.hasNamesake || needsId(name) ? `|${id}` : ''}** `,
        isBegun: isPersonBegun(name, query),
        mark: { kind: 'person', name, id, avatar },
      }
    }
    case 'group':
      // A group has no form with an id.
      if (/[*`]|\$\$/.test(found.name)) return []
      return {
        label: found.name,
        detail: t.group(found.memberCount),
        text: `${at}*${found.name}* `,
        isBegun: isNameBegun(found.name, query),
        mark: { kind: 'sign', sign: '@' },
      }
    case 'wildcard':
      return {
        label: found.name,
        detail: t.wildcard[found.name](found.reach),
        text: `${at}**${found.name}** `,
        // Everybody is mentioned only by the whole word.
        isBegun: foldName(query).trim() === found.name,
        mark: { kind: 'sign', sign: '@' },
      }
  }
}

/** Returns the emoji in whose names a word begins with the typed text. */
function emojiBegun(emoji: readonly NamedEmoji[], typed: string): readonly NamedEmoji[] {
  const query = typed.toLowerCase()
  const found = searchEmoji(emoji, query).filter(({ names }) => names.some((name) => `_${name}`.includes(`_${query}`)))
  const begins = (name: string) => name.startsWith(query)
  return [...found.filter(({ names }) => names.some(begins)), ...found.filter(({ names }) => !names.some(begins))]
}

/** Creates the offer of an emoji. Names have no skin tone, so an emoji with one is written as its character. */
function emojiOffer(
  { names, text, label, character, picture, tones }: NamedEmoji,
  typed: string,
  tone: SkinTone,
): Offer {
  const [name = label] = names
  const toned = tones.find((each) => each.tone === tone)?.character
  return {
    label: text === character ? label : `:${name}:`,
    detail: '',
    text: `${toned ?? text} `,
    isBegun: names.some((each) => each.startsWith(typed)),
    mark: { kind: 'emoji', character: toned ?? character, picture },
  }
}

/** The names that servers know in addition, because their highlighter is a different one. */
const alwaysOffered = ['quote', 'spoiler', 'math', 'text']

function languageOffers(query: string): Offer[] {
  const names = [...alwaysOffered, ...languages.flatMap(({ name, alias }) => [name.toLowerCase(), ...alias])]
  const wanted = query.toLowerCase()
  const found = [...new Set(names)].filter((name) => name.startsWith(wanted) && !/\s/.test(name))
  const t = catalogue.screens.composer.completion
  return found
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, most)
    .map((name) => ({
      label: name,
      detail: t.fences[name] ?? '',
      text: name,
      isBegun: true,
      mark: { kind: 'sign', sign: '`' },
    }))
}

function commandOffers(query: string): Offer[] {
  const t = catalogue.screens.composer.completion.commands
  const offered = [
    { name: 'me', text: '/me ', detail: t.me },
    { name: 'poll', text: '/poll ', detail: t.poll },
    { name: 'todo', text: '/todo ', detail: t.todo },
  ]
  return offered
    .filter(({ name }) => name.startsWith(query.toLowerCase()))
    .map(({ name, text, detail }) => ({
      label: `/${name}`,
      detail,
      text,
      isBegun: query !== '',
      mark: { kind: 'sign', sign: '/' },
    }))
}
