import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { Api, CallOptions } from '../client.ts'
import { boundedArray, lenientArray } from '../lenient.ts'
import type { Wire } from '../wire.ts'

/** A snippet in the form of the protocol (newer-servers.md §7). The server trims both strings. */
export const snippetSchema = z.object({
  id: z.number().int(),
  title: z.string().max(clientLimits.snippetName.most),
  content: z.string().max(clientLimits.pageText.most),
})

export type WireSnippet = z.infer<typeof snippetSchema>
export type SnippetText = Omit<WireSnippet, 'id'>

/** The account's snippets, from level 297 on. Each event is about one snippet. */
export const snippetsWire = {
  fetches: ['saved_snippets'],
  // Older servers have no such list; a missing list is not an empty one.
  shape: { saved_snippets: lenientArray(snippetSchema).nullable().catch(null) },
  events: [
    z.object({ type: z.literal('saved_snippets'), op: z.enum(['add', 'update']), saved_snippet: snippetSchema }),
    z.object({ type: z.literal('saved_snippets'), op: z.literal('remove'), saved_snippet_id: z.number().int() }),
  ],
} as const satisfies Wire

/** `POST /saved_snippets`; returns the id. A repeated call creates a second snippet. */
export async function createSnippet(api: Api, snippet: SnippetText, options: CallOptions): Promise<number> {
  const schema = z.object({ saved_snippet_id: z.number().int() })
  const once = 'snippets'
  return (await api.call('POST', '/saved_snippets', snippet, schema, { ...options, once })).saved_snippet_id
}

/** `PATCH /saved_snippets/{id}`, from level 368 on. @throws ApiError with status 404 if the snippet was deleted */
export async function editSnippet(api: Api, id: number, snippet: SnippetText, options: CallOptions): Promise<void> {
  await api.call('PATCH', `/saved_snippets/${id}`, snippet, z.object({}), options)
}

/** `DELETE /saved_snippets/{id}`. @throws ApiError with status 404 if the snippet was deleted */
export async function deleteSnippet(api: Api, id: number, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/saved_snippets/${id}`, {}, z.object({}), options)
}

/** `GET /saved_snippets` */
export async function getSnippets(api: Api, options: CallOptions): Promise<WireSnippet[]> {
  const schema = z.object({ saved_snippets: boundedArray(snippetSchema, clientLimits.snippets.most) })
  return (await api.call('GET', '/saved_snippets', {}, schema, options)).saved_snippets
}
