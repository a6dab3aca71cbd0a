import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import { clientLimits } from '#shared/client-limits.ts'
import { fitsBounds, type PictureBounds } from '#shared/picture/picture-bounds.ts'
import { readPictureHead } from '#shared/picture/picture-head.ts'
import type { MissingMedia } from '#accounts/missing-media.ts'
import type { Outgoing } from '#accounts/outgoing.ts'
import { FailureError } from '#engine/values/failures.ts'
import { BodyStream } from '#network/body-stream.ts'
import type { Gate } from '#network/gate.ts'
import type { MediaCache } from '#network/media-cache.ts'

/** The sources of an account's pictures, videos, sounds and unsent files. */
export interface MediaSource {
  readonly gate: Gate
  readonly cache: MediaCache
  readonly missing: MissingMedia
  readonly outgoing: Outgoing
}

const maxPictureBytes = clientLimits.pictureFile.most
const wholeBounds: PictureBounds = {
  pixels: clientLimits.picturePixels.most,
  animationPixels: clientLimits.animationPixels.most,
}
const smallBounds: PictureBounds = {
  pixels: clientLimits.smallPicturePixels.most,
  animationPixels: clientLimits.smallAnimationPixels.most,
}
const maxPlayedBytes = clientLimits.playedFile.most
/** The path of unsent files, which no server uses. */
const outgoingPrefix = '/.outgoing/'

/** The media types of pictures. The bytes decide the type of a picture, not the server's answer. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])
/** Media types that are served in ranges (sounds: newer-servers.md §8, level 405). Browsers run no scripts in any of them. */
const playedTypes = new Set([
  'video/mp4',
  'video/webm',
  'video/quicktime',
  'video/ogg',
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/vnd.wave',
  'audio/wav',
  'audio/webm',
  'audio/x-m4a',
  'audio/x-wav',
])

const safeHeaders = { 'x-content-type-options': 'nosniff', 'content-security-policy': 'sandbox' }

/**
 * Serves pictures, videos and sounds of an account at `media://{accountId}/{path}`: from the disk if they are cached,
 * otherwise through the account's gate. Videos and sounds are served in the ranges that the player requests.
 */
export function handleMedia(sourceOf: (accountId: string) => MediaSource | undefined): void {
  protocol.handle('media', (request) => {
    const url = new URL(request.url)
    const source = sourceOf(url.host)
    if (source === undefined || request.method !== 'GET') return Promise.resolve(notFound())
    const path = url.pathname + url.search
    if (path.startsWith(outgoingPrefix)) return waitingPicture(source, path)
    return picturedOrFetched(source, path, request.headers.get('range'))
  })
}

async function picturedOrFetched(source: MediaSource, path: string, range: string | null): Promise<Response> {
  const cached = await source.cache.get(path)
  if (cached !== undefined && pictureTypes.has(cached.type)) return picture(source, path, cached.bytes)
  if (source.missing.has(path)) return notFound()
  return fetchMedia(source, path, range)
}

async function waitingPicture(source: MediaSource, path: string): Promise<Response> {
  const file = source.outgoing.find(path.slice(outgoingPrefix.length))
  if (file === undefined || file.size > maxPictureBytes) return notFound()
  return picture(source, path, await readFile(file.path))
}

/**
 * The response with a picture, whose type is that of its bytes: browsers decode by the bytes. A file of an unknown
 * type, or with more pixels than fit in memory, is not sent to the decoder.
 */
function picture({ missing }: MediaSource, path: string, bytes: Uint8Array): Response {
  const head = readPictureHead(bytes)
  if (head === null) return notFound()
  if (!fitsBounds(head, isSmall(path) ? smallBounds : wholeBounds)) {
    missing.add(path, { width: head.width, height: head.height })
    return notFound()
  }
  return new Response(new Uint8Array(bytes), {
    headers: { ...safeHeaders, 'content-type': head.type, 'cache-control': 'private, max-age=86400' },
  })
}

/** Whether a path is that of an avatar, an icon or an emoji; the cache has no other pictures there. */
function isSmall(path: string): boolean {
  return ['/user_avatars/', '/avatar/', '/static/'].some((folder) => path.startsWith(folder))
}

function fetchMedia(source: MediaSource, path: string, range: string | null): Promise<Response> {
  const { gate, cache, missing } = source
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = []
    let type = ''
    let isPicture = false
    let body: BodyStream | undefined
    const exchange = gate.media(
      {
        path,
        range,
        lane: range === null ? 'picture' : 'stream',
        maxBytes: range === null ? maxPictureBytes : maxPlayedBytes,
      },
      {
        onHead(head) {
          type = (head.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
          isPicture = head.status === 200 && pictureTypes.has(type)
          if (isPicture) return
          if ((head.status === 200 || head.status === 206) && playedTypes.has(type)) {
            body = new BodyStream()
            body.attach(exchange)
            const kept = ['content-range', 'content-length', 'accept-ranges'].flatMap((name): [string, string][] => {
              const value = head.headers[name]
              return value === undefined ? [] : [[name, value]]
            })
            const headers = { ...safeHeaders, 'content-type': type, ...Object.fromEntries(kept) }
            resolve(new Response(body.toWeb(), { status: head.status, headers }))
            return
          }
          if (head.status === 404 || head.status === 410) missing.add(path)
          // A short error body is read completely, so that its connection can be reused.
          if (range !== null) exchange.abort()
          resolve(notFound())
        },
        onChunk(bytes) {
          if (isPicture) chunks.push(bytes)
          else body?.take(bytes)
        },
        onEnd() {
          body?.end()
          if (isPicture) {
            const bytes = Buffer.concat(chunks)
            const response = picture(source, path, bytes)
            if (response.ok) void cache.put(path, type, bytes)
            resolve(response)
          } else resolve(notFound())
        },
        onFailure(failure) {
          body?.fail(new FailureError(failure.reason))
          resolve(notFound())
        },
      },
    )
  })
}

export function notFound(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'no-store' } })
}
