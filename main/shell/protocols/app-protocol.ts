import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { protocol } from 'electron'
import { notFound } from './media.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { contentSecurityPolicy, inLanguage, withNonce } from './page-policy.ts'

export const appOrigin = 'app://skein'
const indexPath = '/index.html'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Registers the schemes `app:` and `media:`. Call it before `ready`. */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    // Chromium caches the compiled scripts of the page between starts.
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    { scheme: 'media', privileges: { standard: true, secure: true, stream: true } },
  ])
}

/** Serves the page's files at `app://skein/`: from the disk or, during development, from Vite's server. */
export function handleApp(
  { folder, pageServer }: { readonly folder: string; readonly pageServer: string | null },
  mediaBase: string,
): void {
  const root = resolve(folder)
  protocol.handle('app', async (request) => {
    if (pageServer !== null) return servedPage(pageServer, request, mediaBase)
    const url = new URL(request.url)
    const path = url.pathname === '/' ? indexPath : decodeURIComponent(url.pathname)
    const file = resolve(join(root, path))
    const type = contentTypes[extname(file)]
    if (url.host !== 'skein' || !file.startsWith(root + sep) || type === undefined) return notFound()
    try {
      const content = await readFile(file)
      const nonce = randomBytes(16).toString('base64')
      const isPage = type.startsWith('text/html')
      return new Response(isPage ? pageMarkup(content.toString(), nonce, 'built') : new Uint8Array(content), {
        headers: {
          'content-type': type,
          'content-security-policy': contentSecurityPolicy(mediaBase, nonce),
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

function pageMarkup(markup: string, nonce: string, from: 'built' | 'served'): string {
  return inLanguage(withNonce(markup, nonce), catalogue.language.tag, from)
}

/** The base path of Vite's server (`build/dev/dev.ts`). */
const base = '/dev/'

/**
 * A file of the page from Vite's server. The page's policy permits connections to that server, which announces changes.
 *
 * @param pageServer the server's origin
 * @param request for an address below `app://skein/`
 */
async function servedPage(pageServer: string, request: Request, mediaBase: string): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.startsWith(base) ? url.pathname : base + url.pathname.slice(1)
  try {
    const known = request.headers.get('if-none-match')
    const answer = await fetch(`${pageServer}${path}${url.search}`, {
      headers: known === null ? {} : { 'if-none-match': known },
    })
    const type = answer.headers.get('content-type') ?? ''
    const nonce = randomBytes(16).toString('base64')
    const policy = contentSecurityPolicy(mediaBase, nonce).replace(
      "connect-src 'none'",
      `connect-src ${pageServer} ${pageServer.replace(/^http/, 'ws')}`,
    )
    const headers = new Headers({
      'content-type': type,
      'content-security-policy': policy,
      'cache-control': 'no-store',
    })
    // Cached markup would have the nonce of an earlier policy.
    if (type.startsWith('text/html')) return new Response(pageMarkup(await answer.text(), nonce, 'served'), { headers })
    // The page has several hundred modules, so the browser caches unchanged ones.
    for (const name of ['cache-control', 'etag']) {
      const value = answer.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    const body = answer.status === 304 ? null : new Uint8Array(await answer.arrayBuffer())
    return new Response(body, { status: answer.status, headers })
  } catch {
    // Vite's server has ended.
    return notFound()
  }
}
