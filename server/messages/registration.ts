import type { RegistrationPart } from '../context/registration-part.ts'
import { stopWords } from '../store/search-text.ts'
import { recentDirect, starredMessages, unreadMessages } from './reading/unread.ts'
import { scheduledObject } from './sending/scheduled.ts'

/** The parts of a registration about messages. */
export const messageParts: readonly RegistrationPart[] = [
  {
    type: 'message',
    state: (context, user, { includes }) => ({
      max_message_id: context.tables.messages.maxId(),
      ...(includes('update_message_flags') ? { unread_msgs: unreadMessages(context, user) } : {}),
    }),
  },
  {
    type: 'recent_private_conversations',
    state: (context, user) => ({ recent_private_conversations: recentDirect(context, user) }),
  },
  { type: 'starred_messages', state: (context, user) => ({ starred_messages: starredMessages(context, user) }) },
  {
    type: 'scheduled_messages',
    state: (context, user) => ({ scheduled_messages: context.tables.scheduled.ofUser(user.id).map(scheduledObject) }),
  },
  { type: 'stop_words', state: () => ({ stop_words: [...stopWords] }) },
]
