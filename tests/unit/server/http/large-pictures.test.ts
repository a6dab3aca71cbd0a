import { describe, expect, it } from 'vitest'
import { multipartBody } from '#support/forms.ts'
import { apngOf, gifOf, jpegOf, pngHeadOf, pngOf, realAvif, webpOf } from '#support/pictures-of-size.ts'
import { TestServer } from '#support/test-server.ts'

const huge = { width: 23_000, height: 23_000 }
const boundary = 'xYzZY'

async function world() {
  const server = new TestServer()
  await server.start()
  const { iris } = server.seed()
  const upload = async (url: string, bytes: Buffer) => {
    const response = await server.built.app.inject({
      method: 'POST',
      url: `/api/v1${url}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${iris.email}:${iris.apiKey}`).toString('base64')}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: multipartBody([], { boundary, file: { name: 'x.png', bytes } }),
    })
    return { status: response.statusCode, ...response.json<Record<string, unknown>>() }
  }
  return { server, iris, upload }
}

describe('a picture that all users get', () => {
  const places = ['/users/me/avatar', '/realm/icon', '/realm/logo?night=false', '/realm/emoji/party']

  it.each([
    ['a PNG', pngHeadOf(huge)],
    ['a JPEG', jpegOf(huge, { marker: 0xc2 })],
    ['a GIF', gifOf({ width: 100, height: 100 }, [{ width: 20_000, height: 20_000 }])],
    ['a WebP', webpOf.extended(huge, huge)],
    ['one row too many', pngHeadOf({ width: 2000, height: 2001 })],
    ['an animation of 91 million pixels', apngOf({ width: 1000, height: 1000 }, 91)],
  ])('is refused for its pixels as avatar, icon and emoji: %s', async (_what, bytes) => {
    const { server, iris, upload } = await world()
    for (const place of places) {
      expect(await upload(place, bytes)).toMatchObject({
        status: 400,
        code: 'BAD_IMAGE',
        msg: expect.stringMatching(/^Image size exceeds limit: at most \d+ pixels are taken/) as unknown,
      })
    }
    expect(await server.call(iris, 'GET', '/realm/emoji')).toMatchObject({ emoji: {} })
    expect((await server.built.app.inject({ url: `/avatar/${iris.id}` })).statusCode).toBe(404)
  })

  it.each([
    [
      'noise behind the signature of a PNG',
      Buffer.concat([pngOf({ width: 1, height: 1 }).subarray(0, 8), Buffer.alloc(40)]),
    ],
    ['a JPEG without a frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
    ['an AVIF', realAvif],
    ['a page', Buffer.from('<html>')],
  ])('is refused as not being an image: %s', async (_what, bytes) => {
    const { upload } = await world()
    for (const place of places) expect(await upload(place, bytes)).toMatchObject({ status: 400, code: 'BAD_IMAGE' })
  })

  it.each([
    ['a PNG', pngOf({ width: 2000, height: 2000 })],
    [
      'an animation of 90 frames',
      gifOf(
        { width: 128, height: 128 },
        Array.from({ length: 90 }, () => ({ width: 128, height: 128 })),
      ),
    ],
  ])('is accepted within the bounds: %s', async (_what, bytes) => {
    const { upload } = await world()
    for (const place of places) expect(await upload(place, bytes)).toMatchObject({ status: 200, result: 'success' })
  })
})

describe('a picture in a message', () => {
  it('gets no thumbnail if it has too many pixels, on servers with thumbnails', async () => {
    const server = new TestServer()
    await server.start({ featureLevel: 300 })
    const { iris } = server.seed()
    const shown = async (bytes: Buffer) => {
      const sent = await server.built.app.inject({
        method: 'POST',
        url: '/api/v1/user_uploads',
        headers: {
          authorization: `Basic ${Buffer.from(`${iris.email}:${iris.apiKey}`).toString('base64')}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        payload: multipartBody([], { boundary, file: { name: 'plan.png', bytes } }),
      })
      const { uri } = sent.json<{ uri: string }>()
      const { rendered } = await server.call(iris, 'POST', '/messages/render', { content: `[plan](${uri})` })
      return String(rendered)
    }
    expect(await shown(pngOf({ width: 20, height: 10 }))).toContain('image-loading-placeholder')
    const large = await shown(pngHeadOf(huge))
    expect(large).not.toContain('image-loading-placeholder')
    expect(large).not.toContain('thumbnail')
  })
})
