import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from './context.ts'
import { ServiceError, unauthorized } from './errors.ts'
import { Parameters } from './parameters.ts'
import { keysEqual, type UserRow } from './store/users.ts'

export interface Call {
  readonly parameters: Parameters
  /** Path parameters, by the name in the route. */
  readonly path: Readonly<Record<string, string>>
  readonly request: FastifyRequest
  /** Registers what to do when the answer is out or its client has gone. */
  readonly onClosed: (listener: () => void) => void
}

export interface AuthenticatedCall extends Call {
  readonly user: UserRow
}

type Answer = Record<string, unknown>

/** Declares endpoints below `/api/v1` with the service's envelope; `authenticated` ones resolve the Basic credentials. */
export function endpoints(app: FastifyInstance, context: ServerContext) {
  function declare(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    handle: (call: Call) => Answer | Promise<Answer>,
  ): void {
    app.route({
      method,
      url: `/api/v1${path}`,
      async handler(request: FastifyRequest, reply: FastifyReply) {
        const parameters = new Parameters(request.query, request.body)
        const pathParameters = (request.params ?? {}) as Record<string, string> // Fastify's params are strings by name
        const answer = await handle({
          parameters,
          path: pathParameters,
          request,
          onClosed: (listener) => reply.raw.once('close', listener),
        })
        const unsupported = parameters.unsupported
        void reply.header('cache-control', 'no-store')
        return {
          result: 'success',
          msg: '',
          ...answer,
          ...(unsupported.length > 0 ? { ignored_parameters_unsupported: unsupported } : {}),
        }
      },
    })
  }
  return {
    open: declare,
    authenticated(
      method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
      path: string,
      handle: (call: AuthenticatedCall) => Answer | Promise<Answer>,
    ): void {
      declare(method, path, (call) => handle({ ...call, user: authenticate(context, call.request) }))
    },
  }
}

export type Endpoints = ReturnType<typeof endpoints>

/**
 * The user of a request's Basic credentials. Both e-mails are accepted as the name (the family's servers want the real
 * one, the specification speaks of the API one: wire-protocol.md §2.0).
 * @throws ServiceError `UNAUTHORIZED` (401)
 */
export function authenticate(context: ServerContext, request: FastifyRequest): UserRow {
  const organizationName = context.tables.organization.get().name
  const header = request.headers.authorization
  if (header === undefined || !/^basic /i.test(header)) {
    throw unauthorized('Not logged in: API authentication or user session required', organizationName)
  }
  const decoded = Buffer.from(header.slice(6), 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  const user = colon < 0 ? undefined : context.tables.users.byEmail(decoded.slice(0, colon))
  if (user === undefined || !keysEqual(decoded.slice(colon + 1), user.api_key)) {
    throw unauthorized('Invalid API key', organizationName)
  }
  if (user.is_active === 0) throw unauthorized('Account is deactivated', organizationName)
  return user
}

/** A path parameter that must be an integer. */
export function pathInteger(call: Call, name: string): number {
  const value = call.path[name] ?? ''
  if (!/^\d{1,15}$/.test(value)) {
    throw new ServiceError('BAD_REQUEST', `${name} is not an integer`, { status: 404 })
  }
  return Number(value)
}
