import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ServerContext } from '../context/context.ts'
import { cacheControl, varyOfAnonymous, type Endpoints, type Method } from './endpoint.ts'
import { ServiceError, UnknownPathError } from '../base/errors.ts'
import { firstPoints, limits } from '../base/limits.ts'

const page = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Page not found</title></head>
<body><h1>Page not found (404)</h1><p>There is nothing at this address.</p></body></html>
`

/** Shortens text of a request in an error message, so that long input is not echoed. */
function short(text: string): string {
  return firstPoints(text, limits.refusal.most)
}

/** An error answer. */
export interface Refusal {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Converts an error to an answer. Internal errors are logged and reveal no details. */
export function refusalOf(error: unknown, dialect: 'svc' | 'zulip'): Refusal {
  if (error instanceof ServiceError) {
    const extra = Object.entries(error.extra).map(([name, value]) => [
      name,
      typeof value === 'string' ? short(value) : value,
    ])
    return {
      status: error.status,
      headers: error.headers,
      body: {
        result: 'error',
        msg: short(error.message),
        ...(Object.fromEntries(extra) as Record<string, unknown>),
        code: error.code,
      },
    }
  }
  process.stderr.write(`server: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  const code = dialect === 'zulip' ? {} : { code: 'INTERNAL_SERVER_ERROR' }
  return { status: 500, headers: {}, body: { result: 'error', msg: 'Internal server error', ...code } }
}

/**
 * Answers requests without an answer of an endpoint: errors, unknown paths and methods. The specification requires JSON
 * with a `code` for all (Service API, Errors 1); a stock server answers unknown paths with HTML and omits some codes.
 */
export function answerRefusals(app: FastifyInstance, api: Endpoints, context: ServerContext): void {
  const isStock = context.options.dialect === 'zulip'

  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof UnknownPathError) return sendUnknownPath(reply)
    if (error instanceof ServiceError) return send(reply, refusalOf(error, context.options.dialect))
    const status = (error as { statusCode?: unknown }).statusCode // Fastify's errors have this field
    if (typeof status === 'number' && status >= 400 && status < 500) {
      return reply
        .code(status)
        .send({ result: 'error', msg: error instanceof Error ? error.message : 'Bad request', code: 'BAD_REQUEST' })
    }
    return send(reply, refusalOf(error, context.options.dialect))
  })

  app.setNotFoundHandler((request, reply) => {
    const methods = api.methodsAt(request.url.split('?')[0] ?? '')
    if (methods.length === 0) return sendUnknownPath(reply)
    const allowed: (Method | 'HEAD')[] = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    void reply.header('allow', allowed.join(', ')).header('vary', varyOfAnonymous)
    if (request.method === 'OPTIONS') return reply.code(204).send()
    void reply.header('cache-control', cacheControl)
    const refusal = { result: 'error', msg: 'Method Not Allowed', allowed_methods: allowed }
    if (!isStock) return reply.code(405).send({ ...refusal, code: 'BAD_REQUEST' })
    return reply.code(405).type('text/html; charset=utf-8').send(JSON.stringify(refusal))
  })

  function send(reply: FastifyReply, refusal: Refusal): FastifyReply {
    return reply.code(refusal.status).headers(refusal.headers).send(refusal.body)
  }

  function sendUnknownPath(reply: FastifyReply): FastifyReply {
    void reply.code(404).header('vary', varyOfAnonymous)
    return isStock
      ? reply.type('text/html; charset=utf-8').send(page)
      : reply.send({ result: 'error', msg: 'Not found', code: 'BAD_REQUEST' })
  }
}
