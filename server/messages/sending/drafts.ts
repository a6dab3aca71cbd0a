import type { Resource } from '../../http/resource.ts'
import { z } from 'zod'
import { readableStream } from '../../streams/access.ts'
import type { ServerContext } from '../../context/context.ts'
import { firstPoints, limits, requireAtMost } from '../../base/limits.ts'
import { pathInteger, type Endpoints } from '../../http/endpoint.ts'
import { badRequest, ServiceError } from '../../base/errors.ts'
import { normalizeContent } from './message-text.ts'
import { settingsOf } from '../../people/user-settings.ts'
import type { DraftRow, NewDraftRow } from '../../store/people/drafts.ts'
import type { UserRow } from '../../store/people/users.ts'

const draftSchema = z.strictObject({
  type: z.enum(['', 'stream', 'private', 'direct']),
  to: z.array(z.number().int()),
  topic: z.string(),
  content: z.string(),
  timestamp: z.number().nonnegative().optional(),
})

type Draft = z.infer<typeof draftSchema>

/** Drafts, synchronized between a user's devices. */
export const drafts: Resource = {
  registration: [{ type: 'drafts', state: (context, user) => ({ drafts: draftState(context, user) }) }],
  routes: draftRoutes,
}

/** `GET`, `POST`, `PATCH` and `DELETE /drafts` (wire-protocol.md §2.5). */
function draftRoutes(api: Endpoints, context: ServerContext): void {
  const { drafts } = context.tables

  function requireSync(user: UserRow): void {
    if (settingsOf(user).enable_drafts_synchronization === false)
      throw badRequest('User has disabled synchronizing drafts.')
  }

  function rowOf(user: UserRow, draft: Draft): NewDraftRow {
    if (draft.topic.includes('\0')) throw badRequest('Topic must not contain null bytes')
    if (draft.content.includes('\0')) throw badRequest('Content must not contain null bytes')
    const base = {
      user_id: user.id,
      content: normalizeContent(draft.content),
      timestamp: Math.floor(draft.timestamp ?? context.nowSeconds()),
    }
    if (draft.type === 'stream') {
      const [streamId] = draft.to
      if (draft.to.length !== 1 || streamId === undefined)
        throw badRequest('Must specify exactly 1 stream ID for stream messages')
      readableStream(context, user, streamId)
      const topic = firstPoints(draft.topic, limits.topic.most)
      return { ...base, type: 'stream', recipients: JSON.stringify([streamId]), topic }
    }
    if (draft.type === '' || draft.to.length === 0) return { ...base, type: '', recipients: '[]', topic: '' }
    requireAtMost(limits.recipients, draft.to.length)
    for (const id of draft.to) {
      if (context.tables.users.get(id) === undefined) throw badRequest(`Invalid user ID ${id}`)
    }
    const others = [...new Set(draft.to)].filter((id) => id !== user.id)
    return {
      ...base,
      type: 'private',
      recipients: JSON.stringify((others.length === 0 ? [user.id] : others).sort((a, b) => a - b)),
      topic: '',
    }
  }

  function existing(user: UserRow, id: number): DraftRow {
    const row = drafts.get(id, user.id)
    if (row === undefined) throw new ServiceError('BAD_REQUEST', 'Draft does not exist', { status: 404 })
    return row
  }

  api.authenticated('GET', '/drafts', ({ user }) => {
    requireSync(user)
    const rows = drafts.ofUser(user.id)
    return { count: rows.length, drafts: rows.map(draftObject) }
  })

  api.authenticated('POST', '/drafts', ({ parameters, user }) => {
    requireSync(user)
    const rows = parameters.json('drafts', z.array(draftSchema), limits.drafts).map((draft) => rowOf(user, draft))
    const ids = context.write(() => {
      requireAtMost(limits.draftsOfUser, drafts.count(user.id) + rows.length)
      const created = rows.map((row) => ({ ...row, id: drafts.add(row) }))
      if (created.length > 0) {
        context.events.publish(user.id, () => ({ type: 'drafts', op: 'add', drafts: created.map(draftObject) }))
      }
      return created.map((row) => row.id)
    })
    return { ids }
  })

  api.authenticated('PATCH', '/drafts/:draft_id', (call) => {
    const { user } = call
    requireSync(user)
    const { id } = existing(user, pathInteger(call, 'draft_id'))
    const row = { ...rowOf(user, call.parameters.json('draft', draftSchema)), id }
    context.write(() => {
      drafts.replace(row)
      context.events.publish(user.id, () => ({ type: 'drafts', op: 'update', draft: draftObject(row) }))
    })
    return {}
  })

  api.authenticated('DELETE', '/drafts/:draft_id', (call) => {
    const { user } = call
    requireSync(user)
    const { id } = existing(user, pathInteger(call, 'draft_id'))
    context.write(() => {
      drafts.remove(id, user.id)
      context.events.publish(user.id, () => ({ type: 'drafts', op: 'remove', draft_id: id }))
    })
    return {}
  })
}

function draftObject(row: DraftRow): Record<string, unknown> {
  return {
    id: row.id,
    type: row.type,
    to: JSON.parse(row.recipients) as unknown, // written by rowOf
    topic: row.topic,
    content: row.content,
    timestamp: row.timestamp,
  }
}

/** `drafts` of register: the latest edit first; none if the user has disabled synchronization. */
function draftState(context: ServerContext, user: UserRow): Record<string, unknown>[] {
  if (settingsOf(user).enable_drafts_synchronization === false) return []
  return context.tables.drafts.ofUser(user.id).toReversed().slice(0, limits.draftsTold.most).map(draftObject)
}
