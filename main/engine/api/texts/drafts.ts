import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { Api, CallOptions } from '../client.ts'
import { boundedArray, lenientArray } from '../lenient.ts'
import { onceFor } from '../messages.ts'
import type { Wire } from '../wire.ts'

/** A draft in the form of the protocol (Service API, Draft object). */
export const draftSchema = z.object({
  id: z.number().int(),
  type: z.string(),
  to: z.array(z.number().int()).max(clientLimits.directPeople.most).catch([]),
  topic: z.string().catch(''),
  content: z.string().max(clientLimits.pageText.most),
  /** UNIX seconds. */
  timestamp: z.number().catch(0),
})

export type WireDraft = z.infer<typeof draftSchema>
export type NewWireDraft = Omit<WireDraft, 'id'>

export const draftsWire = {
  fetches: ['drafts'],
  shape: { drafts: lenientArray(draftSchema).catch([]) },
  events: [
    z.object({ type: z.literal('drafts'), op: z.literal('add'), drafts: lenientArray(draftSchema) }),
    z.object({ type: z.literal('drafts'), op: z.literal('update'), draft: draftSchema }),
    z.object({ type: z.literal('drafts'), op: z.literal('remove'), draft_id: z.number().int() }),
  ],
} as const satisfies Wire

/** `POST /drafts` for one draft; returns its id. A repeated call creates a second draft. */
export async function createDraft(api: Api, draft: NewWireDraft, options: CallOptions): Promise<number> {
  const answer = await api.call(
    'POST',
    '/drafts',
    { drafts: JSON.stringify([draft]) },
    z.object({ ids: z.tuple([z.number().int()]).rest(z.unknown()) }),
    { ...options, once: onceFor({ ...draft, to: draft.to.join() }) },
  )
  return answer.ids[0]
}

/** `PATCH /drafts/{draft_id}`. @throws ApiError with status 404 if the draft was deleted */
export async function editDraft(api: Api, id: number, draft: NewWireDraft, options: CallOptions): Promise<void> {
  await api.call('PATCH', `/drafts/${id}`, { draft: JSON.stringify(draft) }, z.object({}), options)
}

/** `DELETE /drafts/{draft_id}`. @throws ApiError with status 404 if the draft was deleted */
export async function deleteDraft(api: Api, id: number, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/drafts/${id}`, {}, z.object({}), options)
}

/** `GET /drafts` */
export async function getDrafts(api: Api, options: CallOptions): Promise<WireDraft[]> {
  const schema = z.object({ drafts: boundedArray(draftSchema, clientLimits.serverDrafts.most) })
  const answer = await api.call('GET', '/drafts', {}, schema, options)
  return answer.drafts
}
