import type { ActionNameValues } from '../../preload/contract/action-names.ts'
import type { Section } from '../catalogue.ts'
import { unknownPerson } from './lists.ts'

export const actionNames = {
  MESSAGE: 'Message',
  SCHEDULED_MESSAGE: 'Message for later',
  SCHEDULED_EDIT: 'Change of a scheduled message',
  SCHEDULED_DELETION: 'Deletion of a scheduled message',
  EDIT: 'Edit of a message',
  DELETION: 'Deletion of a message',
  MOVE: ({ topic }) => `Move to ${topic}`,
  STAR: ({ isStarred }) => (isStarred ? 'Star' : 'Removal of a star'),
  REACTION: ({ name, isAdded }) => (isAdded ? `Reaction :${name}:` : `Removal of the reaction :${name}:`),
  WIDGET_PART: 'Vote or list entry',
  MARK_READ: 'Mark as read',
  MARK_UNREAD: 'Mark as unread',
  MARK_CONVERSATION_READ: 'Mark all as read',
  MARK_EVERYTHING_READ: 'Mark everything as read',
  TOPIC_CHOICE: 'Choice for a topic',
  STREAM_CHOICE: 'Choice for a stream',
  MUTE: ({ person: { id, name }, isMuted }) => `${isMuted ? 'Mute' : 'Unmute'} ${name ?? unknownPerson(id)}`,
  UNREADABLE: 'Something unreadable',
} satisfies Partial<Section<ActionNameValues>>
