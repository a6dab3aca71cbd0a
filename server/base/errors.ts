/**
 * A refusal that goes to the client as `{result: "error", code, msg, …}` (Service API, Errors;
 * wire-protocol.md §2.13). `status` is the HTTP status, `extra` are the fields beside the envelope.
 */
export class ServiceError extends Error {
  readonly code: string
  readonly status: number
  readonly extra: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: string,
    message: string,
    options: { status?: number; extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.name = 'ServiceError'
    this.code = code
    this.status = options.status ?? 400
    this.extra = options.extra ?? {}
    this.headers = options.headers ?? {}
  }
}

export function badRequest(message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message)
}

/** The sender may not act for a user that the request names; newer servers use another code for this. */
export class UnknownPrincipalError extends ServiceError {
  constructor(principal: string | number) {
    super('BAD_REQUEST', `User not authorized to execute queries on behalf of '${principal}'`)
  }
}

/** The request has no key, a wrong one, or belongs to a deactivated account. */
export function unauthorized(message: string, dialect: 'svc' | 'zulip'): ServiceError {
  return new ServiceError('UNAUTHORIZED', message, {
    status: 401,
    headers: { 'www-authenticate': `Basic realm="${dialect}"` },
  })
}

/** A path without an endpoint, or with an invalid number. */
export class UnknownPathError extends Error {
  readonly code = 'UNKNOWN_PATH'
}

/** A request without credentials at an endpoint that needs an account (wire-protocol.md §2.13). */
export function unauthenticated(): ServiceError {
  return new ServiceError('UNAUTHENTICATED_USER', 'Not logged in: API authentication or user session required', {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="api"' },
  })
}

/** A resource that the path names does not exist. */
export function notFound(message: string): ServiceError {
  return new ServiceError('BAD_REQUEST', message, { status: 404 })
}
