import type { FastifyInstance } from 'fastify'
import { badRequest } from '../base/errors.ts'

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
