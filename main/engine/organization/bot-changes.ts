import type { Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import {
  changeBot,
  createBot,
  getBotKey,
  getOwnBots,
  replaceBotKey,
  type WireBotChange,
} from '../api/administration/bots.ts'
import type { Core } from '../core/core.ts'
import { bots } from '../state/organization/bots.ts'
import { creatableBots } from '../state/permissions/person-rights.ts'
import { refusalOf } from '../state/permissions/rights.ts'
import { arrival } from '../streams/server-change.ts'
import type { UserId } from '../values/ids.ts'
import type { Administration } from './administration.ts'
import { problemOfName } from './people-changes.ts'

const unknown = { ok: false, error: { code: 'PERSON_UNKNOWN' } } as const
const keyUnknown = { ok: false, error: { code: 'BOT_KEY_UNKNOWN' } } as const
const streamsIgnored = { ok: false, error: { code: 'BOT_STREAMS_IGNORED' } } as const

/** Creates bots and changes them. Their keys are passed on and never stored. */
export class BotChanges {
  readonly #core: Core
  readonly #administration: Administration

  constructor(core: Core, administration: Administration) {
    this.#core = core
    this.#administration = administration
  }

  async create(wanted: EngineInput<'bots.create'>): Promise<Result<{ readonly userId: UserId }>> {
    const { api, accountState, ports } = this.#core
    const { type } = wanted
    const [name, shortName, address] = [wanted.name.trim(), wanted.shortName.trim(), wanted.address.trim()]
    const act = type === 'incoming' ? 'create_incoming_bot' : 'create_generic_bot'
    const judge = accountState.judge(ports.clock.now())
    if (!creatableBots(judge, accountState.organization?.isUpstream === true).includes(type)) {
      return { ok: false, error: { code: 'RIGHT_MISSING', values: { refusal: refusalOf({ act }, judge) } } }
    }
    const problem = problemOfName(name)
    if (problem !== null) return { ok: false, error: problem }
    if (!/^[\w.+-]{1,50}$/.test(shortName)) return { ok: false, error: { code: 'BOT_SHORT_NAME_INVALID' } }
    if (type === 'outgoing' && !isWebAddress(address)) return { ok: false, error: { code: 'BOT_ADDRESS_INVALID' } }
    // Who may create all bots may create those that only receive.
    const isByAll = type === 'incoming' && refusalOf({ act }, judge) !== null
    const result = await this.#administration.change({
      act: { act: isByAll ? 'create_generic_bot' : act },
      ask: (options) => createBot(api, { type, name, shortName, address }, options),
    })
    if (result.ok) await arrival(this.#core, () => this.#isListed(result.value.userId))
    return result
  }

  async change({ userId, ...wanted }: EngineInput<'bots.change'>): Promise<Result<null>> {
    const { api, accountState } = this.#core
    const person = accountState.people.get(userId)
    if (person === undefined) return unknown
    const listed = accountState.of(bots).find((bot) => bot.user_id === userId)
    const name = wanted.name?.trim()
    const [sending, events] = [wanted.sendingStream?.trim(), wanted.eventsStream?.trim()]
    const change: WireBotChange = {
      name: name === person.name ? undefined : name,
      ownerId: wanted.ownerId === person.bot_owner_id ? undefined : wanted.ownerId,
      sendingStream: sending === (listed?.default_sending_stream ?? '') ? undefined : sending,
      eventsStream: events === (listed?.default_events_register_stream ?? '') ? undefined : events,
    }
    if (Object.values(change).every((value) => value === undefined)) return { ok: true, value: null }
    const problem = change.name === undefined ? null : problemOfName(change.name)
    if (problem !== null) return { ok: false, error: problem }
    const result = await this.#administration.change({
      act: { act: 'manage_bot', person },
      ask: (options) => changeBot(api, userId, change, options),
    })
    if (!result.ok) return result
    const { sendingStream, eventsStream } = result.value
    await arrival(this.#core, () => {
      const now = accountState.people.get(userId)
      return (
        now === undefined ||
        (now.name === (change.name ?? now.name) && now.bot_owner_id === (change.ownerId ?? now.bot_owner_id))
      )
    })
    const isIgnored =
      (change.sendingStream ?? sendingStream) !== sendingStream ||
      (change.eventsStream ?? eventsStream) !== eventsStream
    return isIgnored ? streamsIgnored : { ok: true, value: null }
  }

  async key({ userId }: EngineInput<'bots.key'>): Promise<Result<{ readonly key: string }>> {
    const { api, accountState, capabilities } = this.#core
    const person = accountState.people.get(userId)
    if (person === undefined) return unknown
    const result = await this.#administration.change({
      act: { act: 'manage_bot', person },
      ask: async (options) => {
        if (capabilities.botKeys) return await getBotKey(api, userId, options)
        const owned = await getOwnBots(api, options)
        return owned.find(({ username }) => username === person.api_email)?.api_key ?? null
      },
      // Nothing is changed, so that a lost answer leaves nothing open.
      lookUp: () => Promise.resolve(undefined),
    })
    if (!result.ok) return result
    return result.value === null ? keyUnknown : { ok: true, value: { key: result.value } }
  }

  async replaceKey({ userId }: EngineInput<'bots.replaceKey'>): Promise<Result<{ readonly key: string }>> {
    const { api, accountState } = this.#core
    const person = accountState.people.get(userId)
    if (person === undefined) return unknown
    const result = await this.#administration.change({
      act: { act: 'manage_bot', person },
      ask: (options) => replaceBotKey(api, userId, options),
    })
    if (!result.ok) return result
    return result.value === null ? keyUnknown : { ok: true, value: { key: result.value } }
  }

  #isListed(userId: UserId): boolean {
    const { accountState } = this.#core
    return accountState.people.has(userId) && accountState.of(bots).some((bot) => bot.user_id === userId)
  }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
