import { randomBytes } from 'node:crypto'
import { notFound } from './media.ts'
import { contentSecurityPolicy, withNonce } from './page-policy.ts'

/** The base path of Vite's server (`build/dev/page-server.ts`). */
const base = '/dev/'

/**
 * A file of the page from Vite's server. The page's policy permits connections to that server, which announces changes.
 *
 * @param pageServer the server's origin
 * @param request for an address below `app://skein/`
 */
export async function servedPage(pageServer: string, request: Request, mediaBase: string): Promise<Response> {
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
    if (type.startsWith('text/html')) return new Response(withNonce(await answer.text(), nonce), { headers })
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
