import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../context.ts'

/** Profile pictures: `/user_avatars/…` and the redirecting `/avatar/{id}` (wire-protocol.md §2.10). */
export function pictureRoutes(app: FastifyInstance, context: ServerContext): void {
  app.get<{ Params: { path: string } }>('/user_avatars/1/:path', async (request, reply) => {
    const bytes = context.ports.files.read(`avatars/${request.params.path}`)
    if (bytes === undefined)
      return reply.code(404).send({ result: 'error', code: 'BAD_REQUEST', msg: 'File not found' })
    return reply
      .header('content-type', 'image/png')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })

  app.get<{ Params: { id: string } }>('/avatar/:id', async (request, reply) => {
    const id = request.params.id
    const user = /^\d+$/.test(id) ? context.tables.users.get(Number(id)) : context.tables.users.byEmail(id)
    if (user?.avatar_path == null) {
      return reply.code(404).send({ result: 'error', code: 'BAD_REQUEST', msg: 'This user has no picture' })
    }
    return reply.redirect(`/user_avatars/1/${user.avatar_path}?v=${user.avatar_version}`)
  })
}
