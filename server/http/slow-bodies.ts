import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits, refusal } from '../base/limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint takes a file. */
    takesFile?: boolean
  }
}

/** Ends the timeout of a body. */
const waits = new WeakMap<FastifyRequest['raw'], () => void>()

/**
 * Ends requests whose bodies arrive too slowly. An endpoint with a file ends the timeout for the earlier fields with
 * `fileBegins()`; the whole request has Node's `requestTimeout`.
 */
export function refuseSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    if (hasBody) {
      const timer = setTimeout(() => {
        if (raw.readableEnded || reply.raw.headersSent) return
        // The received part is dropped with the connection.
        void reply.header('connection', 'close').send(refusal(limits.bodyTime))
      }, bodyMs).unref()
      const stop = () => {
        clearTimeout(timer)
      }
      raw.once('end', stop)
      raw.once('close', stop)
      if (request.routeOptions.config.takesFile === true) waits.set(raw, stop)
    }
    done()
  })
}

/** Ends the timeout of the fields when the file of the endpoint begins to arrive. */
export function fileBegins(request: FastifyRequest): void {
  waits.get(request.raw)?.()
}
