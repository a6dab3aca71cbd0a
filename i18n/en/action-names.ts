import type { ActionNameValues } from '#contract/outbox.ts'
import type { Section } from '../section.ts'
import { unknownPerson } from './lists.ts'
import { word } from './format.ts'

export const actionNames = {
  MESSAGE: 'Send message',
  SCHEDULED_MESSAGE: 'Schedule message',
  SCHEDULED_EDIT: 'Edit scheduled message',
  SCHEDULED_DELETION: 'Cancel scheduled message',
  EDIT: 'Edit message',
  DELETION: 'Delete message',
  MOVE: ({ topic }) => `Move to ${topic}`,
  STAR: ({ isStarred }): string => (isStarred ? 'Star message' : 'Unstar message'),
  REACTION: ({ name, isAdded }) => (isAdded ? `Add reaction :${name}:` : `Remove reaction :${name}:`),
  WIDGET_PART: 'Update poll or to-do list',
  MARK_READ: 'Mark as read',
  MARK_UNREAD: 'Mark as unread',
  MARK_CONVERSATION_READ: 'Mark conversation as read',
  MARK_EVERYTHING_READ: 'Mark all messages as read',
  TOPIC_CHOICE: 'Change topic settings',
  get STREAM_CHOICE() {
    return `Change ${word.one} settings`
  },
  MUTE: ({ person: { id, name }, isMuted }) => `${isMuted ? 'Mute' : 'Unmute'} ${name ?? unknownPerson(id)}`,
  UNREADABLE: 'Unreadable item',
} satisfies Partial<Section<ActionNameValues>>
