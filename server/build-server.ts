import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { migrations, registrationParts, resources } from './resources.ts'
import { readBodies, refuseSlowBodies } from './http/bodies.ts'
import { openContext, type ServerContext } from './context/context.ts'
import { openLayer } from './levels/layer.ts'
import { endpoints, jsonType } from './http/endpoint.ts'
import { limits } from './base/limits.ts'
import type { ServerOptions } from './base/options.ts'
import type { ServerPorts } from './base/ports.ts'
import { answerRefusals } from './http/refusals.ts'
import { answerPollsQuickly } from './routes/events/quick-polls.ts'
import { registerRoutes } from './routes/events/register.ts'
import { keepRetention } from './organization/retention.ts'
import { refuseMalformedHosts, refuseOtherOrigins } from './http/requested-host.ts'
import { deliverScheduledMessages } from './messages/sending/scheduled.ts'

/** A server that is ready to answer (`app.inject` or `app.listen`), and its organization. */
export interface BuiltServer {
  readonly app: FastifyInstance
  readonly context: ServerContext
  /** Every endpoint below `/api/v1`, such as `GET /users/:user_id`. */
  readonly endpoints: readonly string[]
  /** Ends the waiting polls, then closes the sockets and the database. */
  close(): Promise<void>
}

/** The proxies whose `X-Forwarded-…` headers are trusted. */
function trusted(proxy: ServerOptions['proxy']): FastifyServerOptions['trustProxy'] {
  if (proxy === undefined) return false
  // Entries before the last hop's own one were written by the client.
  return proxy === 'neighbour' ? (_address, hop) => hop === 0 : [...proxy]
}

/** Builds the organization server without listening. The organization must exist or be created through `context`. */
export async function buildServer(ports: ServerPorts, options: ServerOptions = {}): Promise<BuiltServer> {
  const layer = openLayer(options)
  const context = openContext(ports, { options, layer, migrations })
  const app = Fastify({
    bodyLimit: limits.body.most,
    forceCloseConnections: true,
    requestTimeout: options.arrivalMs?.request ?? limits.requestTime.most,
    trustProxy: trusted(options.proxy),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    logger: false,
    ...(layer === undefined ? {} : { rewriteUrl: (request: IncomingMessage) => layer.address(request.url ?? '/') }),
  })
  await readBodies(app, context.options.maxUploadMib)

  app.addHook('onSend', (_request, reply, payload, done) => {
    // Fastify adds a charset, but JSON has none.
    if (reply.getHeader('content-type') === `${jsonType}; charset=utf-8`) void reply.header('content-type', jsonType)
    // An answer waits until its change is durable; errors with a status from 500 on are sent at once.
    const onDisk = reply.statusCode < 500 ? context.onDisk() : undefined
    if (onDisk === undefined) done(null, payload)
    else onDisk.then(() => done(null, payload), done)
  })
  refuseMalformedHosts(app)
  if (options.isLoopbackOnly === true) refuseOtherOrigins(app)
  refuseSlowBodies(app, options.arrivalMs?.body ?? limits.bodyTime.most)
  const api = endpoints(app, context, layer)
  answerRefusals(app, api, context)

  registerRoutes(api, context, registrationParts)
  for (const { routes } of resources) routes?.(api, context, app)
  layer?.routes(app, api)
  answerPollsQuickly(app, api, context)

  const stops = [
    deliverScheduledMessages(context),
    keepRetention(context),
    ...(layer === undefined ? [] : [layer.work()]),
  ]

  return {
    app,
    context,
    endpoints: api.names(),
    async close() {
      for (const stop of stops) stop()
      context.events.close()
      await app.close()
      // A call may continue after its client has disconnected.
      await api.settled()
      await context.close()
    },
  }
}
