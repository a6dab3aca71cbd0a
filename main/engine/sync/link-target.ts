import type { MessageId } from '../values/ids.ts'
import type { Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { LinkTarget } from '#contract/search.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Core } from '../core/core.ts'
import { conversationOf, directKey, usersOfConversation } from '../values/conversation.ts'
import { isFresh } from '../state/messages/freshness.ts'
import { withTopic } from '../state/topics/empty-topic.ts'
import { destinationOfKey } from '../projections/headings.ts'
import { failureKind } from '../api/request-failures.ts'
import type { Fetcher } from './fetcher.ts'

/** The contents of a link: the conversation at the time of writing, and the message. */
export interface WrittenLink {
  readonly narrow: Narrow | null
  readonly messageId: MessageId | null
}

interface Ports {
  readonly fetcher: Fetcher
  readonly isOnline: () => boolean
}

/**
 * Resolves a link into the organization. A link to a message follows the message (`with` and `near`, levels 271 and
 * 346): a fresh row gives its conversation, otherwise the server is asked. If neither is possible, the last known
 * conversation or that of the link is used.
 */
export async function linkTarget(core: Core, link: WrittenLink, ports: Ports): Promise<Result<LinkTarget>> {
  const { messageId } = link
  const state = messageId === null ? null : await messageState(core, messageId, ports)
  if (messageId !== null) {
    const row = core.store.messages.get(messageId)
    if (row !== undefined) {
      const destination = destinationOfKey(core, conversationOf(row), row.topic)
      return streamProblem(core, destination) ?? { ok: true, value: { narrow: destination, messageState: 'found' } }
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

/**
 * Refreshes a message unless its row is fresh. It returns `gone` if the server lacks the message, and `unknown` if
 * that is not known in time.
 */
async function messageState(core: Core, id: number, { fetcher, isOnline }: Ports): Promise<'gone' | 'unknown'> {
  const row = core.store.messages.get(id)
  if ((row !== undefined && isFresh(core, row)) || !isOnline()) return 'unknown'
  const asked = fetcher.revalidate(id, 'foreground').then(
    () => (core.store.messages.get(id) === undefined ? ('gone' as const) : ('unknown' as const)),
    (error: unknown) => {
      core.ports.log('info', `the message of a link could not be requested: ${failureKind(error).kind}`)
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

/**
 * Converts a link's narrow to the form of this client: a link names all members of a conversation, a narrow only the
 * others, and the name of the empty topic depends on the server.
 */
function asHere(core: Core, narrow: Narrow): Narrow {
  if (narrow.kind === 'stream') return narrow
  if (narrow.kind === 'topic') return withTopic(core.accountState, narrow)
  return {
    kind: 'direct',
    userIds: usersOfConversation(`direct:${directKey(narrow.userIds, core.accountState.selfId)}`),
  }
}

function streamProblem(core: Core, narrow: Narrow): Result<LinkTarget> | null {
  if (narrow.kind === 'direct' || core.accountState.streams.get(narrow.streamId) !== undefined) return null
  return { ok: false, error: { code: 'LINK_NO_STREAM' } }
}

function peopleProblem(core: Core, narrow: Narrow): Result<LinkTarget> | null {
  if (narrow.kind !== 'direct' || narrow.userIds.every((id) => core.accountState.people.get(id) !== undefined))
    return null
  return { ok: false, error: { code: 'LINK_NO_PERSON' } }
}
