import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { PeopleIndex } from '#engine/store/names/people-index.ts'
import type { Mentionable } from '#contract/people.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { offersFor, type NamedEmoji, type OfferPorts } from '#renderer/parts/editor/completion/offers.ts'
import { mayBeTaken, takenByEnter } from '#renderer/parts/editor/completion/taken-by-enter.ts'
import { completableAt } from '#renderer/parts/editor/completion/completable.ts'
import { message } from '#renderer/parts/editor/markdown/message-language.ts'
import names from '#shared/emoji-names.json' with { type: 'json' }
import { foldName, NameQuery } from '#shared/name-query.ts'
import { longerBeforeEnter, typedBeforeEnter } from '../../corpora/typed-before-enter.ts'

const people = new PeopleIndex(
  [
    'Hannah Weber',
    'Noor Haddad',
    'Patrick O’Brien',
    'Dana Pratt',
    'Paul Xu',
    'Wiktor Qvist',
    'Ida Berg',
    'Otto Park',
    'Overton Miles',
    'Melissa Diaz',
    'Łukasz Żółć',
    '王小明',
    'Tadeo Nolan',
    'Marie-Claire Dupont',
    'all',
  ].map((name, index) => ({ id: index + 1, name, email: `${foldName(name).replaceAll(/\W+/g, '.')}@media.example` })),
)
const groups = ['media-team', 'oncall', 'param-tuning', 'typescript', 'crew', 'x-files', 'returns-desk']
const streams = [
  'design',
  'general',
  'defines',
  'includes',
  'pragmatics',
  'face-lift',
  '1234-launch',
  'feedback',
  'c++',
  'a*b',
]
const topics = [
  '1234 crash on start',
  'fixes of #1234',
  '[ABC-123] crash',
  'if and else',
  'fffound',
  'say yes',
  'ideas: id',
  'lunch at noon',
]

const color = '#336699'
const looks = { color, isArchived: false, isPrivate: false, isMuted: false, isNear: false }
const narrows: readonly FoundNarrow[] = [
  ...streams.map((name, index) => ({ kind: 'stream' as const, streamId: index, name, ...looks })),
  ...topics.map((topic) => ({
    kind: 'topic' as const,
    streamId: 1,
    topic,
    name: topic,
    streamName: 'general',
    ...looks,
  })),
]
const emoji: readonly NamedEmoji[] = [
  ...['piece_of_cake', 'dd', 'wq', 'x_ray', 'parrot_party', 'c3po'].map((name) => [name]),
  ...Object.values(names),
].map((all) => ({
  label: all[0] ?? '',
  names: all,
  words: all.join(' '),
  text: `:${all[0] ?? ''}:`,
  character: '',
  picture: null,
  tones: [],
}))

const ports: OfferPorts = {
  mentions(query) {
    const begun = foldName(query)
    const value: readonly Mentionable[] = [
      ...['all', 'everyone', 'stream', 'topic']
        .filter((name) => name.startsWith(begun))
        .map((name) => ({ kind: 'wildcard' as const, name: name as 'all', reach: 15 })),
      ...groups
        .filter((name) => new NameQuery(query).matches(name))
        .map((name, index) => ({ kind: 'group' as const, groupId: index, name, memberCount: 4 })),
      ...[...people.find(query)].map(({ id, name, email }) => ({
        kind: 'person' as const,
        person: { id, name, avatar: null, isGuest: false, isBot: false, isActive: true },
        email,
        hasNamesake: false,
        isHere: false,
      })),
    ]
    return Promise.resolve({ ok: true, value })
  },
  narrows: (text) =>
    Promise.resolve({
      ok: true,
      value: narrows.filter((narrow) => {
        const query = new NameQuery(text)
        return (
          narrow.kind !== 'direct' &&
          !query.isEmpty &&
          query.matches(foldName(narrow.kind === 'topic' ? `${narrow.streamName} ${narrow.name}` : narrow.name))
        )
      }),
    }),
  emoji: () => Promise.resolve(emoji),
  streams: () => streams.map((name, streamId) => ({ streamId, name, color })),
  tone: () => 'none',
}

/** The text after Enter was pressed at its end; unchanged if Enter sends it. */
async function afterEnter(text: string, isMoved = false): Promise<string> {
  const state = EditorState.create({ doc: text, extensions: [message] })
  ensureSyntaxTree(state, text.length, 5_000)
  const at = completableAt(state, text.length)
  if (at === null) return text
  const offers = (await offersFor(at.completable, ports)) ?? []
  const taken = isMoved ? offers[0] : takenByEnter(at.completable, offers)
  // Enter that may accept nothing does not wait for offers.
  if (!isMoved && taken !== null) expect(mayBeTaken(at.completable)).toBe(true)
  return taken == null ? text : text.slice(0, at.from) + taken.text
}

describe('Enter after usual texts', () => {
  const typed = [...Object.values(typedBeforeEnter).flat(), ...longerBeforeEnter]

  it('is tested with more than three hundred different texts', () => {
    expect(new Set(typed).size).toBe(typed.length)
    expect(typed.length).toBeGreaterThan(300)
  })

  it.each(Object.entries(typedBeforeEnter))('leaves %s as typed', async (_kind, texts) => {
    const changed: string[] = []
    for (const text of texts) {
      // At the beginning, after words, and in a second line.
      for (const before of ['', 'nice ', 'one\n'])
        if ((await afterEnter(before + text)) !== before + text) changed.push(before + text)
    }
    expect(changed).toEqual([])
  })

  it('leaves texts of several lines and within code as typed', async () => {
    for (const text of longerBeforeEnter) expect(await afterEnter(text)).toBe(text)
  })

  it.each([
    [':tad', ':tada: '],
    ['well :smile', 'well :smile: '],
    ['(:octopu', '(:octopus: '],
    [':parrot_p', ':parrot_party: '],
    ['👍:tad', '👍:tada: '],
    ['你好:tad', '你好:tada: '],
    [':+1', ':+1: '],
    ['@han', '@**Hannah Weber** '],
    ['@web', '@**Hannah Weber** '],
    ['@weber han', '@**Hannah Weber** '],
    ['hi @noor h', 'hi @**Noor Haddad** '],
    ['@_noo', '@_**Noor Haddad** '],
    ['@brien', '@**Patrick O’Brien** '],
    ['@obri', '@**Patrick O’Brien** '],
    ['@lukasz', '@**Łukasz Żółć** '],
    ['@小明', '@**王小明** '],
    ['@dupo', '@**Marie-Claire Dupont** '],
    ['@al', '@**all|15** '],
    ['@everyone', '@**everyone** '],
    ['@cre', '@*crew* '],
    ['#desi', '#**design** '],
    ['(#gen', '(#**general** '],
    ['#[abc', '[#general > &#91;ABC-123&#93; crash](#narrow/stream/1-general/topic/.5BABC-123.5D.20crash) '],
    ['#gen>lun', '#**general>lunch at noon** '],
    ['#a*b', '[#a&#42;b](#narrow/stream/9-a.2Ab) '],
    ['/po', '/poll '],
    ['```pyth', '```python'],
  ])('completes the beginning of a name: %s', async (text, completed) => {
    expect(await afterEnter(text)).toBe(completed)
  })

  it.each([
    [':sm', /^:sm/],
    ['@team', /^@\*media-team\* $/],
    ['@e', /^@\*\*everyone/],
    ['#crash', /^\[#general|^#\*\*general>/],
    [':machine', /^:\w+_machine: $/],
    ['#', /^#\*\*design\*\* $/],
    ['@', /^@\*\*all\*\* $/],
  ])('accepts the offers for %s only after a move to them', async (text, moved) => {
    expect(await afterEnter(text)).toBe(text)
    expect(await afterEnter(text, true)).toMatch(moved)
  })
})
