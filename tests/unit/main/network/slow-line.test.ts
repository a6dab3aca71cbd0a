import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServerResponse } from 'node:http'
import { sentenceOf } from '#i18n/catalogue.ts'
import { ask, gateTo, type GateFailure } from '#support/asked-gate.ts'
import { listening } from '#support/listening.ts'

const timers = { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] as const }

beforeEach(() => {
  vi.useFakeTimers({ toFake: [...timers.toFake] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a slow line', () => {
  const totalBytes = 1024 * 1024
  const bytesPerSecond = 4_000

  it('downloads a megabyte at four kilobytes per second', async () => {
    const open: ServerResponse[] = []
    const server = await listening((_request, response) => {
      response.writeHead(200)
      open.push(response)
    })
    const gate = gateTo(server.origin, 'slow-down')
    const seen = { bytes: 0, isFailed: false }
    const ended = new Promise<string>((resolve) => {
      const request = { method: 'GET', path: '/x', form: {}, priority: 'foreground' } as const
      gate.request(
        { ...request, timeoutMs: 60_000, maxBytes: 2 * totalBytes },
        {
          onHead: () => undefined,
          onChunk: (bytes) => (seen.bytes += bytes.byteLength),
          onEnd: () => {
            resolve('all is there')
          },
          onFailure: (failure) => {
            seen.isFailed = true
            resolve(sentenceOf(failure.reason))
          },
        },
      )
    })
    await arrived(() => open.length === 1)
    for (let sent = 0; sent < totalBytes && !seen.isFailed;) {
      const piece = Math.min(bytesPerSecond * 10, totalBytes - sent)
      open[0]?.write(Buffer.alloc(piece))
      sent += piece
      await arrived(() => seen.bytes === sent || seen.isFailed)
      // The next chunk takes ten seconds.
      vi.advanceTimersByTime(10_000)
    }
    open[0]?.end()
    expect(await ended).toBe('all is there')
    server.close()
    gate.close()
  })

  it('uploads a megabyte at four kilobytes per second, although the data seems to be sent at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skein-slow-'))
    const path = join(folder, 'file')
    writeFileSync(path, Buffer.alloc(totalBytes))
    const held: ServerResponse[] = []
    const server = await listening((request, response) => {
      // Bytes in buffers on the way are not visible on this side.
      request.resume().on('end', () => held.push(response))
    })
    const gate = gateTo(server.origin, 'slow-unseen')
    let progress = 0
    const upload = { path, name: 'a.bin', type: '', onProgress: (sent: number) => (progress = sent) }
    const sent = ask(gate, { path: '/x', upload, priority: 'upload', timeoutMs: 30_000 })
    const answered = sent.answer.catch((error: unknown) => error)
    await arrived(() => held.length === 1)
    for (let ms = 0; ms < 262_000; ms += 1_000) {
      vi.advanceTimersByTime(1_000)
      await arrived(() => true)
    }
    held[0]?.writeHead(200).end('{}')
    expect(await answered).toMatchObject({ status: 200 })
    expect(progress).toBe(totalBytes)
    server.close()
    gate.close()
    rmSync(folder, { recursive: true })
  })

  it('uploads a large file at four kilobytes per second, in any total time', async () => {
    // The system buffers some ten megabytes: the timeout exceeds their transfer, and is below the total time.
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

  it('is given up after silence only', async () => {
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
