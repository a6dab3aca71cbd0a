import {
  httpRequest,
  nothingUnderWay,
  type HttpExchange,
  type HttpHead,
  type HttpListener,
  type HttpRequest,
} from './http.ts'
import { clientLimits } from '#shared/client-limits.ts'

const maxRedirects: number = clientLimits.redirects.most

export type FollowingListener = Omit<HttpListener, 'onHead'> & {
  /** Called with the final head and its address; heads of followed redirects are not reported. */
  onHead(head: HttpHead, url: string): void
}

/**
 * Follows up to four redirects from `url`, over encrypted connections or within one origin. `requestFor` creates the
 * request for an address, and decides whether it has credentials.
 */
export function requestFollowing(
  url: string,
  requestFor: (url: string) => HttpRequest,
  listener: FollowingListener,
  redirectsLeft = maxRedirects,
): HttpExchange {
  let isPaused = false
  let next: HttpExchange | undefined
  const first = httpRequest(requestFor(url), {
    onHead(head) {
      if (head.redirect === null || redirectsLeft === 0) {
        listener.onHead(head, url)
        return
      }
      const target = new URL(head.redirect, url)
      if (target.protocol !== 'https:' && target.origin !== new URL(url).origin) {
        next = nothingUnderWay
        listener.onFailure({ code: 'broken', reason: { code: 'REDIRECT_UNSAFE' }, provesNonDelivery: false })
        return
      }
      next = requestFollowing(target.href, requestFor, listener, redirectsLeft - 1)
      if (isPaused) next.pause()
    },
    onChunk(bytes) {
      if (next === undefined) listener.onChunk(bytes)
    },
    onEnd() {
      if (next === undefined) listener.onEnd()
    },
    onFailure(failure) {
      listener.onFailure(failure)
    },
  })
  return {
    abort() {
      first.abort()
      next?.abort()
    },
    pause() {
      isPaused = true
      ;(next ?? first).pause()
    },
    resume() {
      isPaused = false
      ;(next ?? first).resume()
    },
  }
}
