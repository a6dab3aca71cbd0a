import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context/context.ts'
import {
  accountOf,
  cacheControl,
  jsonType,
  varyOfAccount,
  writtenSuccess,
  type Endpoints,
} from '../../http/endpoint.ts'
import { refusalOf } from '../../http/refusals.ts'
import { isHost, isLoopbackName } from '../../http/requested-host.ts'
import { eventsField } from './events.ts'

interface Poll {
  readonly queueId: string
  readonly userId: number
  readonly lastEventId: number
  readonly dontBlock: boolean
}

const addressStart = '/api/v1/events?'
/** Matches parameters that need no URL decoding. */
const plainPair = /^(queue_id|last_event_id|dont_block)=([\w:-]{1,100})$/
const plainInteger = /^-?\d{1,15}$/

/**
 * Answers a plain `GET /events` of a known account without Fastify, whose objects for each waiting request slow down
 * garbage collection. The answer is the same. Unusual requests, refusals that do not depend on the queue, and all polls
 * at another feature level go through Fastify.
 */
export function answerPollsQuickly(app: FastifyInstance, api: Endpoints, context: ServerContext): void {
  const { server } = app
  const [answer] = server.listeners('request') as RequestListener[] // Fastify's own
  if (answer === undefined || context.layer !== undefined) return

  async function respond(poll: Poll, response: ServerResponse): Promise<void> {
    const headers: Record<string, string> = { vary: varyOfAccount }
    try {
      Object.assign(headers, api.allowance(poll.userId, 'events'))
      const events = await context.events.poll(poll, (abandon) => response.once('close', abandon))
      headers['cache-control'] = cacheControl
      await context.onDisk()
      write(response, 200, headers, writtenSuccess(eventsField(events)))
    } catch (error) {
      await refuse(response, headers, error)
    }
  }

  async function refuse(response: ServerResponse, headers: Readonly<Record<string, string>>, error: unknown) {
    let refusal = refusalOf(error, context.options.dialect)
    try {
      if (refusal.status < 500) await context.onDisk()
    } catch (failure) {
      refusal = refusalOf(failure, context.options.dialect)
    }
    write(response, refusal.status, { ...headers, ...refusal.headers }, JSON.stringify(refusal.body))
  }

  server.removeListener('request', answer)
  server.on('request', (request, response) => {
    const poll = context.events.isClosed ? undefined : plainPoll(request, context)
    if (poll === undefined) answer.call(server, request, response)
    else void respond(poll, response)
  })
}

/** The parameters of a poll; undefined for an unusual request. */
function plainPoll(request: IncomingMessage, context: ServerContext): Poll | undefined {
  const { method, url = '', headers } = request
  if (method !== 'GET' || !url.startsWith(addressStart)) return undefined
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
  // A proxy may forward another host.
  if (headers['x-forwarded-host'] !== undefined || !isHost(headers.host ?? '')) return undefined
  if (context.options.isLoopbackOnly && !isLoopbackName(headers.host ?? '')) return undefined
  const fields = new Map<string, string>()
  for (const pair of url.slice(addressStart.length).split('&')) {
    const [, name = '', value = ''] = plainPair.exec(pair) ?? []
    if (name === '' || fields.has(name)) return undefined
    fields.set(name, value)
  }
  const queueId = fields.get('queue_id')
  const lastEventId = fields.get('last_event_id') ?? ''
  const dontBlock = fields.get('dont_block') ?? 'false'
  if (queueId === undefined || !plainInteger.test(lastEventId) || !/^(?:true|false)$/.test(dontBlock)) return undefined
  const account = accountOf(context, headers.authorization)
  if (account.type !== 'known') return undefined
  return { queueId, userId: account.user.id, lastEventId: Number(lastEventId), dontBlock: dontBlock === 'true' }
}

function write(response: ServerResponse, status: number, headers: Readonly<Record<string, string>>, text: string) {
  // The client may have disconnected meanwhile.
  if (response.destroyed) return
  const length = Buffer.byteLength(text)
  response.writeHead(status, { ...headers, 'content-type': jsonType, 'content-length': String(length) })
  response.end(text)
}
