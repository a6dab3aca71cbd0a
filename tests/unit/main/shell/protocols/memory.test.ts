import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { listening } from '#support/listening.ts'

const child = fileURLToPath(new URL('../../../../support/memory-child.ts', import.meta.url))
const mebibyte = 1024 * 1024
/** The size of the file in bytes; `SKEIN_MEDIA_MEBIBYTES` sets a larger one. */
const largeBytes = Number(process.env.SKEIN_MEDIA_MEBIBYTES ?? '96') * mebibyte
const mayGrowBy = 32 * mebibyte

interface Measured {
  readonly size: number
  readonly grownBy: number
}

it('a saved file and a played video pass through without accumulating in memory', async () => {
  const server = await listening((request, response) => {
    const isVideo = request.url?.endsWith('.mp4') === true
    const size = request.url?.includes('large') === true ? largeBytes : 2 * mebibyte
    response.writeHead(isVideo ? 206 : 200, {
      'content-length': size,
      'content-type': isVideo ? 'video/mp4' : 'application/octet-stream',
      ...(isVideo ? { 'content-range': `bytes 0-${size - 1}/${size}` } : {}),
    })
    let left = size
    const piece = Buffer.alloc(256 * 1024)
    const give = () => {
      while (left > 0) {
        left -= piece.length
        if (!response.write(piece)) {
          response.once('drain', give)
          return
        }
      }
      response.end()
    }
    give()
  })
  const running = spawn(process.execPath, [child, server.origin], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  running.stdout.on('data', (text: Buffer) => (out += text.toString()))
  await new Promise((resolve) => running.on('close', resolve))
  server.close()
  const { download, video } = JSON.parse(out) as { download: Measured; video: Measured }
  for (const [what, { size, grownBy }] of Object.entries({ download, video })) {
    expect(size, what).toBe(largeBytes)
    expect(grownBy, `${what}: grown by ${Math.round(grownBy / mebibyte)} MiB`).toBeLessThan(mayGrowBy)
  }
}, 600_000)
