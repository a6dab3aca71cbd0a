import { z } from 'zod'
import { badRequest } from '#server/base/errors.ts'
import { parseGivenJson } from '#server/base/json.ts'
import { pathInteger, type PerhapsAuthenticatedCall } from '#server/http/endpoint.ts'
import { changeEmail, readEmail } from '#server/organization/user-changes.ts'
import { deleteWith, type Deletion } from '#server/organization/user-deletion.ts'
import { findUser } from '#server/people/people.ts'
import { requireAdministrator } from '#server/people/permissions.ts'
import type { LevelChange, Scene } from '../../change.ts'

/** The administration of accounts (newer-servers.md, Other changes). */
export const userAdministration: readonly LevelChange[] = [
  {
    level: 313,
    what: 'administrators change the address of an account, and name an account by its address',
    rewrite: {
      calls: {
        async 'PATCH /users/:user_id'(call, next, scene) {
          const { context } = scene
          resolveAddress(call, scene)
          const text = call.parameters.take('new_email')
          if (text === undefined || call.user === undefined) return next()
          requireAdministrator(call.user)
          const id = pathInteger(call, 'user_id')
          const email = readEmail(context, text, context.tables.users.get(id))
          // The endpoint refuses accounts that do not exist, or that the administrator may not change.
          const answer = await next()
          context.write(() => {
            const person = context.tables.users.get(id)
            if (person !== undefined) changeEmail(context, person, readEmail(context, email, person))
          })
          return answer
        },
      },
    },
  },
  {
    level: 459,
    what: 'the profile and the messages of an account are deleted with its deactivation',
    rewrite: {
      calls: {
        async 'DELETE /users/:user_id'(call, next, { context }) {
          const text = call.parameters.take('actions')
          const deletion = text === undefined ? undefined : readActions(text)
          const id = pathInteger(call, 'user_id')
          const answer = await next()
          const person = context.tables.users.get(id)
          if (deletion !== undefined && person !== undefined) await deleteWith(context, person, deletion)
          return answer
        },
      },
    },
  },
]

/** Replaces an address in the path by the id of its account. @throws ServiceError `BAD_REQUEST` */
function resolveAddress({ path, user }: PerhapsAuthenticatedCall, { context }: Scene): void {
  const address = path.user_id ?? ''
  if (!address.includes('@') || user === undefined) return
  const found = findUser(context, user, address)
  if (found === undefined) throw badRequest('No such user')
  Object.assign(path, { user_id: String(found.id) })
}

const actions = z.object({
  delete_profile: z.boolean().default(false),
  delete_public_channel_messages: z.boolean().default(false),
  delete_private_channel_messages: z.boolean().default(false),
  delete_direct_messages: z.boolean().default(false),
})

/** @throws ServiceError `BAD_REQUEST` */
function readActions(text: string): Deletion {
  let value: unknown
  try {
    value = parseGivenJson(text)
  } catch {
    throw badRequest('Argument "actions" is not valid JSON.')
  }
  const read = actions.safeParse(value)
  if (!read.success) throw badRequest('Invalid actions')
  return {
    profile: read.data.delete_profile,
    publicStreams: read.data.delete_public_channel_messages,
    privateStreams: read.data.delete_private_channel_messages,
    direct: read.data.delete_direct_messages,
  }
}
