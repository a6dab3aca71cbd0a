import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { maxUploadMib, openContext, type ServerContext } from './context.ts'
import { endpoints } from './endpoint.ts'
import { ServiceError } from './errors.ts'
import type { ServerPorts } from './ports.ts'
import { authenticationRoutes } from './routes/authentication.ts'
import { draftRoutes } from './routes/drafts.ts'
import { eventRoutes } from './routes/events.ts'
import { flagRoutes } from './routes/flags.ts'
import { messageChangeRoutes } from './routes/message-changes.ts'
import { messageRoutes } from './routes/messages.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { preferenceRoutes } from './routes/preferences.ts'
import { reactionRoutes } from './routes/reactions.ts'
import { registerRoutes } from './routes/register.ts'
import { streamRoutes } from './routes/streams.ts'
import { typingRoutes } from './routes/typing.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { userRoutes } from './routes/users.ts'

const bodyLimitBytes = 2 * 1024 * 1024

/** A server that is ready to answer (`app.inject` or `app.listen`), and the organization behind it. */
export interface BuiltServer {
  readonly app: FastifyInstance
  readonly context: ServerContext
  /** Ends waiting polls, then closes the sockets and the database. */
  close(): Promise<void>
}

/** Builds the organization server; it does not listen. The organization must exist or be created through `context`. */
export async function buildServer(ports: ServerPorts, options: { forgetQueues?: boolean } = {}): Promise<BuiltServer> {
  const context = openContext(ports, options)
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
    logger: false,
  })
  await app.register(formbody)
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: maxUploadMib * 1024 * 1024, files: 1, fields: 10, fieldSize: 10_000 },
  })

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof ServiceError) {
      for (const [name, value] of Object.entries(error.headers)) void reply.header(name, value)
      return reply.code(error.status).send({ result: 'error', msg: error.message, code: error.code, ...error.extra })
    }
    const status = (error as { statusCode?: unknown }).statusCode // Fastify's own refusals carry one
    if (typeof status === 'number' && status >= 400 && status < 500) {
      return reply
        .code(status)
        .send({ result: 'error', msg: error instanceof Error ? error.message : 'Bad request', code: 'BAD_REQUEST' })
    }
    process.stderr.write(`server: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    return reply.code(500).send({ result: 'error', msg: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' })
  })
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ result: 'error', msg: 'Not found', code: 'BAD_REQUEST' }),
  )

  const api = endpoints(app, context)
  authenticationRoutes(api, context)
  userRoutes(api, context)
  streamRoutes(api, context)
  registerRoutes(api, context)
  eventRoutes(api, context)
  messageRoutes(api, context)
  messageChangeRoutes(api, context)
  flagRoutes(api, context)
  reactionRoutes(api, context)
  preferenceRoutes(api, context)
  draftRoutes(api, context)
  typingRoutes(api, context)
  uploadRoutes(app, api, context)
  pictureRoutes(app, context)

  return {
    app,
    context,
    async close() {
      context.events.close()
      await app.close()
      context.close()
    },
  }
}
