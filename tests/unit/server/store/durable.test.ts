import { existsSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DiskFailedError } from '#server/store/commit-flush.ts'
import { Service } from '#support/service.ts'
import { temporaryDatabase } from '#support/files.ts'
import { TestServer } from '#support/test-server.ts'

interface Flushing {
  readonly done: () => void
  readonly failed: (error: Error) => void
}

/** A disk whose flush ends on request. */
class SlowDisk {
  readonly flushing: Flushing[] = []
  isQuick = true

  readonly flush = (): Promise<void> =>
    this.isQuick
      ? Promise.resolve()
      : new Promise((done, failed) => {
          this.flushing.push({ done, failed })
        })

  /** Ends the current flush. */
  async finish(): Promise<void> {
    await vi.waitFor(() => expect(this.flushing).toHaveLength(1))
    this.flushing.shift()!.done()
  }
}

let service: Service | undefined
afterEach(async () => {
  await service?.server.stop()
  service = undefined
})

async function onSlowDisk() {
  const disk = new SlowDisk()
  service = await Service.start({}, temporaryDatabase(), disk.flush)
  const mara = service.person('Mara')
  const noor = service.person('Noor')
  const general = await service.stream('general', [mara, noor])
  await service.listen(noor)
  disk.isQuick = false
  return { disk, service, mara, noor, general }
}

/** The names of the settled promises. */
function watch(promises: Readonly<Record<string, Promise<unknown>>>): string[] {
  const ended: string[] = []
  for (const [name, promise] of Object.entries(promises)) {
    promise.then(
      () => ended.push(name),
      () => ended.push(`${name} failed`),
    )
  }
  return ended
}

describe('a slow disk', () => {
  it('delays the answer, the events, and answers that depend on the change', async () => {
    const { disk, service, mara, noor, general } = await onSlowDisk()
    const event = service.waitForEvents(noor)
    const sent = service.say(mara, general, 'plan', 'hello')
    await vi.waitFor(() => expect(disk.flushing).toHaveLength(1))
    const read = service.ok(noor, 'GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: '[]' })
    const ended = watch({ event, sent, read })
    // The message exists only in the server.
    await vi.waitFor(() => expect(service.server.count('message', "content = 'hello'")).toBe(1))
    await new Promise((turn) => setImmediate(turn))
    expect(ended).toEqual([])
    await disk.finish()
    await Promise.all([event, sent])
    // The read has moved pending rows into the table.
    if (!ended.includes('read')) await disk.finish()
    await read
    expect(ended.toSorted()).toEqual(['event', 'read', 'sent'])
  })

  it('gets one flush for all commits during the previous one', async () => {
    const { disk, service, mara, general } = await onSlowDisk()
    const first = service.say(mara, general, 'plan', 'first')
    await vi.waitFor(() => expect(disk.flushing).toHaveLength(1))
    const others = Promise.all(['a', 'b', 'c'].map((text) => service.say(mara, general, 'plan', text)))
    const ended = watch({ first, others })
    await vi.waitFor(() => expect(service.server.count('message', "topic = 'plan'")).toBe(4))
    await disk.finish()
    await first
    expect(ended).toEqual(['first'])
    await disk.finish()
    await others
    expect(disk.flushing).toEqual([])
  })

  it('does not delay requests without changes if no commit is pending', async () => {
    const { disk, service, mara } = await onSlowDisk()
    await service.ok(mara, 'GET', '/users/me')
    expect(disk.flushing).toEqual([])
  })
})

describe('a failing disk', () => {
  it('turns all further answers into failures, and reports that the server must end', async () => {
    const { disk, service, mara, noor, general } = await onSlowDisk()
    const event = service.waitForEvents(noor)
    const heard = watch({ event })
    const sent = service.call(mara, 'POST', '/messages', {
      type: 'stream',
      to: general,
      topic: 'plan',
      content: 'hello',
    })
    await vi.waitFor(() => expect(disk.flushing).toHaveLength(1))
    disk.flushing.shift()!.failed(new Error('EIO: i/o error, fdatasync'))
    expect((await sent).status).toBe(500)
    await vi.waitFor(() => expect(heard).toEqual(['event failed']))
    expect((await service.call(mara, 'GET', '/users/me')).status).toBe(500)
    const failure = await service.context.diskFailure
    expect(failure).toBeInstanceOf(DiskFailedError)
    expect(failure?.message).toContain('EIO')
  })
})

describe('a server with a database file', () => {
  it('flushes the log of the database', async () => {
    const path = temporaryDatabase()
    const server = new TestServer({ database: path })
    await server.start()
    expect(existsSync(`${path}-wal`)).toBe(true)
    await server.stop()
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
