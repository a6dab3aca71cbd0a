import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, ServiceError } from '../base/errors.ts'

/** A name or an address with an optional port, without other characters of a URL. */
const hostPattern = /^(?:\[[\da-f:.]{2,45}\]|[^\s/?#@:[\]\\%]{1,255})(?::\d{1,5})?$/i

/** Whether the text is a valid `Host`. */
export function isHost(text: string): boolean {
  return hostPattern.test(text) && URL.canParse(`http://${text}`)
}

/** Refuses requests with a malformed host, since addresses in answers contain it. */
export function refuseMalformedHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request
    if (isHost(host)) done()
    else done(badRequest('The Host of the request is malformed'))
  })
}

/** Whether the host in a `Host` header or an origin is a name of this computer, with any port and spelling. */
export function isLoopbackName(host: string): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const name = new URL(`http://${host}`).hostname.replace(/\.$/, '')
  return /^(?:localhost|(?:.+\.)?localhost|127\.\d+\.\d+\.\d+|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/.test(
    name,
  )
}

/** Whether a listening address accepts connections from this computer only. */
export function isLoopbackAddress(address: string): boolean {
  return isLoopbackName(address.includes(':') ? `[${address}]` : address)
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that a web page can cause: a page that binds its own name to the loopback address sends that name as
 * `Host`, and a page of another origin sends `Sec-Fetch-Site` or `Origin`. Programs such as curl send neither.
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

/** Whether a page of another origin requests a change. */
function comesFromElsewhere({ method, headers, protocol, host }: FastifyRequest): boolean {
  if (readingMethods.has(method)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  return origin !== undefined && origin !== `${protocol}://${host}`
}
