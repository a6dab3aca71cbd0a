import { directBit, flagBits } from '#server/store/messages/message-rows.ts'
import type { Destination, Stage } from './stage.ts'

/** Writes messages of other people in the past, without events and in one transaction. */
export function writeHistory(stage: Stage, place: Destination, count: number, everySeconds: number): void {
  const { server, people, random } = stage
  const { iris, noor, mei } = people
  const { context } = server.built
  const now = Math.floor(stage.now() / 1000)
  context.write(() => {
    const { messages, streams } = context.tables
    const isTopic = place.kind === 'topic'
    const recipientId = isTopic
      ? messages.streamRecipient(place.streamId)
      : messages.directRecipient([...place.userIds, iris.id])
    const readers = isTopic ? streams.subscribers(place.streamId) : [...place.userIds, iris.id]
    const authors = isTopic ? [noor.id, mei.id] : place.userIds
    for (let index = 0; index < count; index += 1) {
      const text = `of old ${index}`
      const isRead = random.chance(0.9)
      const id = messages.add(
        {
          senderId: random.pick(authors),
          recipientId,
          topic: isTopic ? place.topic : '',
          topicLinks: '[]',
          content: text,
          rendered: `<p>${text}</p>`,
          has: 0,
          timestamp: now - (count - index) * everySeconds,
          client: 'test',
        },
        readers.map((userId) => ({
          userId,
          flags: (isTopic ? 0 : directBit) | (isRead || userId !== iris.id ? flagBits.read : 0),
        })),
      )
      if (isTopic) streams.noteFirstMessage(place.streamId, id)
    }
  })
}

/**
 * Writes the long containers of a world: a topic in each of two streams, a topic in a stream that the user leaves and
 * joins, and a conversation.
 */
export function writeLongHistories(stage: Stage): void {
  const { history } = stage.profile
  if (history === null) return
  const { general, design, extra, vault, noor } = stage.people
  const places: readonly Destination[] = [
    { kind: 'topic', streamId: general, topic: 'a' },
    { kind: 'topic', streamId: design, topic: 'b' },
    { kind: 'topic', streamId: extra, topic: 'x' },
    { kind: 'topic', streamId: vault, topic: 'x' },
    { kind: 'direct', userIds: [noor.id] },
  ]
  // One container has the length of the profile; the others are shorter, to bound the duration of a schedule.
  const longest = stage.random.below(places.length)
  for (const [index, place] of places.entries()) {
    const most = index === longest ? history.most : history.least * 2
    const count = history.least + stage.random.below(most - history.least)
    writeHistory(stage, place, count, 600)
  }
}
