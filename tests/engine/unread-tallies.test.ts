import { expect, it } from 'vitest'
import { mentionBits } from '#engine/values/mentions.ts'
import type { StreamId } from '#engine/values/ids.ts'
import { readShown } from '#engine/actions/kinds/read.ts'
import { unreadKind } from '#engine/actions/kinds/unread.ts'
import { insertAction } from '#engine/actions/queue-action.ts'
import { marksQueueKey } from '#engine/projections/overlay.ts'
import { ConversationLists } from '#engine/projections/conversation-lists.ts'
import { InboxView } from '#engine/views/inbox.ts'
import { shownKinds } from '#engine/actions/kinds.ts'
import { PreferencesProjection } from '#engine/projections/preferences.ts'
import { UnreadProjection } from '#engine/projections/unread.ts'
import { temporaryDatabase } from '#support/files.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'
import { openCore, setupWorld } from '#support/setup-world.ts'

it('totals and the inbox that follow each change equal recomputed ones [U1] [U10]', async () => {
  const seed = chooseSeed()
  const random = new SeededRandom(seed)
  const database = temporaryDatabase()
  const { client, general, design } = await setupWorld({ database })
  client.engine.close()
  const core = openCore(client, database)
  const view = () => {
    const preferences = new PreferencesProjection(core, shownKinds)
    const unread = new UnreadProjection(core, preferences, shownKinds)
    return {
      unread,
      inbox: new InboxView({
        unread,
        lists: new ConversationLists(core, unread, preferences),
        onDirty: () => undefined,
      }),
    }
  }
  const lasting = view()
  core.onCommit('the inbox', (changes) => {
    for (const change of changes) lasting.inbox.isAffected(change)
  })
  const streams: readonly StreamId[] = [general, design]
  const place = () =>
    random.chance(0.2)
      ? `direct:${1 + random.below(5)}`
      : `topic:${random.pick(streams)}:${random.pick(['a', 'b', 'c', 'd'])}`
  const homes = new Map<number, string>()
  /** The conversation of a message: it may change, but not while the message is being marked. */
  const home = (id: number): string => {
    const isMarked = core.store.outbox.ofQueue(marksQueueKey).length > 0
    const known = isMarked || random.chance(0.7) ? homes.get(id) : undefined
    const conversation = known ?? place()
    homes.set(id, conversation)
    return conversation
  }
  const change = (): void => {
    const id = 1 + random.below(60)
    switch (random.below(8)) {
      case 0:
      case 1: {
        const row = {
          message_id: id,
          conversation: home(id),
          mention: random.pick([0, 0, ...Object.values(mentionBits)]),
        }
        core.commit(() => {
          core.store.unread.put(row)
          return [{ kind: 'unread_added', id, conversation: row.conversation, mention: row.mention }]
        })
        return
      }
      case 2:
        core.commit(() => {
          core.store.unread.remove(id)
          return [{ kind: 'unread_removed', id }]
        })
        return
      case 3:
        core.commit(() => {
          const [stream_id, topic_key] = [random.pick(streams), random.pick(['a', 'b', 'c', 'd'])]
          core.store.preferences.setTopic({ stream_id, topic_key, policy: random.below(4) })
          return [{ kind: 'preferences' }]
        })
        return
      case 5:
        readShown(core, [id, 1 + random.below(60)], `read ${random.next()}`)
        return
      case 6:
        core.commit(() => {
          const payload = { messageIds: [id], places: { [home(id)]: [id] } }
          return insertAction(core, unreadKind, {
            localId: `unread ${random.next()}`,
            queueKey: marksQueueKey,
            payload,
          })
        })
        return
      case 7:
        core.commit(() => {
          const rows = core.store.outbox.ofQueue(marksQueueKey)
          if (rows.length === 0) return []
          core.store.outbox.remove(random.pick(rows).local_id)
          return [{ kind: 'outbox', queueKey: marksQueueKey }]
        })
        return
      default:
        core.commit(() => {
          const known = core.accountState.streams.get(random.pick(streams)) ?? expect.unreachable('no stream')
          const stream = {
            ...known,
            is_muted: random.below(2),
            is_pinned: random.below(2),
            name: `s${random.below(9)}`,
          }
          core.store.directory.putStream(stream)
          return [{ kind: 'streams', put: [stream], gone: [] }]
        })
    }
  }
  const seen = new Set<string>()
  for (let step = 0; step < 400; step += 1) {
    change()
    const anew = view()
    expect(lasting.unread.totals(), `seed ${seed}, step ${step}`).toEqual(anew.unread.totals())
    expect(lasting.inbox.compute(), `seed ${seed}, step ${step}`).toEqual(anew.inbox.compute())
    seen.add(JSON.stringify(lasting.unread.totals()))
  }
  // The steps have had an effect.
  expect(seen.size).toBeGreaterThan(20)
})
