import { z } from 'zod'
import type { BotType } from '#shared/directory-choices.ts'
import { botTypeNumbers } from '../../values/people.ts'
import type { UserId } from '../../values/ids.ts'
import type { Api, CallOptions } from '../client.ts'
import { lenientArray } from '../lenient.ts'

const keySchema = z.object({ api_key: z.string().nullish().catch(null) })

/** A new bot. The address is that of an outgoing webhook. */
export interface WireNewBot {
  readonly type: BotType
  readonly name: string
  readonly shortName: string
  readonly address: string
}

/** `POST /bots` (wire-protocol.md §2.11). The key in the answer is not read. */
export async function createBot(
  api: Api,
  { type, name, shortName, address }: WireNewBot,
  options: CallOptions,
): Promise<{ readonly userId: UserId }> {
  const form = {
    full_name: name,
    short_name: shortName,
    bot_type: String(botTypeNumbers[type]),
    ...(type === 'outgoing' ? { payload_url: JSON.stringify(address), interface_type: '1' } : {}),
  }
  const schema = z.object({ user_id: z.number().int() })
  return { userId: (await api.call('POST', '/bots', form, schema, { ...options, once: 'bots' })).user_id }
}

/** The changed properties of a bot. The streams are given by their names, an empty one for none. */
export interface WireBotChange {
  readonly name?: string | undefined
  readonly ownerId?: UserId | undefined
  readonly sendingStream?: string | undefined
  readonly eventsStream?: string | undefined
}

const botStreamsSchema = z.object({
  default_sending_stream: z.string().nullish().catch(null),
  default_events_register_stream: z.string().nullish().catch(null),
})

/** `PATCH /bots/{bot_id}` (wire-protocol.md §2.11). Answers the default streams that the bot has now. */
export async function changeBot(
  api: Api,
  id: UserId,
  { name, ownerId, sendingStream, eventsStream }: WireBotChange,
  options: CallOptions,
): Promise<{ readonly sendingStream: string; readonly eventsStream: string }> {
  const form = {
    ...(name === undefined ? {} : { full_name: name }),
    ...(ownerId === undefined ? {} : { bot_owner_id: String(ownerId) }),
    ...(sendingStream === undefined ? {} : { default_sending_stream: sendingStream }),
    ...(eventsStream === undefined ? {} : { default_events_register_stream: eventsStream }),
  }
  const answer = await api.call('PATCH', `/bots/${id}`, form, botStreamsSchema, options)
  return {
    sendingStream: answer.default_sending_stream ?? '',
    eventsStream: answer.default_events_register_stream ?? '',
  }
}

/** `DELETE /bots/{bot_id}` (wire-protocol.md §2.11). */
export async function deactivateBot(api: Api, id: UserId, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/bots/${id}`, {}, z.object({}), options)
}

/** `GET /bots/{bot_id}/api_key` (newer-servers.md §6), for servers with the capability `botKeys`. */
export async function getBotKey(api: Api, id: UserId, options: CallOptions): Promise<string | null> {
  return (await api.call('GET', `/bots/${id}/api_key`, {}, keySchema, options)).api_key ?? null
}

const ownBotsSchema = z.object({
  bots: lenientArray(z.object({ username: z.string(), api_key: z.string() })).catch([]),
})

/** `GET /bots`: the active bots of the account with their keys, by their addresses (wire-protocol.md §2.11). */
export async function getOwnBots(
  api: Api,
  options: CallOptions,
): Promise<readonly { readonly username: string; readonly api_key: string }[]> {
  return (await api.call('GET', '/bots', {}, ownBotsSchema, options)).bots
}

/** `POST /bots/{bot_id}/api_key/regenerate` (wire-protocol.md §2.11). The old key stops working. */
export async function replaceBotKey(api: Api, id: UserId, options: CallOptions): Promise<string | null> {
  const once = `key of bot ${id}`
  return (await api.call('POST', `/bots/${id}/api_key/regenerate`, {}, keySchema, { ...options, once })).api_key ?? null
}
