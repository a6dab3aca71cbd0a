import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { MediaCache } from '#network/media-cache.ts'
import { storageHandlers, type StorageCallParts } from '#shell/calls/storage.ts'

/** Two accounts with databases of 1,000 and 2,000 bytes, of which only the first runs. */
function setUp() {
  const data = mkdtempSync(join(tmpdir(), 'skein-storage-'))
  onTestFinished(() => {
    rmSync(data, { recursive: true, force: true })
  })
  const ids = ['one', 'two']
  for (const [index, id] of ids.entries()) {
    mkdirSync(join(data, id, 'outgoing'), { recursive: true })
    writeFileSync(join(data, id, 'cache.sqlite'), Buffer.alloc(1_000 * (index + 1)))
  }
  writeFileSync(join(data, 'one', 'outgoing', 'file'), Buffer.alloc(7))
  const cache = new MediaCache(join(data, 'one', 'media'))
  const accounts = {
    media: (id: string) => (id === 'one' ? { cache } : undefined),
    summaries: () => [...ids, 'gone'].map((id) => ({ id })),
    folderOf: (id: string) => join(data, id),
  } as unknown as StorageCallParts['accounts'] // the parts that the calls use
  const handlers = storageHandlers({ accounts })
  const window = {} as Parameters<(typeof handlers)['storage.disk']>[1] // it is not used
  return {
    cache,
    disk: (accountId: string) => handlers['storage.disk']({ accountId }, window),
    freeFiles: (accountId: string) => handlers['storage.freeFiles']({ accountId }, window),
  }
}

describe('the space on the disk', () => {
  it('is measured for the account and for all, and freed of images', async () => {
    const { cache, disk, freeFiles } = setUp()
    await cache.put('/p1', 'image/png', Buffer.alloc(490))
    const value = { files: { count: 1, bytes: 500 }, allBytes: 3_507, accounts: 3 }
    expect(await disk('one')).toEqual({ ok: true, value })
    expect(await freeFiles('one')).toEqual({ ok: true, value: { bytes: 500 } })
    expect(await disk('one')).toMatchObject({ value: { files: { count: 0, bytes: 0 }, allBytes: 3_007 } })
    expect(await disk('two')).toEqual({ ok: false, error: { code: 'NO_ACCOUNT' } })
    expect(await freeFiles('two')).toEqual({ ok: false, error: { code: 'NO_ACCOUNT' } })
  })
})
