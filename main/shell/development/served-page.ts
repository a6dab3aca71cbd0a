import { randomBytes } from 'node:crypto'
import { notFound } from '../media.ts'
import { contentSecurityPolicy, withNonce } from '../page-policy.ts'

/** The base path of Vite's server (`build/dev/page-server.ts`). */
const base = '/dev/'

/**
 * A file of the page as Vite's server has it now. The policy lets the page connect to that server, which tells it what has
 * changed.
 *
 * @param pageServer the server's origin
 * @param request for an address below `app://skein/`
 */
export async function servedPage(pageServer: string, request: Request, mediaBase: string): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.startsWith(base) ? url.pathname : base + url.pathname.slice(1)
  try {
    const answer = await fetch(`${pageServer}${path}${url.search}`, {
      headers: { accept: acceptedOf(path), 'if-none-match': request.headers.get('if-none-match') ?? '' },
    })
    const type = answer.headers.get('content-type') ?? ''
    const nonce = randomBytes(16).toString('base64')
    const isPage = type.startsWith('text/html')
    const policy = contentSecurityPolicy(mediaBase, nonce).replace(
      "connect-src 'none'",
      `connect-src ${pageServer} ${pageServer.replace(/^http/, 'ws')}`,
    )
    const headers = {
      'content-type': type,
      'content-security-policy': policy,
      // A browser keeps what has not changed: a page has several hundred modules.
      'cache-control': answer.headers.get('cache-control') ?? 'no-store',
      etag: answer.headers.get('etag') ?? '',
    }
    if (answer.status === 304) return new Response(null, { status: 304, headers })
    const body = isPage ? withNonce(await answer.text(), nonce) : new Uint8Array(await answer.arrayBuffer())
    return new Response(body, { status: answer.status, headers })
  } catch {
    // The server of the page has ended.
    return notFound()
  }
}

/** Vite answers an import of a style sheet or picture with a module, and a request of the browser itself with the file. */
function acceptedOf(path: string): string {
  return path.endsWith('.html') ? 'text/html' : '*/*'
}
