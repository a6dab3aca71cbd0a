import { describe, expect, it } from 'vitest'
import type { Mentionable } from '#contract/people.ts'
import type { FoundNarrow } from '#contract/search.ts'
import { offersFor, type OfferPorts } from '#renderer/parts/editor/completion/offers.ts'
import { completableBefore } from '#renderer/parts/editor/completion/completable.ts'

const looks = { color: '#336699', isArchived: false, isPrivate: false, isMuted: false, isNear: false }

function person(id: number, name: string, more: Partial<Extract<Mentionable, { kind: 'person' }>> = {}): Mentionable {
  const ref = { id, name, avatar: null, isGuest: false, isBot: false, isActive: true }
  return { kind: 'person', person: ref, email: null, hasNamesake: false, isHere: false, ...more }
}

function ports(more: Partial<OfferPorts> = {}): OfferPorts {
  return {
    mentions: () => Promise.resolve({ ok: true, value: [] }),
    narrows: () => Promise.resolve({ ok: true, value: [] }),
    emoji: () => Promise.resolve([]),
    streams: () => [],
    tone: () => 'none',
    ...more,
  }
}

/** The text that accepting the offers writes for a line. */
async function texts(line: string, more: Partial<OfferPorts> = {}): Promise<string[] | null> {
  const written = completableBefore(line, true)
  return written === null ? [] : ((await offersFor(written, ports(more)))?.map(({ text }) => text) ?? null)
}

describe('the completion offers', () => {
  const mentioned: readonly Mentionable[] = [
    person(7, 'Iris Lindqvist'),
    person(8, 'Ana Lopez', { hasNamesake: true, email: 'ana@x.example' }),
    { kind: 'group', groupId: 3, name: 'crew', memberCount: 12 },
    { kind: 'wildcard', name: 'all', reach: 34 },
  ]
  const mentions = () => Promise.resolve({ ok: true as const, value: mentioned })

  it('mention people, with ids for equal names, groups and wildcards, silently on request', async () => {
    expect(await texts('@i', { mentions })).toEqual([
      '@**Iris Lindqvist** ',
      '@**Ana Lopez|8** ',
      '@*crew* ',
      '@**all** ',
    ])
    expect(await texts('@_i', { mentions })).toEqual([
      '@_**Iris Lindqvist** ',
      '@_**Ana Lopez|8** ',
      '@_*crew* ',
      '@_**all** ',
    ])
  })

  it('list the streams of the navigation for a sign alone', async () => {
    const streams = () =>
      ['pinned', 'a ** b', ...Array.from({ length: 12 }, (_, index) => `stream ${index}`)].map((name, index) => ({
        streamId: index,
        name,
        color: '#336699',
      }))
    expect(await texts('see #', { streams })).toEqual([
      '#**pinned** ',
      '[#a &#42;&#42; b](#narrow/stream/1-a-.2A.2A-b) ',
      ...Array.from({ length: 6 }, (_, index) => `#**stream ${index}** `),
    ])
    const narrows = () => Promise.reject(new Error('the reader is gone'))
    expect(await texts('see #**', { streams, narrows })).toHaveLength(8)
  })

  it('distinguish people with equal names, and show the reach of a mention', async () => {
    const written = completableBefore('@', true)
    const offers = written === null ? [] : await offersFor(written, ports({ mentions }))
    expect(offers?.map(({ detail }) => detail)).toEqual([
      '',
      'ana@x.example',
      'group, 12 people',
      'everyone here, 34 people',
    ])
  })

  it('link streams and topics with prefix matches first, by URL if a name would end the link early', async () => {
    const narrows = (): Promise<{ ok: true; value: readonly FoundNarrow[] }> =>
      Promise.resolve({
        ok: true,
        value: [
          { kind: 'topic', streamId: 1, topic: 'lunch', name: 'lunch', streamName: 'general', ...looks },
          { kind: 'topic', streamId: 2, topic: 'lunch', name: 'lunch', streamName: 'design', ...looks },
          { kind: 'topic', streamId: 1, topic: '', name: 'general chat', streamName: 'general', ...looks },
          { kind: 'topic', streamId: 1, topic: 'a **b', name: 'a **b', streamName: 'general', ...looks },
          { kind: 'stream', streamId: 1, name: 'general', ...looks },
          { kind: 'stream', streamId: 3, name: 'a>b', ...looks },
        ],
      })
    const [withSigns, stream] = [
      '[#general > a &#42;&#42;b](#narrow/stream/1-general/topic/a.20.2A.2Ab) ',
      '[#a&gt;b](#narrow/stream/3-a.3Eb) ',
    ]
    expect(await texts('#gen', { narrows })).toEqual([
      '#**general** ',
      '#**general>lunch** ',
      '#**design>lunch** ',
      withSigns,
      stream,
    ])
    expect(await texts('#gen>lun', { narrows })).toEqual(['#**general>lunch** ', withSigns])
    expect((await texts('#a>b', { narrows }))?.[0]).toBe(stream)
    expect((await texts('#a **b', { narrows }))?.[0]).toBeUndefined()
    expect((await texts('#a *', { narrows }))?.[0]).toBe(withSigns)
  })

  it('write an emoji by the name of the server, or as its character', async () => {
    const emoji = () =>
      Promise.resolve([
        {
          label: 'octopus',
          names: ['octopus'],
          words: 'octopus sea',
          text: ':octopus:',
          character: '🐙',
          picture: null,
          tones: [],
        },
        {
          label: 'oct day',
          names: ['oct_day'],
          words: 'oct day',
          text: '📆',
          character: '📆',
          picture: null,
          tones: [],
        },
      ])
    expect(await texts('well :oct', { emoji })).toEqual([':octopus: ', '📆 '])
  })

  it('write the character if the user has a skin tone, since names have none', async () => {
    const tones = [{ tone: 'medium' as const, character: '👋🏽' }]
    const named = {
      label: 'wave',
      names: ['wave'],
      words: 'wave',
      text: ':wave:',
      character: '👋',
      picture: null,
      tones,
    }
    const emoji = () => Promise.resolve([named])
    expect(await texts(':wave', { emoji })).toEqual([':wave: '])
    expect(await texts(':wave', { emoji, tone: () => 'medium' })).toEqual(['👋🏽 '])
    expect(await texts(':wave', { emoji, tone: () => 'dark' })).toEqual([':wave: '])
  })

  it('list languages with the shortest first, and the other kinds of fences', async () => {
    expect(await texts('```pyth')).toEqual(['python'])
    expect((await texts('```c'))?.[0]).toBe('c')
    expect(await texts('```quo')).toEqual(['quote'])
    expect(await texts('```nothingofthatname')).toEqual([])
  })

  it('list the commands of a message', async () => {
    expect(await texts('/')).toEqual(['/me ', '/poll ', '/todo '])
    expect(await texts('/t')).toEqual(['/todo '])
  })

  it('add the id if the name alone would mention another person, and omit groups that no mention can name', async () => {
    const mentions = () =>
      Promise.resolve({
        ok: true as const,
        value: [
          person(1, 'all'),
          person(2, 'R2|2'),
          person(3, 'a*b'),
          person(4, 'Zoë O’Neil & Co. [x]'),
          { kind: 'group', groupId: 5, name: 'a*b', memberCount: 2 },
          { kind: 'group', groupId: 6, name: 'R&D [core] > $1', memberCount: 2 },
        ] satisfies Mentionable[],
      })
    expect(await texts('@_x', { mentions })).toEqual([
      '@_**Zoë O’Neil & Co. [x]** ',
      '@_**all|1** ',
      '@_**R2|2|2** ',
      '@_**|3** ',
      '@_*R&D [core] > $1* ',
    ])
  })

  it('distinguish a failed request from one without results', async () => {
    const failed = () => Promise.resolve({ ok: false as const, error: { code: 'NO_ACCOUNT' as const } })
    expect(await texts('@i', { mentions: failed })).toBeNull()
    expect(await texts('#g', { narrows: () => Promise.resolve(null) })).toBeNull()
    expect(await texts('@i')).toEqual([])
    expect(await texts('#g')).toEqual([])
  })
})
