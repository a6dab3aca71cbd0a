import Fastify, { type FastifyInstance } from 'fastify'
import { bodyLimits, readBodies } from './bodies.ts'
import { openContext, type ServerContext } from './context.ts'
import { endpoints } from './endpoint.ts'
import { ServiceError } from './errors.ts'
import type { ServerOptions } from './options.ts'
import type { ServerPorts } from './ports.ts'
import { alertWordRoutes } from './routes/alert-words.ts'
import { authenticationRoutes } from './routes/authentication.ts'
import { draftRoutes } from './routes/drafts.ts'
import { emojiRoutes } from './routes/emoji.ts'
import { eventRoutes } from './routes/events.ts'
import { flagRoutes } from './routes/flags.ts'
import { linkifierRoutes } from './routes/linkifiers.ts'
import { messageChangeRoutes } from './routes/message-changes.ts'
import { messageRoutes } from './routes/messages.ts'
import { mutedUserRoutes } from './routes/muted-users.ts'
import { pictureRoutes } from './routes/pictures.ts'
import { presenceRoutes } from './routes/presence.ts'
import { profileFieldRoutes } from './routes/profile-fields.ts'
import { reactionRoutes } from './routes/reactions.ts'
import { registerRoutes } from './routes/register.ts'
import { scheduledMessageRoutes } from './routes/scheduled-messages.ts'
import { settingRoutes } from './routes/settings.ts'
import { streamRoutes } from './routes/streams.ts'
import { submessageRoutes } from './routes/submessages.ts'
import { subscriptionRoutes } from './routes/subscriptions.ts'
import { topicRoutes } from './routes/topics.ts'
import { typingRoutes } from './routes/typing.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { userAdministrationRoutes } from './routes/user-administration.ts'
import { userGroupRoutes } from './routes/user-groups.ts'
import { userRoutes } from './routes/users.ts'
import { keepRetention } from './retention.ts'
import { deliverScheduledMessages } from './scheduled-delivery.ts'

/** A server that is ready to answer (`app.inject` or `app.listen`), and the organization behind it. */
export interface BuiltServer {
  readonly app: FastifyInstance
  readonly context: ServerContext
  /** Every endpoint below `/api/v1`, such as `GET /users/:user_id`. */
  readonly endpoints: readonly string[]
  /** Ends waiting polls, then closes the sockets and the database. */
  close(): Promise<void>
}

/** Builds the organization server; it does not listen. The organization must exist or be created through `context`. */
export async function buildServer(ports: ServerPorts, options: ServerOptions = {}): Promise<BuiltServer> {
  const context = openContext(ports, options)
  const app = Fastify({
    bodyLimit: bodyLimits.bytes,
    forceCloseConnections: true,
    trustProxy: options.isBehindProxy === true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    logger: false,
  })
  await readBodies(app, context.options.maxUploadMib)

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

  const api = endpoints(app, context)
  app.setNotFoundHandler((request, reply) => {
    const methods = api.methodsAt(request.url.split('?')[0] ?? '')
    return methods.length === 0
      ? reply.code(404).send({ result: 'error', msg: 'Not found', code: 'BAD_REQUEST' })
      : reply
          .code(405)
          .header('allow', methods.join(', '))
          .send({ result: 'error', msg: 'Method Not Allowed', code: 'BAD_REQUEST', allowed_methods: methods })
  })

  authenticationRoutes(api, context)
  registerRoutes(api, context)
  eventRoutes(api, context)
  messageRoutes(api, context)
  messageChangeRoutes(api, context)
  flagRoutes(api, context)
  reactionRoutes(api, context)
  submessageRoutes(api, context)
  scheduledMessageRoutes(api, context)
  draftRoutes(api, context)
  streamRoutes(api, context)
  subscriptionRoutes(api, context)
  topicRoutes(api, context)
  typingRoutes(api, context)
  userRoutes(api, context)
  userAdministrationRoutes(api, context)
  userGroupRoutes(api, context)
  profileFieldRoutes(api, context)
  mutedUserRoutes(api, context)
  presenceRoutes(api, context)
  alertWordRoutes(api, context)
  settingRoutes(api, context)
  linkifierRoutes(api, context)
  emojiRoutes(api, context)
  uploadRoutes(app, api, context)
  pictureRoutes(app, context)

  const stops = [deliverScheduledMessages(context), keepRetention(context)]

  return {
    app,
    context,
    endpoints: api.names(),
    async close() {
      for (const stop of stops) stop()
      context.events.close()
      await app.close()
      context.close()
    },
  }
}
