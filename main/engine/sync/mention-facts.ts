import type { Core } from '../core.ts'
import { parseConversation } from '../values/conversation.ts'
import { mentionBits } from '../values/mentions.ts'
import type { Fetcher } from './fetcher.ts'

/** Unread mentions that are asked for: more of them are rare, and count in the meantime. */
const page = 100
/** So many conversations are looked through before other work has a turn. */
const conversationsAtOnce = 100

/**
 * A registration lists mentions without saying of which kind they are, and leaves out those of everybody where the place
 * is muted (U12). Where that is not known from cached messages, their flags are asked for: one page (F4).
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
    // What is unclear counts until the next registration.
    core.ports.log('info', `unread mentions: ${String(error)}`)
  }
}

async function isUnclear(core: Core): Promise<boolean> {
  const { world, store } = core
  let looked = 0
  for (const conversation of [...world.unread.conversations()]) {
    if ((looked += 1) % conversationsAtOnce === 0) await core.breathe()
    const ids = world.unread.ids(conversation)
    if (ids.some((id) => (world.unread.mention(id) & mentionBits.unknown) !== 0)) return true
    const place = parseConversation(conversation)
    if (place?.kind !== 'topic' || !world.isTopicHidden(place.streamId, place.topicKey)) continue
    // What is cached is cached from some message on.
    if (ids[0] !== undefined && store.messages.get(ids[0]) === undefined) return true
  }
  return false
}
