import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import { clientLimits } from '../../shared/client-limits.ts'
import type { MissingMedia } from '../accounts/missing-media.ts'
import type { Outgoing } from '../accounts/outgoing.ts'
import { FailureError } from '../engine/failure-error.ts'
import { BodyStream } from '../network/body-stream.ts'
import type { Gate } from '../network/gate.ts'
import type { MediaCache } from '../network/media-cache.ts'

/** The sources of an account's pictures, videos, sounds and unsent files. */
export interface MediaSource {
  readonly gate: Gate
  readonly cache: MediaCache
  readonly missing: MissingMedia
  readonly outgoing: Outgoing
}

const maxPictureBytes = clientLimits.pictureFile.most
const maxPlayedBytes = clientLimits.playedFile.most
/** The path of unsent files, which no server uses. */
const outgoingPrefix = '/.outgoing/'

/** Picture types without scripts; other types are not shown as pictures. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])
/** Media types that are served in ranges (sounds: level 405 of wire-protocol.md). Browsers run no scripts in any of them. */
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
 * Serves pictures, videos and sounds of an account at `media://{accountId}/{path}`: from the disk if they were shown before,
 * otherwise through the account's gate. Videos and sounds come in the ranges that the player requests.
 */
export function handleMedia(sourceOf: (accountId: string) => MediaSource | undefined): void {
  protocol.handle('media', (request) => {
    const url = new URL(request.url)
    const source = sourceOf(url.host)
    if (source === undefined || request.method !== 'GET') return Promise.resolve(notFound())
    const path = url.pathname + url.search
    if (path.startsWith(outgoingPrefix)) return waitingPicture(source.outgoing, path.slice(outgoingPrefix.length))
    return picturedOrFetched(source, path, request.headers.get('range'))
  })
}

async function picturedOrFetched(source: MediaSource, path: string, range: string | null): Promise<Response> {
  const cached = await source.cache.get(path)
  if (cached !== undefined && pictureTypes.has(cached.type)) return picture(cached.type, cached.bytes)
  if (source.missing.has(path)) return notFound()
  return fetchMedia(source, path, range)
}

async function waitingPicture(outgoing: Outgoing, id: string): Promise<Response> {
  const file = outgoing.find(id)
  if (file === undefined || file.size > maxPictureBytes) return notFound()
  const bytes = await readFile(file.path)
  const type = pictureTypeOf(bytes)
  return type === undefined ? notFound() : picture(type, bytes)
}

/** The picture type by the first bytes. */
export function pictureTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (head.startsWith('GIF8')) return 'image/gif'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp'
  return head.slice(4) === 'ftypavif' ? 'image/avif' : undefined
}

function picture(type: string, bytes: Uint8Array): Response {
  return new Response(new Uint8Array(bytes), {
    headers: { ...safeHeaders, 'content-type': type, 'cache-control': 'private, max-age=86400' },
  })
}

function fetchMedia({ gate, cache, missing }: MediaSource, path: string, range: string | null): Promise<Response> {
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
          // A short error body is read to its end, so that its connection can be reused.
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
            void cache.put(path, type, bytes)
            resolve(picture(type, bytes))
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
