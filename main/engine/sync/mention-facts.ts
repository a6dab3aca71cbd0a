import type { Core } from '../core/core.ts'
import { parseConversation } from '../values/conversation.ts'
import { mentionBits } from '../values/mentions.ts'
import type { Fetcher } from './fetcher.ts'

/** At most this many unread mentions are fetched. More are rare, and count until then. */
const page = 100
/** The number of conversations that are checked in one task. */
const conversationsAtOnce = 100

/**
 * Fetches the kinds of unread mentions that cached messages do not show, one page at most. A registration lists
 * mentions without their kind, and omits wildcard mentions in muted conversations (U12).
 */
export async function learnMentions(core: Core, fetcher: Fetcher): Promise<void> {
  if (!(await isUnclear(core))) return
  const narrow = [
    ['is', 'mentioned'],
    ['is', 'unread'],
  ] as const
  try {
    await fetcher.page({ narrow, anchor: 'newest', numBefore: page, numAfter: 0 }, 'background')
  } catch (error) {
    // Unknown mentions count until the next registration.
    core.ports.log('info', `unread mentions: ${String(error)}`)
  }
}

async function isUnclear(core: Core): Promise<boolean> {
  const { accountState, store } = core
  let looked = 0
  for (const conversation of [...accountState.unread.conversations()]) {
    if ((looked += 1) % conversationsAtOnce === 0) await core.breathe()
    const ids = accountState.unread.ids(conversation)
    if (ids.some((id) => (accountState.unread.mention(id) & mentionBits.unknown) !== 0)) return true
    const parsed = parseConversation(conversation)
    if (parsed?.kind !== 'topic' || !accountState.isTopicHidden(parsed.streamId, parsed.topicKey)) continue
    // The cache is contiguous, so that all newer messages are cached with the first one.
    if (ids[0] !== undefined && store.messages.get(ids[0]) === undefined) return true
  }
  return false
}
