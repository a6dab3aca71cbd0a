import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../base/errors.ts'

/** Whether a `Host` or the host of an origin names this computer, whatever its port and its spelling. */
export function isLoopbackName(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, '')
  return /^(?:localhost|(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(
    name,
  )
}

/** Whether the server is to be reached from this computer alone, by the address on which it listens. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackName(address.includes(':') ? `[${address}]` : address)
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses what a page of the web could ask for: a page that binds its own name to the loopback address sends that name as
 * `Host`, and a page elsewhere cannot hide where it is. Programs such as curl send neither `Sec-Fetch-Site` nor `Origin`.
 */
export function refuseOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLoopbackName(request.host)) done(refusal('This server answers only requests to localhost.'))
    else if (comesFromElsewhere(request)) done(refusal('This server takes no changes from pages of other origins.'))
    else done()
  })
}

function refusal(message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { status: 403 })
}

/** Whether a page of another origin asks for a change. */
function comesFromElsewhere({ method, headers, protocol, host }: FastifyRequest): boolean {
  if (readingMethods.has(method)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  return origin !== undefined && origin !== `${protocol}://${host}`
}
