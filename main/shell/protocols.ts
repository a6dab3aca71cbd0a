import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { protocol } from 'electron'
import type { Gate } from '../network/gate.ts'

export const appOrigin = 'app://skein'
const indexPath = '/index.html'
const maxMediaBytes = 20 * 1024 * 1024

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Pictures that cannot carry programs; everything else a server calls a picture is not shown as one. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp'])

/** Must run before the app is ready. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    { scheme: 'media', privileges: { standard: true, secure: true, stream: true } },
  ])
}

/** The page's policy (design.md §8); pictures come from the media base alone. */
export function contentSecurityPolicy(mediaBase: string): string {
  const media = mediaBase.startsWith('media:') ? 'media:' : new URL(mediaBase).origin
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' ${media}`,
    `media-src ${media}`,
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Serves the page's own files at `app://skein/`. */
export function handleApp(folder: string, mediaBase: string): void {
  const root = resolve(folder)
  const policy = contentSecurityPolicy(mediaBase)
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const path = url.pathname === '/' ? indexPath : decodeURIComponent(url.pathname)
    const file = resolve(join(root, path))
    const type = contentTypes[extname(file)]
    if (url.host !== 'skein' || !file.startsWith(root + sep) || type === undefined) return notFound()
    try {
      return new Response(new Uint8Array(await readFile(file)), {
        headers: {
          'content-type': type,
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'cross-origin-opener-policy': 'same-origin',
        },
      })
    } catch {
      return notFound()
    }
  })
}

/** Serves pictures of an account at `media://{accountId}/{path}`, through that account's gate. */
export function handleMedia(gateOf: (accountId: string) => Gate | undefined): void {
  protocol.handle('media', (request) => {
    const url = new URL(request.url)
    const gate = gateOf(url.host)
    if (gate === undefined || request.method !== 'GET') return Promise.resolve(notFound())
    return fetchPicture(gate, url.pathname + url.search)
  })
}

function fetchPicture(gate: Gate, path: string): Promise<Response> {
  return new Promise((resolvePicture) => {
    const chunks: Uint8Array[] = []
    let status = 0
    let type = ''
    gate.media(path, maxMediaBytes, {
      onHead(head) {
        status = head.status
        type = (head.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      },
      onChunk(bytes) {
        chunks.push(bytes)
      },
      onEnd() {
        if (status !== 200 || !pictureTypes.has(type)) {
          resolvePicture(notFound())
          return
        }
        resolvePicture(
          new Response(new Uint8Array(Buffer.concat(chunks)), {
            headers: {
              'content-type': type,
              'x-content-type-options': 'nosniff',
              'content-security-policy': 'sandbox',
              'cache-control': 'private, max-age=86400',
            },
          }),
        )
      },
      onFailure() {
        resolvePicture(notFound())
      },
    })
  })
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'private, max-age=60' } })
}
