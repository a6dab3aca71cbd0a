import { existsSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DiskFailedError } from '../../../../server/store/commit-flush.ts'
import { Service } from '../../../support/service.ts'
import { temporaryDatabase } from '../../../support/files.ts'
import { TestServer } from '../../../support/test-server.ts'

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

  /** Ends the flush under way. */
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

/** The names of the finished parts. */
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

describe('a disk that takes its time', () => {
  it('is waited for by the answer, by those who hear of it, and by whoever reads what it may forget', async () => {
    const { disk, service, mara, noor, general } = await onSlowDisk()
    const event = service.waitForEvents(noor)
    const sent = service.say(mara, general, 'plan', 'hello')
    await vi.waitFor(() => expect(disk.flushing).toHaveLength(1))
    const read = service.ok(noor, 'GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow: '[]' })
    const ended = watch({ event, sent, read })
    // The message exists for the server itself only.
    await vi.waitFor(() => expect(service.server.count('message', "content = 'hello'")).toBe(1))
    await new Promise((turn) => setImmediate(turn))
    expect(ended).toEqual([])
    await disk.finish()
    await Promise.all([event, sent])
    // The read moved pending rows into the table meanwhile.
    if (!ended.includes('read')) await disk.finish()
    await read
    expect(ended.toSorted()).toEqual(['event', 'read', 'sent'])
  })

  it('is asked once for everything that comes while it is busy', async () => {
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

  it('is not waited for by those who change nothing, while nothing waits', async () => {
    const { disk, service, mara } = await onSlowDisk()
    await service.ok(mara, 'GET', '/users/me')
    expect(disk.flushing).toEqual([])
  })
})

describe('a disk that fails', () => {
  it('makes every answer from then on a failure, and says that the server must end', async () => {
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

describe('a server with a file', () => {
  it('flushes the log of the database by itself', async () => {
    const path = temporaryDatabase()
    const server = new TestServer({ database: path })
    await server.start()
    expect(existsSync(`${path}-wal`)).toBe(true)
    await server.stop()
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
