import type { FastifyInstance } from 'fastify'
import { badRequest } from '../base/errors.ts'

/** A name or an address, perhaps with a port; what else a URL may hold belongs elsewhere. */
const hostPattern = /^(?:\[[\da-f:.]{2,45}\]|[^\s/?#@:[\]\\%]{1,255})(?::\d{1,5})?$/i

/** Whether the text of a `Host` names one. */
export function isHost(text: string): boolean {
  return hostPattern.test(text) && URL.canParse(`http://${text}`)
}

/** Refuses requests that ask for a host that cannot be one: addresses in answers are made of it (X13). */
export function refuseMalformedHosts(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request
    if (isHost(host)) done()
    else done(badRequest('The Host of the request is malformed'))
  })
}
