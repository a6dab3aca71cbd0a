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
 * Ends requests whose bodies arrive too slowly. A file may take as long as a whole request, which Node limits
 * (`requestTimeout`): `fileBegins()` ends the timeout for the fields before it.
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

/** The file of the endpoint has begun to arrive: from here on the body may take longer. */
export function fileBegins(request: FastifyRequest): void {
  waits.get(request.raw)?.()
}
