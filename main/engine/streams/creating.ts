import type { Failure, Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { StreamCreation, StreamPrivacy } from '#contract/streams.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { PostingRight } from '#shared/stream-choices.ts'
import {
  createStream as askForStream,
  getStreamId,
  isSubscribed,
  type WireNewStream,
} from '../api/streams/subscriptions.ts'
import type { Core } from '../core/core.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { StreamId } from '../values/ids.ts'
import { arrival, changeAtServer, failureOfRequest, isRefused, waitedFor } from './server-change.ts'

type NewStream = EngineInput<'streams.create'>
type Created = Result<{ readonly streamId: StreamId }>

/** Characters that are invalid in a stream's name: control characters, lone surrogates, line separators. */
const badCharacter = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u

/** The group and the `stream_post_policy` of each right (newer-servers.md §4, wire-protocol.md §2.7). */
const postings: Readonly<Record<PostingRight, { readonly policy: number; readonly group: string }>> = {
  everyone: { policy: 1, group: 'role:everyone' },
  full_members: { policy: 3, group: 'role:fullmembers' },
  moderators: { policy: 4, group: 'role:moderators' },
  administrators: { policy: 2, group: 'role:administrators' },
}

/** The account's permissions for creating streams; the server has the final say. */
export function streamCreation({ accountState, ports }: ReadCore): StreamCreation {
  const permissions = accountState.permissions(ports.clock.now())
  const { organization } = accountState.organizationSettings
  return {
    public: permissions.createPublicStreams,
    private: permissions.createPrivateStreams,
    webPublic: permissions.createWebPublicStreams,
    subscribeOthers: permissions.subscribeOthers,
    announce: organization.notifications_stream_id > 0,
    maxName: accountState.organization?.maxStreamName ?? 60,
    maxDescription: accountState.organization?.maxStreamDescription ?? 1024,
  }
}

/** Creates streams of an account and remembers the attempts whose outcome is unknown. */
export class StreamMaker {
  readonly #core: Core
  /** The names of attempts without a response by the local ids of their calls, the oldest first. */
  readonly #unanswered = new Map<string, string>()

  constructor(core: Core) {
    this.#core = core
  }

  async create(wanted: NewStream, isOnline: boolean): Promise<Created> {
    const name = wanted.name.trim()
    // An earlier attempt of the same call may have created the stream with this name.
    const isRepeated = this.#unanswered.get(wanted.localId) === name
    const problem = this.#problem(wanted) ?? (isRepeated ? null : this.#taken(name))
    if (problem !== null) return { ok: false, error: problem }
    if (!isOnline) return { ok: false, error: { code: 'STREAM_OFFLINE', values: { act: 'create' } } }
    let result: Created
    try {
      result = (await this.#existing(name, isRepeated)) ?? (await this.#ask(wanted, name))
    } catch (error) {
      result = { ok: false, error: failureOfRequest(error, { code: 'STREAM_OFFLINE', values: { act: 'create' } }) }
    }
    if (!result.ok) return result
    this.#unanswered.delete(wanted.localId)
    const { streamId } = result.value
    await arrival(this.#core, () => this.#core.accountState.streams.get(streamId)?.is_subscribed === 1)
    return result
  }

  /**
   * The stream with this name at the server: success if an earlier attempt created it, a failure if the name is taken;
   * null if there is none.
   */
  async #existing(name: string, isRepeated: boolean): Promise<Created | null> {
    const { api, accountState } = this.#core
    const streamId = await this.#idOf(name)
    if (streamId === null) return null
    if (isRepeated && (await isSubscribed(api, accountState.selfId, streamId, waitedFor))) {
      return { ok: true, value: { streamId } }
    }
    return { ok: false, error: taken(name, true) }
  }

  #ask(wanted: NewStream, name: string): Promise<Created> {
    const { api } = this.#core
    this.#noteUnanswered(wanted.localId, name)
    return changeAtServer<{ readonly streamId: StreamId }>({
      act: 'create',
      ask: async () => {
        try {
          if (!(await askForStream(api, this.#onWire(wanted, name), waitedFor))) {
            this.#unanswered.delete(wanted.localId)
            return { ok: false, error: taken(name, false) }
          }
        } catch (error) {
          if (isRefused(error)) this.#unanswered.delete(wanted.localId)
          throw error
        }
        return { ok: true, value: { streamId: await getStreamId(api, name, waitedFor) } }
      },
      lookUp: async () => {
        const streamId = await this.#idOf(name)
        return streamId === null ? null : { ok: true, value: { streamId } }
      },
    })
  }

  async #idOf(name: string): Promise<StreamId | null> {
    try {
      return await getStreamId(this.#core.api, name, waitedFor)
    } catch (error) {
      if (isRefused(error)) return null
      throw error
    }
  }

  #noteUnanswered(localId: string, name: string): void {
    this.#unanswered.set(localId, name)
    for (const oldest of this.#unanswered.keys()) {
      if (this.#unanswered.size <= clientLimits.unansweredStreams.most) break
      this.#unanswered.delete(oldest)
    }
  }

  #onWire({ description, privacy, posting, announce, userIds }: NewStream, name: string): WireNewStream {
    const { accountState, capabilities } = this.#core
    const { policy, group } = postings[posting]
    const groupId = capabilities.postingGroups ? accountState.groups.system(group)?.id : undefined
    const isPrivate = privacy === 'private_shared' || privacy === 'private_protected'
    return {
      name,
      description: description.trim(),
      isPrivate,
      isWebPublic: privacy === 'web_public',
      isHistoryPublic: privacy !== 'private_protected',
      posting: groupId === undefined ? { policy } : { groupId },
      announce: announce && !isPrivate,
      userIds: [...new Set([accountState.selfId, ...userIds])],
    }
  }

  /** The failure if a known stream has this name; null otherwise. */
  #taken(name: string): Failure | null {
    const lower = name.toLowerCase()
    const hasName = [...this.#core.accountState.streams.values()].some(
      (stream) => stream.is_archived === 0 && stream.name.toLowerCase() === lower,
    )
    return hasName ? taken(name, true) : null
  }

  /** The reason why the server would refuse the stream; null if none is known. */
  #problem({ name: typed, description, privacy, userIds }: NewStream): Failure | null {
    const { accountState } = this.#core
    const may = streamCreation(this.#core)
    const name = typed.trim()
    const length = [...name].length
    if (length === 0) return { code: 'STREAM_NAME_MISSING' }
    const bad = [...name].findIndex((character) => badCharacter.test(character))
    if (bad >= 0) return { code: 'STREAM_NAME_CHARACTER', values: { position: bad + 1 } }
    if (length > may.maxName) return { code: 'STREAM_NAME_TOO_LONG', values: { length, most: may.maxName } }
    const described = [...description.trim()].length
    if (described > may.maxDescription) {
      return { code: 'STREAM_DESCRIPTION_TOO_LONG', values: { length: described, most: may.maxDescription } }
    }
    if (/[\0\p{Cs}]/u.test(description)) return { code: 'STREAM_DESCRIPTION_CHARACTER' }
    const kind: StreamPrivacy = privacy === 'public' || privacy === 'web_public' ? privacy : 'private'
    const isAllowed = { public: may.public, web_public: may.webPublic, private: may.private }[kind]
    if (!isAllowed) return { code: 'STREAM_PRIVACY_REFUSED', values: { privacy: kind } }
    const hasOthers = userIds.some((id) => id !== accountState.selfId)
    return hasOthers && !may.subscribeOthers ? { code: 'STREAM_SUBSCRIBERS_REFUSED' } : null
  }
}

function taken(name: string, isVisible: boolean): Failure {
  return { code: 'STREAM_NAME_TAKEN', values: { name, isVisible } }
}
