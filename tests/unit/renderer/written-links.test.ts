import { describe, expect, it } from 'vitest'
import type { Narrow } from '#contract/base/values.ts'
import { readLink } from '#renderer/state/links/own-links.ts'
import { linkTo } from '#renderer/state/links/written-links.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'

const server = 'https://chat.example'
const iris = 4
const link = (narrow: Narrow, streamName?: string, messageId?: number) =>
  linkTo(server, iris, { narrow, streamName: streamName ?? null, ...(messageId === undefined ? {} : { messageId }) })
const topic = (name: string): Narrow => ({ kind: 'topic', streamId: 9, topic: name })

describe('a copied link', () => {
  it.each([
    // As a stock server writes them (recordings of its answers).
    [
      link({ kind: 'topic', streamId: 334, topic: '✔ later topic' }, 'arm-firmware'),
      '#narrow/stream/334-arm-firmware/topic/.E2.9C.94.20later.20topic',
    ],
    [
      link({ kind: 'topic', streamId: 334, topic: 'release 2.4' }, 'arm-firmware'),
      '#narrow/stream/334-arm-firmware/topic/release.202.2E4',
    ],
    [
      link({ kind: 'topic', streamId: 334, topic: 'three' }, 'arm-firmware', 6393),
      '#narrow/stream/334-arm-firmware/topic/three/near/6393',
    ],
    [link({ kind: 'stream', streamId: 337 }, 'field-reports'), '#narrow/stream/337-field-reports'],
    [link({ kind: 'stream', streamId: 7 }, 'all (of) us'), '#narrow/stream/7-all-.28of.29-us'],
    [link({ kind: 'stream', streamId: 7 }), '#narrow/stream/7'],
    // A link to a direct conversation leads every reader there, so it includes the user who copies it.
    [link({ kind: 'direct', userIds: [8] }), '#narrow/dm/4,8-dm'],
    [link({ kind: 'direct', userIds: [8, 3] }, undefined, 12), '#narrow/dm/3,4,8-group/near/12'],
    [link({ kind: 'direct', userIds: [4] }), '#narrow/dm/4-dm'],
  ])('is %s', (address, hash) => {
    expect(address).toBe(`${server}/${hash}`)
  })

  it('keeps the folder and the port of the server', () => {
    expect(linkTo('http://127.0.0.1:9991/', iris, { narrow: topic('x') })).toBe(
      'http://127.0.0.1:9991/#narrow/stream/9/topic/x',
    )
  })

  it('is parsed into the copied conversation, whatever the topic and the stream are called', () => {
    const seed = chooseSeed()
    const random = new SeededRandom(seed)
    const alphabet = [
      ...Array.from('ab09 ./%()#?&+-_~!\'*"<>\\:,;=@[]{}|^`\u00e4\u202e\u0000\u{1f389}✔'),
      'with',
      'near',
      '/near/7',
      '%2F',
      '.2E',
    ]
    const text = () => Array.from({ length: 1 + random.below(12) }, () => random.pick(alphabet)).join('')
    const accounts = [{ id: 'a', server }]
    for (const name of ['with', 'near', '..', '.', '//', '%', '', ...Array.from({ length: 2000 }, text)]) {
      const messageId = random.chance(0.5) ? 1 + random.below(10_000) : undefined
      const read = readLink(link(topic(name), text(), messageId), accounts, 'a')
      expect(read, `seed ${seed}: ${JSON.stringify(name)}`).toEqual({
        kind: 'conversation',
        accountId: 'a',
        narrow: topic(name),
        followed: messageId ?? null,
        anchor: messageId ?? null,
      })
    }
  })

  it('of a topic with half a surrogate pair is a link as well', () => {
    expect(link(topic('\ud83c'))).toBe(`${server}/#narrow/stream/9/topic/.EF.BF.BD`)
  })
})
