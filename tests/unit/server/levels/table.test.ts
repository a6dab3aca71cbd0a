import { describe, expect, it } from 'vitest'
import { changes } from '#server/levels/changes.ts'
import { changesFor, openLayer } from '#server/levels/layer.ts'
import { featureLevels, ownLevel, readFeatureLevel } from '#server/base/feature-levels.ts'

describe('the table of changes between levels', () => {
  it('gives the server’s own level no layer', () => {
    expect(changesFor(ownLevel)).toEqual([])
    expect([openLayer({}), openLayer({ featureLevel: ownLevel })]).toEqual([undefined, undefined])
  })

  it('has changes between the oldest and the newest level, each with a description and an effect', () => {
    const [oldest, newest] = [featureLevels[0], featureLevels.at(-1) ?? 0]
    expect(changes.length).toBeGreaterThan(200)
    for (const { level, what, rewrite } of changes) {
      expect(level).toBeGreaterThan(oldest)
      expect(level).toBeLessThanOrEqual(newest)
      expect(what).not.toBe('')
      expect(Object.keys(rewrite)).not.toEqual([])
    }
  })

  it('applies later changes in ascending order, and reverts earlier ones in descending order', () => {
    const ascending = changesFor(500).map(({ level }) => level)
    expect(ascending).toEqual(ascending.toSorted((a, b) => a - b))
    expect(ascending.every((level) => level > ownLevel && level <= 500)).toBe(true)
    const descending = changesFor(155).map(({ level }) => level)
    expect(descending).toEqual(descending.toSorted((a, b) => b - a))
    expect(descending.every((level) => level <= ownLevel && level > 155)).toBe(true)
    expect(changesFor(170).length).toBeLessThan(changesFor(155).length)
  })

  it('refuses other levels with a sentence that lists the supported ones', () => {
    expect(readFeatureLevel('421')).toBe(421)
    for (const text of ['', '238', '0421', 'x', '1e2']) {
      expect(readFeatureLevel(text)).toBe('one of the feature levels 155, 170, 237, 300, 371, 421 and 500 is expected')
    }
  })
})
