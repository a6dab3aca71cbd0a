import { describe, expect, it } from 'vitest'
import { changes } from '../../../../server/levels/changes.ts'
import { changesFor, openLayer } from '../../../../server/levels/layer.ts'
import { featureLevels, ownLevel, readFeatureLevel } from '../../../../server/base/feature-levels.ts'
import { pictureFacts } from '../../../../server/levels/picture-facts.ts'
import { drawPng } from '../../../../server/base/png.ts'

describe('the table of changes between levels', () => {
  it('at the server’s own level there is no layer', () => {
    expect(changesFor(ownLevel)).toEqual([])
    expect([openLayer({}), openLayer({ featureLevel: ownLevel })]).toEqual([undefined, undefined])
  })

  it('each change lies between the oldest and the newest level, says what it is, and does something', () => {
    const [oldest, newest] = [featureLevels[0], featureLevels.at(-1) ?? 0]
    expect(changes.length).toBeGreaterThan(200)
    for (const { level, what, rewrite } of changes) {
      expect(level).toBeGreaterThan(oldest)
      expect(level).toBeLessThanOrEqual(newest)
      expect(what).not.toBe('')
      expect(Object.keys(rewrite)).not.toEqual([])
    }
  })

  it('later levels are made in their order, earlier ones unmade from the latest on', () => {
    const ascending = changesFor(500).map(({ level }) => level)
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
    expect(ascending.every((level) => level > ownLevel && level <= 500)).toBe(true)
    const descending = changesFor(155).map(({ level }) => level)
    expect(descending).toEqual(descending.toSorted((a, b) => b - a))
    expect(descending.every((level) => level <= ownLevel && level > 155)).toBe(true)
    expect(changesFor(170).length).toBeLessThan(changesFor(155).length)
  })

  it('other levels are refused with a sentence that lists those there are', () => {
    expect(readFeatureLevel('421')).toBe(421)
    for (const text of ['', '238', '0421', 'x', '1e2']) {
      expect(readFeatureLevel(text)).toBe('one of the feature levels 155, 170, 237, 300, 371, 421 and 500 is expected')
    }
  })
})

describe('what a picture is', () => {
  const gif = (frames: number) =>
    Buffer.concat([
      Buffer.from('GIF89a', 'latin1'),
      Buffer.from([7, 0, 5, 0, 0, 0, 0]),
      ...Array.from({ length: frames }, () => Buffer.from([0x21, 0xf9, 4, 0, 0, 0, 0, 0])),
    ])
  const webp = Buffer.alloc(30)
  webp.write('RIFF', 0, 'latin1')
  webp.write('WEBPVP8X', 8, 'latin1')
  webp.writeUInt8(2, 20)
  webp.writeUIntLE(639, 24, 3)
  webp.writeUIntLE(479, 27, 3)

  it.each([
    ['png', drawPng(3, () => undefined), { type: 'image/png', width: 3, height: 3, isAnimated: false }],
    ['gif', gif(1), { type: 'image/gif', width: 7, height: 5, isAnimated: false }],
    ['animated gif', gif(2), { type: 'image/gif', width: 7, height: 5, isAnimated: true }],
    ['webp', webp, { type: 'image/webp', width: 640, height: 480, isAnimated: true }],
    [
      'jpeg',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 16, 3]),
      { type: 'image/jpeg', width: 16, height: 9, isAnimated: false },
    ],
    ['jpeg that ends early', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4]), undefined],
    ['text', Buffer.from('hello'), undefined],
    ['nothing', Buffer.alloc(0), undefined],
  ])('%s', (_name, bytes, facts) => {
    expect(pictureFacts(bytes)).toEqual(facts)
  })
})
