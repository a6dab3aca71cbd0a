import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../base/errors.ts'
import { firstPoints, limits } from '../../base/limits.ts'
import { networkOf, RateLimiter } from '../../base/rate-limiter.ts'
import { failureWindowMs } from '../../context/attempts.ts'
import type { ServerContext } from '../../context/context.ts'
import { bodyFields } from '../../http/bodies.ts'
import type { Endpoints } from '../../http/endpoint.ts'
import { Parameters } from '../../http/parameters.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import { ClosedEntranceError, entrance, join, type Obstacle } from '../../organization/invitations/joining.ts'
import { longestAddress } from '../../organization/user-changes.ts'
import { joinPage, messagePage, pageHeaders } from './join-page.ts'

type Request = FastifyRequest<{ Params: { key?: string } }>

/** The page for each obstacle, with its HTTP status. */
const closed: Readonly<Record<Obstacle, { readonly status: number; readonly title: string; readonly text: string }>> = {
  unknown: {
    status: 404,
    title: 'No such invitation',
    text: 'This address does not belong to an invitation. Check that you copied it whole, or ask for a new invitation.',
  },
  used: {
    status: 410,
    title: 'Invitation already used',
    text: 'An account was created with this invitation. Sign in with it, or ask for a new invitation.',
  },
  revoked: { status: 410, title: 'Invitation revoked', text: 'This invitation was revoked. Ask for a new one.' },
  expired: { status: 410, title: 'Invitation expired', text: 'This invitation has expired. Ask for a new one.' },
  'needs an invitation': {
    status: 403,
    title: 'Invitation needed',
    text: 'You can join this organization only with an invitation. Ask somebody who is in it.',
  },
  deactivated: {
    status: 403,
    title: 'Organization deactivated',
    text: 'This organization was deactivated. Nobody can join it.',
  },
}

/** `/join/{key}` and `/join`: pages on which people with an invitation, or without one, create their account. */
export function joinRoutes(_api: Endpoints, context: ServerContext, app: FastifyInstance): void {
  const limiter = new RateLimiter(context.ports.clock, failureWindowMs)

  function send(reply: FastifyReply, status: number, html: string): FastifyReply {
    return reply.code(status).headers(pageHeaders).send(html)
  }

  function sendClosed(reply: FastifyReply, why: Obstacle): FastifyReply {
    const { status, title, text } = closed[why]
    return send(reply, status, messagePage(title, text))
  }

  /** The page of a refusal before the form could be read. @throws the error if it is none of the service's */
  function sendRefusal(reply: FastifyReply, error: unknown): FastifyReply {
    if (!(error instanceof ServiceError)) throw error
    return send(reply.headers(error.headers), error.status, messagePage('Try again later', error.message))
  }

  function show(request: Request, reply: FastifyReply, given: { fullName: string; email: string; error?: string }) {
    const found = entrance(context, request.params.key)
    if (found.type === 'closed') return sendClosed(reply, found.why)
    const html = joinPage({
      organization: context.tables.organization.get().name,
      invitedEmail: found.type === 'invited' ? (found.invitation.email ?? undefined) : undefined,
      fullName: firstPoints(given.fullName, limits.fullName.most),
      email: firstPoints(given.email, longestAddress),
      error: given.error,
    })
    return send(reply, given.error === undefined ? 200 : 400, html)
  }

  /** @throws ServiceError `RATE_LIMIT_HIT` */
  function count(request: Request): void {
    limiter.take(networkOf(request.ip), limits.joining.most)
  }

  async function get(request: Request, reply: FastifyReply) {
    try {
      count(request)
    } catch (error) {
      return sendRefusal(reply, error)
    }
    return show(request, reply, { fullName: '', email: '' })
  }

  async function post(request: Request, reply: FastifyReply) {
    let fields: Parameters
    try {
      count(request)
      fields = new Parameters(await bodyFields(request))
    } catch (error) {
      return sendRefusal(reply, error)
    }
    const fullName = fields.optionalText('full_name') ?? ''
    const email = fields.optionalText('email') ?? ''
    try {
      const password = fields.optionalText('password') ?? ''
      const user = await join(context, request.params.key, { fullName, email, password })
      const { name } = context.tables.organization.get()
      const origin = publicOrigin(context, request)
      const text = `Your account is ready. Sign in at ${origin} with ${user.delivery_email} and your password.`
      return await send(reply, 200, messagePage(`Welcome to ${name}`, text))
    } catch (error) {
      if (error instanceof ClosedEntranceError) return show(request, reply, { fullName, email })
      if (!(error instanceof ServiceError)) throw error
      return show(request, reply.headers(error.headers), { fullName, email, error: error.message })
    }
  }

  for (const path of ['/join', '/join/:key']) {
    app.get(path, get)
    app.post(path, post)
  }
}
