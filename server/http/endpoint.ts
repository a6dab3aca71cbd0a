import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyFields, uploadedFile } from './bodies.ts'
import { CallsUnderWay } from './calls-under-way.ts'
import type { ServerContext } from '../context/context.ts'
import { unauthorized, UnknownPathError } from '../base/errors.ts'
import { allowanceHeaders, networkOf, RateLimiter } from '../base/rate-limiter.ts'
import { Parameters } from './parameters.ts'
import { writeJson } from '../base/shared-json.ts'
import { keysEqual, type UserRow } from '../store/people/users.ts'

/** The `Cache-Control` of every success: answers depend on the account and the time. */
export const cacheControl = 'max-age=0, no-cache, no-store, must-revalidate, private'

/** The `Vary` header of an answer without an account, or before the account is known. */
export const varyOfAnonymous = 'Accept-Language, Cookie'
export const varyOfAccount = 'Accept-Language'

/** The content type of every JSON answer; JSON has no `charset`. */
export const jsonType = 'application/json'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface Call {
  readonly parameters: Parameters
  /** Path parameters, by the name in the route. */
  readonly path: Readonly<Record<string, string>>
  readonly request: FastifyRequest
  /** Registers a listener for the end of the answer or the disconnection of the client. */
  readonly onClosed: (listener: () => void) => void
  /** Adds headers to the answer, or to a later refusal. */
  readonly tell: (headers: Readonly<Record<string, string>>) => void
}

export interface AuthenticatedCall extends Call {
  readonly user: UserRow
}

export interface PerhapsAuthenticatedCall extends Call {
  readonly user: UserRow | undefined
}

/** A call of an endpoint that takes a file. The body is read when `file` is called. */
export interface UploadCall extends AuthenticatedCall {
  /** @throws ServiceError `BAD_REQUEST` if the body has no file */
  readonly file: () => Promise<MultipartFile>
}

/** Fields of an answer that are already JSON text, such as queued events. */
export class WrittenAnswer {
  readonly fields: Readonly<Record<string, string>>

  constructor(fields: Readonly<Record<string, string>>) {
    this.fields = fields
  }
}

/** Fields of an answer with thousands of shared objects. */
export class LargeAnswer {
  readonly fields: Readonly<Record<string, unknown>>

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.fields = fields
  }
}

export type Answer = Record<string, unknown> | WrittenAnswer | LargeAnswer

/** Rewrites calls for clients of another feature level. */
export interface CallForms {
  /** Handles one call; `next` runs the endpoint itself. */
  call(
    name: string,
    call: PerhapsAuthenticatedCall,
    next: (call: PerhapsAuthenticatedCall) => Promise<Answer>,
  ): Promise<Answer>
}

interface Declared {
  readonly method: Method
  readonly path: string
  readonly pattern: RegExp
}

interface Declaration {
  readonly method: Method
  readonly path: string
  readonly identify: (request: FastifyRequest) => UserRow | undefined
  /** Whether the handler reads the body itself, for its file. */
  readonly takesFile?: boolean
}

/** Declares endpoints below `/api/v1` with the service's envelope; `authenticated` ones check Basic credentials. */
export function endpoints(app: FastifyInstance, context: ServerContext, layer?: CallForms) {
  const limiter = new RateLimiter(context.ports.clock)
  const declared: Declared[] = []
  const underWay = new CallsUnderWay()
  const { rateLimits } = context.options

  /** Counts a request of an account; returns the rate limit headers. @throws ServiceError `RATE_LIMIT_HIT` */
  function allowance(userId: number, bucket: string): Readonly<Record<string, string>> {
    if (rateLimits === undefined) return {}
    return allowanceHeaders(limiter.take(`user ${userId} ${bucket}`, rateLimits.perUser))
  }

  /** Counts the request; adds the rate limit headers for an account. @throws ServiceError `RATE_LIMIT_HIT` */
  function allow(request: FastifyRequest, reply: FastifyReply, user: UserRow | undefined, bucket: string): void {
    if (user !== undefined) void reply.headers(allowance(user.id, bucket))
    else if (rateLimits !== undefined) limiter.take(`address ${networkOf(request.ip)}`, rateLimits.perAddress)
  }

  function declare(
    { method, path, identify, takesFile = false }: Declaration,
    handle: (call: PerhapsAuthenticatedCall) => Answer | Promise<Answer>,
  ): void {
    const pattern = new RegExp(`^/api/v1${path.replaceAll(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`)
    declared.push({ method, path, pattern })
    // Upstream counts polls separately (recorded: `/events` has its own limit).
    const bucket = path === '/events' ? 'events' : ''
    app.route({
      method,
      url: `/api/v1${path}`,
      config: { takesFile },
      handler: underWay.counting(async (request: FastifyRequest, reply: FastifyReply) => {
        void reply.header('vary', varyOfAnonymous)
        const user = identify(request)
        if (user !== undefined) void reply.header('vary', varyOfAccount)
        allow(request, reply, user, bucket)
        const parameters = new Parameters(request.query, takesFile ? {} : await bodyFields(request))
        const pathParameters = (request.params ?? {}) as Record<string, string> // Fastify's are strings
        const call: PerhapsAuthenticatedCall = {
          parameters,
          path: pathParameters,
          request,
          user,
          onClosed: (listener) => reply.raw.once('close', listener),
          tell: (headers) => void reply.headers(headers),
        }
        const answer =
          layer === undefined
            ? await handle(call)
            : await layer.call(`${method} ${path}`, call, async (given) => handle(given))
        void reply.header('cache-control', cacheControl)
        const unsupported = parameters.unsupported
        const ignored = unsupported.length > 0 ? { ignored_parameters_unsupported: unsupported } : {}
        if (answer instanceof WrittenAnswer) {
          void reply.header('content-type', jsonType)
          return writtenSuccess({
            ...answer.fields,
            ...(unsupported.length > 0 ? { ignored_parameters_unsupported: JSON.stringify(unsupported) } : {}),
          })
        }
        void reply.header('content-type', jsonType)
        const fields = answer instanceof LargeAnswer ? answer.fields : answer
        return writeJson({ result: 'success', msg: '', ...fields, ...ignored })
      }),
    })
  }

  return {
    /** Declares an endpoint that ignores credentials. */
    open(method: Method, path: string, handle: (call: Call) => Answer | Promise<Answer>): void {
      declare({ method, path, identify: () => undefined }, handle)
    },
    /** Declares an endpoint whose `user` is undefined without credentials; wrong credentials are refused. */
    optionallyAuthenticated(
      method: Method,
      path: string,
      handle: (call: PerhapsAuthenticatedCall) => Answer | Promise<Answer>,
    ): void {
      const identify = (request: FastifyRequest) =>
        request.headers.authorization === undefined ? undefined : authenticate(context, request)
      declare({ method, path, identify }, handle)
    },
    authenticated(method: Method, path: string, handle: (call: AuthenticatedCall) => Answer | Promise<Answer>): void {
      const identify = (request: FastifyRequest) => authenticate(context, request)
      declare({ method, path, identify }, (call) => handle({ ...call, user: knownUser(call) }))
    },
    /** `POST` with a file in the body. */
    upload(path: string, handle: (call: UploadCall) => Promise<Answer>): void {
      const identify = (request: FastifyRequest) => authenticate(context, request)
      declare({ method: 'POST', path, identify, takesFile: true }, (call) =>
        handle({
          ...call,
          user: knownUser(call),
          async file() {
            const { file, fields } = await uploadedFile(call.request)
            call.parameters.add(fields)
            return file
          },
        }),
      )
    },
    allowance,
    /** Resolves when no call is running, or after `limits.closing`. */
    settled: () => underWay.settled(),
    /** The names of all declared endpoints, such as `GET /users/:user_id`. */
    names: (): string[] => declared.map(({ method, path }) => `${method} ${path}`),
    /** The methods of a path (wire-protocol.md §2.13, status 405). */
    methodsAt(url: string): Method[] {
      const fitting = declared.filter(({ pattern }) => pattern.test(url))
      // `/users/me` is a separate path beside `/users/:user_id`.
      const literal = fitting.filter(({ path }) => !path.includes(':'))
      return [...new Set((literal.length > 0 ? literal : fitting).map(({ method }) => method))]
    },
  }
}

function knownUser(call: PerhapsAuthenticatedCall): UserRow {
  if (call.user === undefined) throw new Error('an authenticated endpoint was called without its user')
  return call.user
}

export type Endpoints = ReturnType<typeof endpoints>

/** A success whose fields are already JSON text. */
export function writtenSuccess(fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).map(([name, json]) => `${JSON.stringify(name)}:${json}`)
  return `{"result":"success","msg":"",${pairs.join(',')}}`
}

/** The account of a request, or the reason for its refusal. */
export type Identity =
  | { readonly type: 'known'; readonly user: UserRow }
  | { readonly type: 'none' | 'organization deactivated' | 'account deactivated' }
  | { readonly type: 'wrong'; readonly key: string }

/**
 * Resolves an `Authorization` header. Both e-mails are accepted as the name (the family's servers require the real one,
 * the specification the API one: wire-protocol.md §2.0).
 */
export function accountOf(context: ServerContext, authorization: string | undefined): Identity {
  if (authorization === undefined || !/^basic /i.test(authorization)) return { type: 'none' }
  const decoded = Buffer.from(authorization.slice(6), 'base64').toString('utf8')
  const colon = decoded.indexOf(':')
  const key = decoded.slice(colon + 1)
  const user = colon < 0 ? undefined : context.tables.users.byEmail(decoded.slice(0, colon))
  const isRight = user?.is_system === 0 && keysEqual(key, user.api_key)
  if (user === undefined || !isRight) return { type: 'wrong', key }
  if (context.tables.organization.get().is_deactivated === 1) return { type: 'organization deactivated' }
  return user.is_active === 0 ? { type: 'account deactivated' } : { type: 'known', user }
}

/**
 * The user of a request's Basic credentials.
 * @throws ServiceError `UNAUTHORIZED` (401), `RATE_LIMIT_HIT` after too many wrong keys from one address
 */
export function authenticate(context: ServerContext, request: FastifyRequest): UserRow {
  const { dialect } = context.options
  const identity = accountOf(context, request.headers.authorization)
  switch (identity.type) {
    case 'known':
      return identity.user
    case 'none':
      throw unauthorized('Not logged in: API authentication or user session required', dialect)
    case 'wrong':
      context.attempts.wrongKey(request.ip)
      throw unauthorized(/^[\w-]{32}$/.test(identity.key) ? 'Invalid API key' : 'Malformed API key', dialect)
    case 'organization deactivated':
      throw unauthorized('This organization has been deactivated', dialect)
    case 'account deactivated':
      throw unauthorized('Account is deactivated', dialect)
  }
}

/** A path parameter that must be an integer. */
export function pathInteger(call: Call, name: string): number {
  const value = call.path[name] ?? ''
  if (!/^\d{1,15}$/.test(value)) throw new UnknownPathError(`${name} is not an integer`)
  return Number(value)
}
