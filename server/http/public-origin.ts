import type { FastifyRequest } from 'fastify'
import type { ServerContext } from '../context/context.ts'
import { badRequest } from '../base/errors.ts'

const longestHost = 260
const hostPattern = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_.])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/** `host` or `host:port`, as a `Host` header may say it. */
export function isHost(text: string): boolean {
  return text.length <= longestHost && hostPattern.test(text)
}

/**
 * The public origin of the organization: the configured one (`--url`), otherwise the host of the request if it is a
 * valid one. Answers contain it, so no other text from a header may get there.
 * @throws ServiceError `BAD_REQUEST`
 */
export function publicOrigin(context: ServerContext, request: FastifyRequest): string {
  const { publicUrl } = context.options
  if (publicUrl !== undefined) return publicUrl
  const { host } = request
  // Behind a proxy it comes from a header, despite its type.
  const protocol: string = request.protocol
  if ((protocol !== 'http' && protocol !== 'https') || !isHost(host)) throw badRequest('Invalid host')
  return `${protocol}://${host}`
}
