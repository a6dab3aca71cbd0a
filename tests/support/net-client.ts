import { netPart } from '#browser-host/net.ts'
import type { HostIncomingMessage } from '#browser-host/net-response.ts'
import type { HostSession } from '#browser-host/session-part.ts'

export interface NetAnswer {
  readonly status: number
  readonly body: string
}

export type HostRequest = ReturnType<typeof netPart.request>
type Options = Exclude<Parameters<typeof netPart.request>[0], string>

export interface RequestOptions extends Omit<Options, 'session'> {
  readonly session: HostSession
}

export function openRequest({ session, ...options }: RequestOptions): HostRequest {
  const habits = { redirect: 'manual', credentials: 'omit', cache: 'no-store' } as const
  return netPart.request({ ...habits, ...options, session: session as never })
}

/**
 * The head of the answer, with an unread body.
 * @throws the request's `error`
 */
export function headOf(request: HostRequest): Promise<HostIncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve)
    request.on('error', reject)
  })
}

/**
 * The whole answer.
 * @throws the `error` of the request or of its answer
 */
export async function fetchOver(options: RequestOptions, body?: string): Promise<NetAnswer> {
  const request = openRequest(options)
  const head = headOf(request)
  if (body === undefined) request.end()
  else request.end(body)
  const response = await head
  const chunks: Buffer[] = []
  await new Promise<void>((resolve, reject) => {
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', resolve)
    response.on('error', reject)
  })
  return { status: response.statusCode, body: Buffer.concat(chunks).toString() }
}
