import type { LinkTarget } from '../../../preload/contract/calls/links.ts'
import type { Narrow, Result } from '../../../preload/contract/values.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { Core } from '../core.ts'
import { conversationOf, directKey, usersOfConversation } from '../values/conversation.ts'
import { isCurrent } from '../model/messages/currency.ts'
import { withTopic } from '../model/topics/empty-topic.ts'
import { destinationOfKey } from '../views/place.ts'
import { failureKind } from './failures.ts'
import type { Fetcher } from './fetcher.ts'

/** What a link says: where its message stood when it was written, and which message that is. */
export interface WrittenLink {
  readonly narrow: Narrow | null
  readonly messageId: number | null
}

interface Ports {
  readonly fetcher: Fetcher
  readonly isOnline: () => boolean
}

/**
 * Where a link into the organization leads now. One that names a message follows it (`with` and `near`, levels 271 and
 * 346): what is stored and right says where it stands, else the server is asked for it. Where that cannot be known, the
 * link leads to where the message was known last, or to what the link itself says.
 */
export async function linkTarget(core: Core, link: WrittenLink, ports: Ports): Promise<Result<LinkTarget>> {
  const { messageId } = link
  const state = messageId === null ? null : await messageState(core, messageId, ports)
  if (messageId !== null) {
    const row = core.store.messages.get(messageId)
    if (row !== undefined) {
      const place = destinationOfKey(core, conversationOf(row), row.topic)
      return streamProblem(core, place) ?? { ok: true, value: { narrow: place, messageState: 'found' } }
    }
  }
  if (link.narrow === null) {
    return { ok: false, error: { code: state === 'gone' ? 'LINK_MESSAGE_GONE' : 'LINK_OFFLINE' } }
  }
  const narrow = asHere(core, link.narrow)
  return (
    streamProblem(core, narrow) ??
    peopleProblem(core, narrow) ?? { ok: true, value: { narrow, messageState: state ?? 'none' } }
  )
}

/** Brings a message up to date, unless it is; whether the server has it, where that is known in time. */
async function messageState(core: Core, id: number, { fetcher, isOnline }: Ports): Promise<'gone' | 'unknown'> {
  const row = core.store.messages.get(id)
  if ((row !== undefined && isCurrent(core, row)) || !isOnline()) return 'unknown'
  const asked = fetcher.settle(id, 'foreground').then(
    () => (core.store.messages.get(id) === undefined ? ('gone' as const) : ('unknown' as const)),
    (error: unknown) => {
      core.ports.log('info', `the message of a link could not be asked for: ${failureKind(error).kind}`)
      return 'unknown' as const
    },
  )
  let cancel: () => void = () => undefined
  const late = new Promise<'unknown'>((resolve) => {
    cancel = core.ports.clock.schedule(clientLimits.linkWait.most, () => {
      resolve('unknown')
    })
  })
  return Promise.race([asked, late]).finally(() => {
    cancel()
  })
}

/** Links name all members of a conversation, a narrow only the others; what stands for no topic depends on the server. */
function asHere(core: Core, narrow: Narrow): Narrow {
  if (narrow.kind === 'stream') return narrow
  if (narrow.kind === 'topic') return withTopic(core.world, narrow)
  return { kind: 'direct', userIds: usersOfConversation(`direct:${directKey(narrow.userIds, core.world.selfId)}`) }
}

function streamProblem(core: Core, narrow: Narrow): Result<LinkTarget> | null {
  if (narrow.kind === 'direct' || core.world.streams.get(narrow.streamId) !== undefined) return null
  return { ok: false, error: { code: 'LINK_NO_STREAM' } }
}

function peopleProblem(core: Core, narrow: Narrow): Result<LinkTarget> | null {
  if (narrow.kind !== 'direct' || narrow.userIds.every((id) => core.world.people.get(id) !== undefined)) return null
  return { ok: false, error: { code: 'LINK_NO_PERSON' } }
}
