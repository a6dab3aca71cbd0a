import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { listening } from './listening.ts'

/** The whole body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

/**
 * Answers the first request of each connection, and closes it after the body of each later request that changes
 * something.
 */
export async function cuttingServer() {
  const seen: string[] = []
  const connections = new Map<Socket, number>()
  const server = await listening((request, response) => {
    void bodyOf(request).then((body) => {
      const uses = (connections.get(request.socket) ?? 0) + 1
      connections.set(request.socket, uses)
      if (request.method === 'POST') seen.push(new URLSearchParams(body).get('content') ?? '')
      if (uses > 1 && request.method === 'POST') request.socket.destroy()
      else response.writeHead(200).end('{}')
    })
  })
  return {
    /** The `content` of each POST that arrived, in order. */
    seen,
    origin: server.origin,
    /** The number of requests on each connection. */
    connections,
    close: () => {
      server.close()
    },
  }
}
