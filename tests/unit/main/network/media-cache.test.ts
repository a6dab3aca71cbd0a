import { mkdtempSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MediaCache } from '../../../../main/network/media-cache.ts'

function world(limit = 10_000) {
  const folder = join(mkdtempSync(join(tmpdir(), 'skein-media-')), 'media')
  return { folder, cache: new MediaCache(folder, limit) }
}

describe('the cache of pictures', () => {
  it('gives back what was put in, with its type, to the next life too', () => {
    const { folder, cache } = world()
    const bytes = Buffer.from([1, 10, 2, 10, 255])
    cache.put('/user_uploads/1/a.png', 'image/png', bytes)
    const again = new MediaCache(folder, 10_000).get('/user_uploads/1/a.png')
    expect(again?.type).toBe('image/png')
    expect(again?.bytes.equals(bytes)).toBe(true)
    expect(cache.get('/user_uploads/1/b.png')).toBeUndefined()
    cache.put('/../../x', 'image/png', bytes)
    expect(readdirSync(folder).every((name) => /^[mp]-[0-9a-f]{64}$/.test(name))).toBe(true)
  })

  it('stays below its limit: the longest unused go first, pictures of people last', () => {
    const { folder, cache } = world(10_000)
    const kilobyte = Buffer.alloc(900)
    cache.put('/user_avatars/1/a.png', 'image/png', kilobyte)
    for (let index = 0; index < 9; index += 1) cache.put(`/p${index}`, 'image/png', kilobyte)
    // Ages that no clock can blur: the person's picture is the oldest of all, the first picture the newest.
    for (const [index, name] of readdirSync(folder).entries()) utimesSync(join(folder, name), index, index)
    for (const name of readdirSync(folder)) if (name.startsWith('p-')) utimesSync(join(folder, name), 0, 0)
    cache.get('/p0')
    for (let index = 10; index < 16; index += 1) cache.put(`/p${index}`, 'image/png', kilobyte)
    const used = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(used).toBeLessThanOrEqual(10_000)
    expect(cache.get('/user_avatars/1/a.png')).toBeDefined()
    expect(cache.get('/p0')).toBeDefined()
    expect(cache.get('/p15')).toBeDefined()
  })

  it('takes nothing that would push everything else out, and minds no damaged file', () => {
    const { folder, cache } = world(10_000)
    cache.put('/huge', 'image/png', Buffer.alloc(5_000))
    expect(cache.get('/huge')).toBeUndefined()
    cache.put('/a', 'image/png', Buffer.from('a'))
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '')
    expect(cache.get('/a')).toBeUndefined()
  })
})
