import type { Session } from 'electron'
import { clientLimits } from '#shared/client-limits.ts'
import { requestFollowing } from '#network/redirects.ts'
import type { ProxyLogin } from '#network/proxy/proxy-login.ts'
import { readRelease, ReleaseError, type Release } from './release.ts'

export interface FeedOptions {
  /** The address of the folder with the releases. */
  readonly url: string
  readonly file: string
  readonly publicKeys: readonly string[]
  readonly session: Session
  readonly userAgent: string
  readonly proxyLogin: ProxyLogin
}

const limits = { silenceMs: 30_000, totalMs: 60_000 }

/**
 * The newest signed release. The request reveals only the computer's address and the version of Skein.
 * @throws ReleaseError
 */
export async function newestRelease(options: FeedOptions): Promise<Release> {
  const { status, text } = await fetchText(new URL(options.file, folderOf(options.url)).href, options)
  if (status === 404) throw new ReleaseError({ code: 'NO_RELEASE' })
  if (status !== 200) throw new ReleaseError({ code: 'RELEASE_STATUS', values: { status } })
  return readRelease(text, options.file, options.publicKeys)
}

/** The folder's address with a trailing slash; without one, a relative URL would replace the last part. */
export function folderOf(url: string): URL {
  const folder = new URL(url)
  if (!folder.pathname.endsWith('/')) folder.pathname += '/'
  return folder
}

function fetchText(url: string, { session, userAgent, proxyLogin }: FeedOptions) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    let status = 0
    const chunks: Uint8Array[] = []
    requestFollowing(
      url,
      (address) => ({
        method: 'GET',
        url: address,
        headers: { 'User-Agent': userAgent, 'Cache-Control': 'no-cache' },
        body: null,
        limits,
        maxBytes: clientLimits.releaseText.most,
        session,
        priority: 'lowest',
        proxyLogin,
      }),
      {
        onHead(head) {
          status = head.status
        },
        onChunk(bytes) {
          chunks.push(bytes)
        },
        onEnd() {
          resolve({ status, text: Buffer.concat(chunks).toString('utf8') })
        },
        onFailure({ reason: cause }) {
          reject(new ReleaseError({ code: 'RELEASE_UNREACHABLE', values: { cause } }))
        },
      },
    )
  })
}
