import type { Place } from './engine/places.ts'
import type { generatedMessage } from './world.ts'

/** The event of a new message in a conversation, as from a server. */
export function messageEvent(id: number, row: ReturnType<typeof generatedMessage>, place: Place) {
  return {
    id,
    type: 'message',
    flags: ['read'],
    message: {
      id: row.id,
      type: 'stream',
      sender_id: row.sender_id,
      content: row.content,
      display_recipient: 'stream',
      stream_id: place.streamId,
      subject: place.topic,
      timestamp: row.timestamp,
    },
  }
}
