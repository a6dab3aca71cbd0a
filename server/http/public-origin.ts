import type { FastifyRequest } from 'fastify'
import type { ServerContext } from '../context/context.ts'
import { badRequest } from '../base/errors.ts'

const longestHost = 260
const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** Whether a text is `host` or `host:port`, as in a `Host` header. */
export function isHost(text: string): boolean {
  return text.length <= longestHost && hostPattern.test(text)
}

/**
 * The public origin of the organization: the configured one (`--url`), otherwise the origin of the request if its host
 * is valid. Answers contain it, so no other text of a header is allowed in it.
 * @throws ServiceError `BAD_REQUEST`
 */
export function publicOrigin(context: ServerContext, request: FastifyRequest): string {
  const { publicUrl } = context.options
  if (publicUrl !== undefined) return publicUrl
  const { host } = request
  // Behind a proxy it comes from a header and may be any text.
  const protocol: string = request.protocol
  if ((protocol !== 'http' && protocol !== 'https') || !isHost(host)) throw badRequest('Invalid host')
  return `${protocol}://${host}`
}
