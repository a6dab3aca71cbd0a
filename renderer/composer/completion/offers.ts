import { languages } from '@codemirror/language-data'
import type { FoundPlace } from '../../../preload/contract/calls/search.ts'
import type { Mentionable } from '../../../preload/contract/resources/mentions.ts'
import type { Result } from '../../../preload/contract/values.ts'
import type { SkinTone } from '../../../preload/contract/settings.ts'
import { foldText } from '../../../shared/name-query.ts'
import { words } from '../../../words/words.ts'
import { searchEmoji } from '../../emoji/emoji-catalogue.ts'
import type { Offer } from './offer.ts'
import { timeOffers } from './time-offers.ts'
import { placeQuery, type Written } from './written-before.ts'

/** An emoji, and how it is written. */
export interface NamedEmoji {
  readonly label: string
  readonly names: readonly string[]
  /** All searchable words, in lower case. */
  readonly words: string
  readonly text: string
  readonly character: string
  /** The path of its picture. */
  readonly picture: string | null
  /** Its characters by skin tone. */
  readonly tones: readonly { readonly tone: SkinTone; readonly character: string }[]
}

/** What the offers of a composer ask. */
export interface OfferPorts {
  readonly mentions: (query: string) => Promise<Result<readonly Mentionable[]> | null>
  readonly places: (query: string) => Promise<Result<readonly FoundPlace[]> | null>
  /** The streams that the navigation lists, in its order. */
  readonly streams: () => readonly { readonly name: string; readonly color: string }[]
  readonly emoji: () => Promise<readonly NamedEmoji[]>
  /** The user's skin tone, now. */
  readonly tone: () => SkinTone
}

const most = 8

/** The ways to complete what is written, the likeliest first; null where the question was not answered. */
export async function offersFor(written: Written, ports: OfferPorts): Promise<readonly Offer[] | null> {
  switch (written.kind) {
    case 'mention': {
      const found = await ports.mentions(written.query)
      return found?.ok === true ? found.value.map((each) => mentionOffer(each, written.isSilent)) : null
    }
    case 'place': {
      const { stream, text } = placeQuery(written.query)
      const asked = ports.places(stream === null ? text : `${stream} ${text}`)
      if (stream === null && text.trim() === '') {
        // An empty text finds nothing; that it is asked for makes the next answer come sooner.
        void asked.catch(() => null)
        return ports.streams().filter(isWritable).slice(0, most).map(streamOffer)
      }
      const found = await asked
      return found?.ok === true ? placeOffers(found.value, stream).slice(0, most) : null
    }
    case 'emoji':
      return searchEmoji(await ports.emoji(), written.query)
        .slice(0, most)
        .map((emoji) => emojiOffer(emoji, ports.tone()))
    case 'language':
      return languageOffers(written.query)
    case 'time':
      return timeOffers(written.query, Date.now())
    case 'command':
      return commandOffers(written.query)
  }
}

function mentionOffer(found: Mentionable, isSilent: boolean): Offer {
  const at = isSilent ? '@_' : '@'
  const say = words.screens.composer.completion
  switch (found.kind) {
    case 'person': {
      const { id, name, avatar, isBot } = found.person
      return {
        label: name,
        detail: [found.email ?? '', isBot ? say.bot : ''].filter((each) => each !== '').join(' · '),
        text: `${at}**${name}${found.hasNamesake ? `|${id}` : ''}** `,
        mark: { kind: 'person', name, id, avatar },
      }
    }
    case 'group':
      return {
        label: found.name,
        detail: say.group(found.memberCount),
        text: `${at}*${found.name}* `,
        mark: { kind: 'sign', sign: '@' },
      }
    case 'wildcard':
      return {
        label: found.name,
        detail: say.wildcard[found.name](found.reach),
        text: `${at}**${found.name}** `,
        mark: { kind: 'sign', sign: '@' },
      }
  }
}

/** Names that would end a link early are written without one. */
function isPlain(name: string): boolean {
  return !/[*`>]|\$\$|\[|\]/.test(name)
}

function isWritable({ name }: { readonly name: string }): boolean {
  return isPlain(name)
}

function streamOffer({ name, color }: { readonly name: string; readonly color: string }): Offer {
  return { label: name, detail: '', text: `#**${name}** `, mark: { kind: 'stream', color } }
}

function placeOffers(found: readonly FoundPlace[], stream: string | null): Offer[] {
  const wanted = stream === null ? null : foldText(stream)
  return found.flatMap((place): Offer[] => {
    if (place.kind === 'direct' || place.isNear) return []
    if (place.kind === 'stream') return wanted === null && isWritable(place) ? [streamOffer(place)] : []
    const mark = { kind: 'stream', color: place.color } as const
    const { streamName, topic, name } = place
    const isWanted = wanted === null || foldText(streamName).includes(wanted)
    const isOffered = isWanted && topic !== '' && isPlain(streamName) && isPlain(topic)
    return isOffered ? [{ label: name, detail: streamName, text: `#**${streamName}>${topic}** `, mark }] : []
  })
}

/** Names of emoji have no skin tone: with one, the character is written. */
function emojiOffer({ names, text, label, character, picture, tones }: NamedEmoji, tone: SkinTone): Offer {
  const [name = label] = names
  const toned = tones.find((each) => each.tone === tone)?.character
  return {
    label: text === character ? label : `:${name}:`,
    detail: '',
    text: `${toned ?? text} `,
    mark: { kind: 'emoji', character: toned ?? character, picture },
  }
}

/** The names that servers know besides: their highlighter is another one. */
const alwaysOffered = ['quote', 'spoiler', 'math', 'text']

function languageOffers(query: string): Offer[] {
  const names = [...alwaysOffered, ...languages.flatMap(({ name, alias }) => [name.toLowerCase(), ...alias])]
  const wanted = query.toLowerCase()
  const found = [...new Set(names)].filter((name) => name.startsWith(wanted) && !/\s/.test(name))
  const say = words.screens.composer.completion
  return found
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .slice(0, most)
    .map((name) => ({
      label: name,
      detail: say.fences[name] ?? '',
      text: name,
      mark: { kind: 'sign', sign: '`' },
    }))
}

function commandOffers(query: string): Offer[] {
  const say = words.screens.composer.completion.commands
  const offered = [
    { name: 'me', text: '/me ', detail: say.me },
    { name: 'poll', text: '/poll ', detail: say.poll },
    { name: 'todo', text: '/todo ', detail: say.todo },
  ]
  return offered
    .filter(({ name }) => name.startsWith(query.toLowerCase()))
    .map(({ name, text, detail }) => ({ label: `/${name}`, detail, text, mark: { kind: 'sign', sign: '/' } }))
}
