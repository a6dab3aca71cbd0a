import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hostSchemes } from '#browser-host/electron.ts'
import { MissingMedia } from '#accounts/missing-media.ts'
import { Outgoing } from '#accounts/outgoing.ts'
import { MediaCache } from '#network/media-cache.ts'
import { attachmentHandlers } from '#shell/calls/attachments.ts'
import { handleMedia, type MediaSource } from '#shell/protocols/media.ts'
import { gateTo } from '#support/asked-gate.ts'
import { listening, type Listening } from '#support/listening.ts'
import { apngOf, bmpOf, gifOf, jpegOf, pngHeadOf, pngOf, realAvif, webpOf } from '#support/pictures-of-size.ts'

const accountId = 'one'
const huge = { width: 23_000, height: 23_000 }
const page = undefined as never // only calls that this test does not make need a window

let folder: string
let server: Listening | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'skein-large-'))
})
afterEach(() => {
  server?.close()
  rmSync(folder, { recursive: true })
})

/**
 * The media of an account whose server gives this answer, the number of requests, and the reason for a hidden picture.
 */
async function mediaFrom(answer: RequestListener) {
  let asked = 0
  server = await listening((request, response) => {
    asked += 1
    answer(request, response)
  })
  const source: MediaSource = {
    gate: gateTo(server.origin),
    cache: new MediaCache(join(folder, 'media')),
    missing: new MissingMedia(),
    outgoing: new Outgoing(join(folder, 'outgoing')),
  }
  handleMedia(() => source)
  const accounts = { media: () => source, call: () => Promise.reject(new Error('no call is made')) }
  const handlers = attachmentHandlers({ accounts, log: () => undefined })
  const shown = async (path: string) => {
    const response = await hostSchemes.get('media')?.(new Request(`media://${accountId}${path}`))
    const bytes = new Uint8Array((await response?.arrayBuffer()) ?? new ArrayBuffer(0))
    return { status: response?.status, type: response?.headers.get('content-type') ?? null, size: bytes.length }
  }
  const tooLarge = async (path: string) => handlers['media.tooLarge']({ accountId, path }, page)
  return { source, shown, tooLarge, asked: () => asked }
}

const typed =
  (bytes: Buffer, type = 'image/png'): RequestListener =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(bytes)

describe('a picture with too many pixels', () => {
  it.each([
    ['in a message', '/user_uploads/1/ab/plan.png', huge],
    ['in a link preview', '/external_content/ab/cd', huge],
    ['of a person', '/user_avatars/1/ab.png', { width: 2001, height: 2000 }],
    ['of a person by id', '/avatar/7?v=1', { width: 2001, height: 2000 }],
    ['as an emoji', '/user_avatars/1/emoji/images/ab.png', { width: 2001, height: 2000 }],
    ['of the organization', '/user_avatars/1/realm/ab.png', { width: 2001, height: 2000 }],
  ])('is not sent to the page, is requested once, and its size is available (%s)', async (_where, path, size) => {
    const media = await mediaFrom(typed(pngHeadOf(size)))
    expect(await media.shown(path)).toEqual({ status: 404, type: null, size: 0 })
    expect(await media.shown(path)).toEqual({ status: 404, type: null, size: 0 })
    expect(media.asked()).toBe(1)
    expect(await media.source.cache.get(path)).toBeUndefined()
    expect(await media.tooLarge(path)).toEqual({ ok: true, value: size })
  })

  it.each([
    ['a JPEG', jpegOf(huge)],
    ['a GIF', gifOf({ width: 16_000, height: 16_000 })],
    ['a WebP', webpOf.extended(huge, huge)],
    ['a bitmap', bmpOf(huge)],
    ['an animation', apngOf({ width: 5000, height: 5000 }, 81)],
  ])('is refused as %s, with any type from the server', async (_what, bytes) => {
    for (const type of ['image/png', 'image/jpeg', 'image/avif']) {
      const media = await mediaFrom(typed(bytes, type))
      expect(await media.shown('/user_uploads/1/ab/x')).toMatchObject({ status: 404 })
      server?.close()
    }
  })

  it('is not shown from the cache of an earlier version', async () => {
    const media = await mediaFrom(typed(Buffer.alloc(0)))
    await media.source.cache.put('/user_uploads/1/old.png', 'image/png', pngHeadOf(huge))
    expect(await media.shown('/user_uploads/1/old.png')).toMatchObject({ status: 404 })
    expect(await media.tooLarge('/user_uploads/1/old.png')).toEqual({ ok: true, value: huge })
    expect(media.asked()).toBe(0)
  })

  it('has no preview while it is unsent', async () => {
    const media = await mediaFrom(typed(Buffer.alloc(0)))
    const bytes = pngHeadOf(huge)
    const id = '6f1f7ad5-5d1f-4f0c-9d3e-0a1b2c3d4e5f'
    media.source.outgoing.begin(id, bytes.length)
    media.source.outgoing.append(id, 0, bytes)
    media.source.outgoing.finish(id)
    expect(await media.shown(`/.outgoing/${id}`)).toMatchObject({ status: 404 })
    expect(await media.tooLarge(`/.outgoing/${id}`)).toEqual({ ok: true, value: huge })
  })
})

describe('a picture of a common size', () => {
  it.each([
    ['a PNG', pngOf({ width: 600, height: 400 }), 'image/png'],
    ['an AVIF', realAvif, 'image/avif'],
    ['a photograph', jpegOf({ width: 7728, height: 5152 }), 'image/jpeg'],
  ])('is shown with the type of its bytes: %s', async (_what, bytes, type) => {
    const media = await mediaFrom(typed(bytes, 'image/webp'))
    for (let time = 0; time < 2; time += 1) {
      expect(await media.shown('/user_uploads/1/ab/x')).toEqual({ status: 200, type, size: bytes.length })
    }
    expect(await media.tooLarge('/user_uploads/1/ab/x')).toEqual({ ok: true, value: null })
  })

  it.each([
    ['a page', Buffer.from('<html>')],
    ['an icon, which may hold a picture of any size', Buffer.from([0, 0, 1, 0, 1, 0, 0, 0])],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['noise', Buffer.alloc(3000, 7)],
  ])('is not shown if it is %s with the type of a picture', async (_what, bytes) => {
    const media = await mediaFrom(typed(bytes))
    expect(await media.shown('/user_uploads/1/ab/x')).toMatchObject({ status: 404, size: 0 })
    expect(await media.tooLarge('/user_uploads/1/ab/x')).toEqual({ ok: true, value: null })
  })
})
