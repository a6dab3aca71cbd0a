import { describe, expect, it } from 'vitest'
import { MissingPictures } from '#renderer/parts/media/failed-pictures.svelte.ts'

describe('an avatar that could not be loaded', () => {
  it('is requested again after a minute, or when the server is reachable again', () => {
    let now = 0
    const missing = new MissingPictures(() => now)
    expect(missing.has('a')).toBe(false)
    missing.add('a')
    expect(missing.has('a')).toBe(true)
    now = 60_000
    expect(missing.has('a')).toBe(false)
    missing.add('a')
    missing.clear()
    expect(missing.has('a')).toBe(false)
  })

  it('is remembered in a limited number', () => {
    const missing = new MissingPictures(() => 0)
    for (let id = 0; id <= 2_000; id += 1) missing.add(String(id))
    expect([missing.has('0'), missing.has('1'), missing.has('2000')]).toEqual([false, true, true])
  })
})
