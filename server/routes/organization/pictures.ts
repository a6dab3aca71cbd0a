import { findUser } from '../../people/people.ts'
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context/context.ts'
import { authenticate, type Endpoints } from '../../http/endpoint.ts'
import { emojiDataPath, extraEmoji, extraEmojiFolder, extraEmojiPicture } from '../../context/extra-emoji.ts'
import { emojiNames } from '../../markdown/inline/emoji.ts'

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}

/**
 * Pictures of users and emoji: `/user_avatars/…`, the redirect `/avatar/{id}`; the emoji names (wire-protocol.md
 * §2.10).
 */
export function pictureRoutes(_api: Endpoints, context: ServerContext, app: FastifyInstance): void {
  app.get(emojiDataPath, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').send({ code_to_names: emojiNames() }),
  )

  for (const name of extraEmoji) {
    app.get(`${extraEmojiFolder}/${name}.png`, async (_request, reply) =>
      reply
        .header('content-type', 'image/png')
        .header('x-content-type-options', 'nosniff')
        .header('cache-control', 'public, max-age=86400')
        .send(extraEmojiPicture()),
    )
  }

  app.get<{ Params: { '*': string } }>('/user_avatars/1/*', async (request, reply) => {
    const path = request.params['*']
    const bytes = path.includes('..') ? undefined : context.ports.files.read(`avatars/${path}`)
    if (bytes === undefined)
      return reply.code(404).send({ result: 'error', code: 'BAD_REQUEST', msg: 'File not found' })
    return reply
      .header('content-type', types[path.split('.').at(-1) ?? ''] ?? 'image/png')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(bytes)
  })

  app.get<{ Params: { id: string } }>('/avatar/:id', async (request, reply) => {
    const { id } = request.params
    const isId = /^\d{1,15}$/.test(id)
    // A look-up by address requires an account, and finds only addresses that it may see.
    const reader = isId || request.headers.authorization === undefined ? undefined : authenticate(context, request)
    const user = isId
      ? context.tables.users.get(Number(id))
      : reader === undefined
        ? undefined
        : findUser(context, reader, id)
    if (user?.avatar_path == null) {
      return reply.code(404).send({ result: 'error', code: 'BAD_REQUEST', msg: 'This user has no picture' })
    }
    return reply.redirect(`/user_avatars/1/${user.avatar_path}?v=${user.avatar_version}`)
  })
}
