import { describe, expect, it } from 'vitest'
import { MissingMedia } from '#accounts/missing-media.ts'
import { clientLimits } from '#shared/client-limits.ts'

const tenMinutes = 600_000

function missingMedia() {
  const clock = { now: 5_000 }
  return { clock, missing: new MissingMedia(() => clock.now) }
}

describe('the record of missing media', () => {
  it('prevents another request for ten minutes, but permits one for a changed avatar at once', () => {
    const { clock, missing } = missingMedia()
    expect(missing.has('/avatar/7?v=1')).toBe(false)
    missing.add('/avatar/7?v=1')
    expect(missing.has('/avatar/7?v=1')).toBe(true)
    expect(missing.has('/avatar/7?v=2')).toBe(false)
    clock.now += tenMinutes - 1
    expect(missing.has('/avatar/7?v=1')).toBe(true)
    clock.now += 1
    expect(missing.has('/avatar/7?v=1')).toBe(false)
  })

  it('drops the oldest path above its limit, and ignores a path that is too long', () => {
    const { missing } = missingMedia()
    for (let id = 0; id <= clientLimits.missingMedia.most; id += 1) missing.add(`/avatar/${id}?v=1`)
    expect(missing.has('/avatar/0?v=1')).toBe(false)
    expect(missing.has('/avatar/1?v=1')).toBe(true)
    const long = `/${'x'.repeat(clientLimits.mediaPath.most)}`
    missing.add(long)
    expect(missing.has(long)).toBe(false)
  })
})
