import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MediaCache } from '#network/media-cache.ts'

function world(limit = 10_000) {
  const folder = join(mkdtempSync(join(tmpdir(), 'skein-media-')), 'media')
  return { folder, cache: new MediaCache(folder, limit) }
}

describe('the cache of pictures', () => {
  it('returns stored pictures with their types, also after a restart', async () => {
    const { folder, cache } = world()
    const bytes = Buffer.from([1, 10, 2, 10, 255])
    await cache.put('/user_uploads/1/a.png', 'image/png', bytes)
    const again = await new MediaCache(folder, 10_000).get('/user_uploads/1/a.png')
    expect(again?.type).toBe('image/png')
    expect(again?.bytes.equals(bytes)).toBe(true)
    expect(await cache.get('/user_uploads/1/b.png')).toBeUndefined()
    await cache.put('/../../x', 'image/png', bytes)
    expect(readdirSync(folder).every((name) => /^[mp]-[0-9a-f]{64}$/.test(name))).toBe(true)
  })

  it('measures its pictures, removes all of them, and goes on', async () => {
    const { folder, cache } = world()
    expect(await cache.used()).toEqual({ count: 0, bytes: 0 })
    expect(await cache.clear()).toBe(0)
    await cache.put('/p1', 'image/png', Buffer.alloc(900))
    const stored = cache.put('/p2', 'image/png', Buffer.alloc(90))
    const cleared = cache.clear()
    await stored
    const { length } = 'image/png\n'
    expect(await cleared).toBe(990 + 2 * length)
    expect(readdirSync(folder)).toEqual([])
    await cache.put('/p3', 'image/png', Buffer.alloc(10))
    expect(await cache.used()).toEqual({ count: 1, bytes: 10 + length })
  })

  it('stays below its limit during bursts, and evicts the least recently used pictures first, avatars last', async () => {
    const { folder, cache } = world(10_000)
    const kilobyte = Buffer.alloc(900)
    await cache.put('/user_avatars/1/a.png', 'image/png', kilobyte)
    await Promise.all(Array.from({ length: 9 }, (_, index) => cache.put(`/p${index}`, 'image/png', kilobyte)))
    // The ages differ clearly: the avatar is the oldest, the first picture the newest.
    for (const [index, name] of readdirSync(folder).entries()) utimesSync(join(folder, name), index, index)
    for (const name of readdirSync(folder)) if (name.startsWith('p-')) utimesSync(join(folder, name), 0, 0)
    await cache.get('/p0')
    await Promise.all(Array.from({ length: 6 }, (_, index) => cache.put(`/p${index + 10}`, 'image/png', kilobyte)))
    const used = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
    expect(used).toBeLessThanOrEqual(10_000)
    expect(await cache.get('/user_avatars/1/a.png')).toBeDefined()
    expect(await cache.get('/p0')).toBeDefined()
    expect(await cache.get('/p15')).toBeDefined()
  })

  it('refuses a picture that would evict all others, and tolerates a damaged file', async () => {
    const { folder, cache } = world(10_000)
    await cache.put('/huge', 'image/png', Buffer.alloc(5_000))
    expect(await cache.get('/huge')).toBeUndefined()
    await cache.put('/a', 'image/png', Buffer.from('a'))
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '')
    expect(await cache.get('/a')).toBeUndefined()
  })

  it('loses only pictures that a full or broken disk refuses', async () => {
    const { folder, cache } = world(10_000)
    // A file at the folder's path has the effect of a failing disk.
    writeFileSync(folder, '')
    await cache.put('/a', 'image/png', Buffer.from('a'))
    expect(await cache.get('/a')).toBeUndefined()
    rmSync(folder)
    await cache.put('/a', 'image/png', Buffer.from('a'))
    expect((await cache.get('/a'))?.bytes.toString()).toBe('a')
  })

  it('writes asynchronously: `put` returns before anything is written', async () => {
    const { folder, cache } = world(10_000)
    const stored = cache.put('/a', 'image/png', Buffer.from('a'))
    expect(existsSync(folder)).toBe(false)
    await stored
    expect((await cache.get('/a'))?.bytes.toString()).toBe('a')
  })

  it('removes partial files of an earlier run', async () => {
    const { folder, cache } = world(10_000)
    mkdirSync(folder)
    writeFileSync(join(folder, 'm-1234.new'), Buffer.alloc(9_000))
    await cache.put('/a', 'image/png', Buffer.alloc(500))
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('writes nothing after it was closed, so that a removed folder stays removed', async () => {
    const { folder, cache } = world(10_000)
    void cache.put('/a', 'image/png', Buffer.from('a'))
    await cache.close()
    rmSync(folder, { recursive: true, force: true })
    await cache.put('/b', 'image/png', Buffer.from('b'))
    expect(existsSync(folder)).toBe(false)
  })
})
