import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerResponse } from 'node:http'
import { Patience } from '../../../../main/network/patience.ts'
import { ask, gateTo, type GateFailure } from '../../../support/asked-gate.ts'
import { listening } from '../../../support/listening.ts'

const timers = { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const }

beforeEach(() => {
  vi.useFakeTimers({ toFake: [...timers.toFake] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('[W4] the patience with a request', () => {
  function patient(limits: { silenceMs: number; totalMs?: number }) {
    const seen = { ended: 0 }
    return { seen, patience: new Patience(limits, () => (seen.ended += 1)) }
  }

  it('ends with silence, and begins anew with each piece', () => {
    const { seen, patience } = patient({ silenceMs: 1_000 })
    for (let index = 0; index < 100; index += 1) {
      vi.advanceTimersByTime(900)
      patience.came()
    }
    expect(seen.ended).toBe(0)
    vi.advanceTimersByTime(1_001)
    expect(seen.ended).toBe(1)
  })

  it('waits longer where much has left that may still be on its way, to a bound, until something comes', () => {
    const { seen, patience } = patient({ silenceMs: 1_000 })
    patience.left(64 * 1024)
    vi.advanceTimersByTime(17_300)
    expect(seen.ended).toBe(0)
    patience.came()
    vi.advanceTimersByTime(1_001)
    expect(seen.ended).toBe(1)
    const bounded = patient({ silenceMs: 1_000 })
    for (let piece = 0; piece < 1_000; piece += 1) bounded.patience.left(1024 * 1024)
    vi.advanceTimersByTime(263_000)
    expect(bounded.seen.ended).toBe(0)
    vi.advanceTimersByTime(1_000)
    expect(bounded.seen.ended).toBe(1)
  })

  it('ends with the total, where there is one, whatever comes', () => {
    const { seen, patience } = patient({ silenceMs: 1_000, totalMs: 5_000 })
    for (let index = 0; index < 6; index += 1) {
      vi.advanceTimersByTime(900)
      patience.came()
    }
    expect(seen.ended).toBe(1)
  })

  it('stands still while it is held, and for good when it has ended', () => {
    const { seen, patience } = patient({ silenceMs: 1_000, totalMs: 2_000 })
    patience.hold()
    patience.came()
    vi.advanceTimersByTime(60_000)
    patience.release()
    vi.advanceTimersByTime(900)
    patience.came()
    patience.end()
    patience.release()
    patience.came()
    vi.advanceTimersByTime(60_000)
    expect(seen.ended).toBe(0)
  })
})

describe('[W4] a slow line', () => {
  const totalBytes = 1024 * 1024
  const bytesPerSecond = 4_000

  it('brings a megabyte at four kilobytes a second, and is cut when nothing comes any more', async () => {
    const open: ServerResponse[] = []
    const server = await listening((_request, response) => {
      response.writeHead(200)
      open.push(response)
    })
    const gate = gateTo(server.origin, 'slow-down')
    let received = 0
    const ended = new Promise<string>((resolve) => {
      const request = { method: 'GET', path: '/x', form: {}, priority: 'foreground' } as const
      gate.request(
        { ...request, timeoutMs: 60_000, maxBytes: 2 * totalBytes },
        {
          onHead: () => undefined,
          onChunk: (bytes) => (received += bytes.byteLength),
          onEnd: () => {
            resolve('all is there')
          },
          onFailure: (failure) => {
            resolve(failure.message)
          },
        },
      )
    })
    await arrived(() => open.length === 1)
    for (let sent = 0; sent < totalBytes;) {
      const piece = Math.min(bytesPerSecond * 10, totalBytes - sent)
      open[0]?.write(Buffer.alloc(piece))
      sent += piece
      await arrived(() => received === sent)
      // The next piece takes ten seconds.
      vi.advanceTimersByTime(10_000)
    }
    open[0]?.end()
    expect(await ended).toBe('all is there')
    server.close()
    gate.close()
  })

  it('takes a megabyte at four kilobytes a second, though it seems to have left at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-slow-'))
    const path = join(folder, 'file')
    writeFileSync(path, Buffer.alloc(totalBytes))
    const held: ServerResponse[] = []
    const server = await listening((request, response) => {
      // What is read on its behalf by the systems in between tells this side nothing.
      request.resume().on('end', () => held.push(response))
    })
    const gate = gateTo(server.origin, 'slow-unseen')
    let progress = 0
    const upload = { path, name: 'a.bin', type: '', onProgress: (sent: number) => (progress = sent) }
    const sent = ask(gate, { path: '/x', upload, priority: 'upload', timeoutMs: 30_000 })
    await arrived(() => held.length === 1)
    for (let ms = 0; ms < 262_000; ms += 1_000) {
      vi.advanceTimersByTime(1_000)
      await arrived(() => true)
    }
    held[0]?.writeHead(200).end('{}')
    expect(await sent.answer).toMatchObject({ status: 200 })
    expect(progress).toBe(totalBytes)
    server.close()
    gate.close()
    rmSync(folder, { recursive: true })
  })

  it('takes a large file at four kilobytes a second, however long that takes in all', async () => {
    // The system keeps some ten megabytes between the two: the patience is longer than those take, and shorter than all.
    const size = 40 * totalBytes
    const folder = mkdtempSync(join(tmpdir(), 'skein-slow-'))
    const path = join(folder, 'file')
    writeFileSync(path, '')
    truncateSync(path, size)
    const timeoutMs = 3_600_000
    const held: { read(): void; received(): number; answer(): void }[] = []
    const server = await listening((request, response) => {
      let received = 0
      request.pause()
      request.on('data', (chunk: Buffer) => {
        received += chunk.length
        request.pause()
      })
      held.push({
        read: () => request.resume(),
        received: () => received,
        answer: () => response.writeHead(200).end('{}'),
      })
    })
    const gate = gateTo(server.origin, 'slow-up')
    const upload = { path, name: 'a.bin', type: '', onProgress: () => undefined }
    const sent = ask(gate, { path: '/x', upload, priority: 'upload', timeoutMs })
    await arrived(() => held.length === 1)
    const start = Date.now()
    for (let before = 0; before < size;) {
      held[0]?.read()
      await arrived(() => (held[0]?.received() ?? 0) > before)
      const received = held[0]?.received() ?? 0
      vi.advanceTimersByTime(((received - before) / bytesPerSecond) * 1_000)
      before = received
    }
    expect(Date.now() - start).toBeGreaterThan(timeoutMs)
    held[0]?.answer()
    expect(await sent.answer).toMatchObject({ status: 200 })
    server.close()
    gate.close()
    rmSync(folder, { recursive: true })
  })

  it('of which nothing comes any more is given up after the silence alone', async () => {
    let isAsked = false
    const server = await listening(() => {
      isAsked = true
    })
    const gate = gateTo(server.origin, 'silent')
    const failed = ask(gate, { method: 'GET', timeoutMs: 60_000 }).answer.catch((error: unknown) => error)
    await arrived(() => isAsked)
    vi.advanceTimersByTime(60_001)
    expect(((await failed) as GateFailure).failure).toMatchObject({ code: 'timeout', provesNonDelivery: false })
    server.close()
    gate.close()
  })
})

/** Waits on turns of the event loop, since the clock stands still. */
async function arrived(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve))
}
