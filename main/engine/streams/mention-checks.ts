import type { Result } from '#contract/base/failures.ts'
import type { Wildcard } from '#contract/people.ts'
import type { WritingWarnings } from '#contract/writing.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { isSubscribed } from '../api/streams/subscriptions.ts'
import type { Core } from '../core/core.ts'
import { mayAddSubscribers } from '../state/permissions/permissions.ts'
import type { PersonRow } from '../store/directory.ts'
import { failureKind } from '../api/request-failures.ts'
import type { Narrow } from '../values/conversation.ts'
import type { StreamId, UserId } from '../values/ids.ts'
import { addPeople } from './changing-subscribers.ts'
import { waitedFor } from './server-change.ts'
import type { SubscriberCounts } from './subscriber-counts.ts'

const { most } = clientLimits.mentionsChecked
/** Milliseconds for which the answer whether a person reads a stream is cached. */
const knownFor = 60_000
/**
 * The number of people above which a wildcard causes a warning; the same number requires a permission
 * (`permissions.ts`).
 */
const manyPeople = 15
/** The number of recent messages whose senders count as participants of a topic. */
const messagesRead = 200

/** The number of characters of a text that are searched for mentions. */
const mostCharacters = 40_000

const code = /(?:^|\n)[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]*\1[ \t]*(?=\n|$)|$)|(`+)(?!`)[\s\S]*?\2/g
const mention = /@\*\*([^*\n|]{1,200})(?:\|(\d{1,15}))?\*\*/g
const wildcards: ReadonlyMap<string, Wildcard> = new Map([
  ['all', 'all'],
  ['everyone', 'everyone'],
  ['channel', 'stream'],
  ['stream', 'stream'],
  ['topic', 'topic'],
])

interface Ports {
  readonly counts: Pick<SubscriberCounts, 'of' | 'want'>
  readonly isOnline: () => boolean
}

/** The mentions in a text, except those in code, which notify nobody. */
function mentionsOf(content: string): { readonly name: string; readonly id: number | null }[] {
  // Longer texts are not sent.
  const found = content.slice(0, mostCharacters).replaceAll(code, ' ').matchAll(mention)
  return [...found].map(([, name = '', id]) => ({ name, id: id === undefined ? null : Number(id) }))
}

/** Finds mentioned people who are not subscribed to the stream, and wildcards that reach many people. */
export class MentionChecks {
  readonly #core: Core
  readonly #ports: Ports
  /** Whether a person is subscribed to a stream, and until when that counts (`clock.elapsed`), by `stream user`. */
  readonly #known = new Map<string, { readonly isReading: boolean; readonly until: number }>()

  constructor(core: Core, ports: Ports) {
    this.#core = core
    this.#ports = ports
  }

  /** The warnings about a text before it is sent. */
  async warnings(narrow: Narrow, content: string): Promise<WritingWarnings> {
    const mentions = mentionsOf(content)
    const many = this.#wildcardWarning(
      narrow,
      mentions.map(({ name }) => name),
    )
    const stream = narrow.kind === 'direct' ? undefined : this.#core.accountState.streams.get(narrow.streamId)
    if (stream === undefined) return { many, notReading: [], canAdd: false }
    const people = this.#people(mentions).filter(({ id }) => id !== this.#core.accountState.selfId)
    const reading = await Promise.all(people.map(({ id }) => this.#isReading(stream.id, id)))
    const notReading = people.filter((_person, index) => reading[index] === false)
    return {
      many,
      notReading: notReading.map(({ id, name }) => ({ ...this.#core.accountState.person(id), name })),
      canAdd: mayAddSubscribers(stream, this.#core.accountState.judge(this.#core.ports.clock.now())),
    }
  }

  /** Subscribes people to a stream. */
  async add(streamId: StreamId, userIds: readonly UserId[]): Promise<Result<null>> {
    const result = await addPeople(this.#core, streamId, userIds, this.#ports.isOnline())
    for (const id of userIds) this.#known.delete(`${streamId} ${id}`)
    if (!result.ok) return result
    const isRefused = result.value.refused.length > 0
    return isRefused ? { ok: false, error: { code: 'STREAM_ADDING_REFUSED' } } : { ok: true, value: null }
  }

  #people(mentions: readonly { readonly name: string; readonly id: number | null }[]): PersonRow[] {
    const { accountState } = this.#core
    const found = new Map<UserId, PersonRow>()
    for (const { name, id } of mentions) {
      if (found.size === most) break
      const person = id === null ? this.#named(name) : accountState.people.get(id)
      if (person?.is_active === 1) found.set(person.id, person)
    }
    return [...found.values()]
  }

  #named(name: string): PersonRow | undefined {
    for (const { row } of this.#core.accountState.peopleByName.beginning(name)) if (row.name === name) return row
    return undefined
  }

  /** Whether a person is subscribed to a stream; undefined if the server does not answer. */
  async #isReading(streamId: StreamId, userId: UserId): Promise<boolean | undefined> {
    const { api, ports } = this.#core
    const key = `${streamId} ${userId}`
    const known = this.#known.get(key)
    if (known !== undefined && known.until > ports.clock.elapsed()) return known.isReading
    if (!this.#ports.isOnline()) return undefined
    try {
      const isReading = await isSubscribed(api, userId, streamId, waitedFor)
      this.#known.set(key, { isReading, until: ports.clock.elapsed() + knownFor })
      for (const oldest of this.#known.keys()) {
        if (this.#known.size <= clientLimits.subscriberCounts.most) break
        this.#known.delete(oldest)
      }
      return isReading
    } catch (error) {
      ports.log('info', `whether a person reads a stream is unknown: ${failureKind(error).kind}`)
      return undefined
    }
  }

  #wildcardWarning(narrow: Narrow, names: readonly string[]): WritingWarnings['many'] {
    const wildcard = names.map((name) => wildcards.get(name)).find((each) => each !== undefined)
    if (wildcard === undefined) return null
    const reach = this.#reach(narrow, wildcard)
    return reach !== null && reach <= manyPeople ? null : { wildcard, reach }
  }

  #reach(narrow: Narrow, wildcard: Wildcard): number | null {
    const { store } = this.#core
    if (narrow.kind === 'direct') return narrow.userIds.length + 1
    if (wildcard === 'topic') return store.messages.sendersOf(narrow, messagesRead).length
    const known = this.#ports.counts.of(narrow.streamId)
    if (known === null && this.#ports.isOnline()) this.#ports.counts.want([narrow.streamId])
    return known
  }
}
