import { z } from 'zod'
import { createDraft, getDrafts } from '#engine/api/texts/drafts.ts'
import { createSnippet, getSnippets } from '#engine/api/texts/snippets.ts'
import { createApi, type Api, type CallOptions } from '#engine/api/client.ts'
import { getAttachments } from '#engine/api/resources/attachments.ts'
import { uploadFile } from '#engine/api/uploads.ts'
import {
  flagNarrow,
  getHistory,
  getMessage,
  getMessages,
  getReadReceipts,
  renderContent,
  sendMessage,
} from '#engine/api/messages.ts'
import { presenceOfClientsSchema, reportPresence } from '#engine/api/presence.ts'
import { customEmojiSchema } from '#engine/api/resources/custom-emoji.ts'
import { changeBot, createBot, getBotKey, getOwnBots, replaceBotKey } from '#engine/api/administration/bots.ts'
import { addPerson } from '#engine/api/administration/people.ts'
import { getGroups } from '#engine/api/groups.ts'
import { profileFieldSchema, linkifierSchema } from '#engine/api/resources/organization.ts'
import { getUser, statusSchema, userSchema } from '#engine/api/resources/people.ts'
import { streamSchema } from '#engine/api/resources/streams.ts'
import { getScheduled, scheduleMessage } from '#engine/api/scheduled.ts'
import { getSubscribers, isSubscribed } from '#engine/api/streams/subscriptions.ts'
import { inDialect, type Dialect } from './dialects.ts'
import type { Json, JsonObject, RecordedCall } from './recording.ts'

/** How an answer is parsed: by the client's own call if it makes one, otherwise by the type of its contents. */
interface AnswerType {
  readonly method: RecordedCall['method']
  readonly path: RegExp
  read(api: Api, body: JsonObject): Promise<unknown>
  /** The path in the answer of the value that `read` returns; without it the whole answer. */
  readonly of?: string
}

const options: CallOptions = { priority: 'foreground' }
const place = { type: 'stream', to: '1', topic: 'a', content: 'x' }
const newBot = { type: 'generic', name: 'Bot', shortName: 'bot', address: '' } as const

/** Parses a part of an answer that the client never requests itself, with the type that it has elsewhere. */
function part(path: RegExp, of: string, schema: z.ZodType): AnswerType {
  return {
    method: 'GET',
    path,
    of,
    read: async (api) => {
      const answer = await api.call('GET', '/x', {}, z.object({ [of]: schema }), options)
      return (answer as Readonly<Record<string, unknown>>)[of]
    },
  }
}

const types: readonly AnswerType[] = [
  {
    method: 'GET',
    path: /^\/messages$/,
    read: async (api, body) => {
      const query = { narrow: [], anchor: 'newest', numBefore: 1, numAfter: 0 } as const
      const page = await getMessages(api, query, options)
      // Most narrows were recorded with only ids and flags, which are not messages.
      const isWhole = (body.messages as readonly JsonObject[]).every((message) => 'content' in message)
      const { messages, ...about } = page
      return isWhole ? { ...about, messages } : about
    },
  },
  {
    method: 'GET',
    path: /^\/messages\/\d+$/,
    of: 'message',
    // An answer about another message than the requested one is invalid.
    read: (api, body) => getMessage(api, Number((body.message as JsonObject).id), options),
  },
  {
    method: 'GET',
    path: /^\/messages\/\d+\/history$/,
    of: 'message_history',
    read: (api) => getHistory(api, 1, options),
  },
  {
    method: 'POST',
    path: /^\/messages\/render$/,
    of: 'rendered',
    read: (api) => renderContent(api, '**now**', options),
  },
  {
    method: 'GET',
    path: /^\/messages\/\d+\/read_receipts$/,
    of: 'user_ids',
    read: (api) => getReadReceipts(api, 1, options),
  },
  { method: 'GET', path: /^\/attachments$/, read: (api) => getAttachments(api, options) },
  { method: 'GET', path: /^\/drafts$/, of: 'drafts', read: (api) => getDrafts(api, options) },
  { method: 'GET', path: /^\/saved_snippets$/, of: 'saved_snippets', read: (api) => getSnippets(api, options) },
  {
    method: 'GET',
    path: /^\/scheduled_messages$/,
    of: 'scheduled_messages',
    read: (api) => getScheduled(api, options),
  },
  part(/^\/users$/, 'members', z.array(userSchema)),
  { method: 'GET', path: /^\/users\/\d+$/, of: 'user', read: (api) => getUser(api, 1, options) },
  { method: 'GET', path: /^\/users\/me$/, read: (api) => api.call('GET', '/x', {}, userSchema, options) },
  part(/^\/realm\/presence$/, 'presences', z.record(z.string(), presenceOfClientsSchema)),
  part(/^\/users\/\d+\/presence$/, 'presence', presenceOfClientsSchema),
  part(/^\/users\/\d+\/status$/, 'status', statusSchema),
  part(/^\/streams$/, 'streams', z.array(streamSchema)),
  part(/^\/streams\/\d+$/, 'stream', streamSchema),
  {
    method: 'GET',
    path: /^\/users\/\d+\/subscriptions\/\d+$/,
    of: 'is_subscribed',
    read: (api) => isSubscribed(api, 1, 1, options),
  },
  part(/^\/users\/me\/subscriptions$/, 'subscriptions', z.array(streamSchema)),
  part(/^\/users\/me\/\d+\/topics$/, 'topics', z.array(z.object({ name: z.string(), max_id: z.number().int() }))),
  {
    method: 'GET',
    path: /^\/streams\/\d+\/members$/,
    of: 'subscribers',
    read: (api) => getSubscribers(api, 1, options),
  },
  part(/^\/streams\/\d+\/email_address$/, 'email', z.string()),
  part(/^\/get_stream_id$/, 'stream_id', z.number().int()),
  { method: 'GET', path: /^\/user_groups$/, of: 'user_groups', read: (api) => getGroups(api, options) },
  part(/^\/users\/me\/alert_words$/, 'alert_words', z.array(z.string())),
  part(/^\/realm\/emoji$/, 'emoji', customEmojiSchema),
  part(/^\/realm\/linkifiers$/, 'linkifiers', z.array(linkifierSchema)),
  part(/^\/realm\/profile_fields$/, 'custom_fields', z.array(profileFieldSchema)),
  { method: 'GET', path: /^\/bots$/, of: 'bots', read: (api) => getOwnBots(api, options) },
  { method: 'GET', path: /^\/bots\/\d+\/api_key$/, of: 'api_key', read: (api) => getBotKey(api, 1, options) },
  {
    method: 'POST',
    path: /^\/bots\/\d+\/api_key\/regenerate$/,
    of: 'api_key',
    read: (api) => replaceBotKey(api, 1, options),
  },
  {
    method: 'POST',
    path: /^\/bots$/,
    of: 'user_id',
    read: async (api) => (await createBot(api, newBot, options)).userId,
  },
  { method: 'PATCH', path: /^\/bots\/\d+$/, read: (api) => changeBot(api, 1, { name: 'Bot' }, options) },
  {
    method: 'POST',
    path: /^\/users$/,
    of: 'user_id',
    read: async (api) => (await addPerson(api, { name: 'N', email: 'n@x.example', password: 'p' }, options)).userId,
  },
  part(/^\/messages\/matches_narrow$/, 'messages', z.record(z.string(), z.object({}))),
  part(/^\/server_settings$/, 'realm_name', z.string()),
  {
    method: 'POST',
    path: /^\/messages$/,
    of: 'id',
    read: (api) => sendMessage(api, { ...place, localId: 'l', queueId: null }, options),
  },
  {
    method: 'POST',
    path: /^\/messages\/flags\/narrow$/,
    read: (api) => flagNarrow(api, { narrow: [], anchor: 'oldest', numAfter: 1 }, options),
  },
  {
    method: 'POST',
    path: /^\/drafts$/,
    of: 'ids.0',
    read: (api) => createDraft(api, { type: 'stream', to: [1], topic: '', content: 'x', timestamp: 1 }, options),
  },
  {
    method: 'POST',
    path: /^\/saved_snippets$/,
    of: 'saved_snippet_id',
    read: (api) => createSnippet(api, { title: 'x', content: 'x' }, options),
  },
  {
    method: 'POST',
    path: /^\/scheduled_messages$/,
    of: 'scheduled_message_id',
    read: (api) => scheduleMessage(api, { ...place, deliverAt: 1 }, options),
  },
  {
    method: 'POST',
    path: /^\/user_uploads$/,
    of: 'uri',
    read: (api) =>
      uploadFile(api, { attachmentId: 'a', name: 'a', type: 'text/plain', onProgress: () => undefined }, options),
  },
  {
    method: 'POST',
    path: /^\/users\/me\/presence$/,
    read: (api) => reportPresence(api, { isActive: true, lastUpdateId: null }, options),
  },
]

/** All other successes have no contents. */
const bare: Pick<AnswerType, 'read' | 'of'> = {
  read: (api) => api.call('POST', '/x', {}, z.object({}), options),
}

export interface ReadAnswer {
  /** The answer as parsed by the client. */
  readonly value: unknown
  /** Its source in the answer. */
  readonly source: Json
  /** Whether it has a type beyond success. */
  readonly isTyped: boolean
}

/** Parses a recorded answer as the client does. @throws the errors of the client's call */
export async function readRecorded(
  call: Pick<RecordedCall, 'method' | 'path' | 'status' | 'body'> & {
    readonly headers?: Readonly<Record<string, string>>
  },
  dialect: Dialect,
): Promise<ReadAnswer> {
  const headers = Object.entries(call.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const)
  const body = typeof call.body === 'string' ? call.body : JSON.stringify(inDialect(call.body, dialect))
  const response = { status: call.status, headers: Object.fromEntries(headers), body }
  const api = createApi({ request: () => Promise.resolve(response) })
  const type = types.find(({ method, path }) => method === call.method && path.test(call.path))
  const found = type ?? bare
  const value = await found.read(api, call.body as JsonObject)
  return { value, source: at(call.body, found.of), isTyped: type !== undefined }
}

function at(body: Json, way: string | undefined): Json {
  if (way === undefined) return body
  return way.split('.').reduce<Json>((value, key) => (value as JsonObject)[key] ?? null, body)
}
