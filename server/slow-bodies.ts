import type { FastifyInstance } from 'fastify'
import { limits, refusal } from './limits.ts'

/**
 * Ends requests whose bodies come too slowly (X13). A body with a file may take as long as a whole request, which Node
 * itself bounds (`requestTimeout`).
 */
export function refuseSlowBodies(app: FastifyInstance, bodyMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    const hasBody = raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined
    const takesFile = /^multipart\/form-data/i.test(raw.headers['content-type'] ?? '')
    if (hasBody && !takesFile) {
      const timer = setTimeout(() => {
        if (raw.readableEnded || reply.raw.headersSent) return
        // What has come so far is dropped with the connection.
        void reply.header('connection', 'close').send(refusal(limits.bodyTime))
      }, bodyMs).unref()
      const stop = () => {
        clearTimeout(timer)
      }
      raw.once('end', stop)
      raw.once('close', stop)
    }
    done()
  })
}
