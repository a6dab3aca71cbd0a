import type { ServerEvent } from '../api/events.ts'
import type { Change } from './changes.ts'
import { handleRealm, handleRealmUser, handleStream, handleSubscription } from './directory-reducers.ts'
import { handleDrafts } from './draft-reducers.ts'
import {
  handleDeleteMessage,
  handleFlags,
  handleMessage,
  handleReaction,
  handleUpdateMessage,
  type ReducerContext,
} from './message-reducers.ts'
import {
  handleMutedTopics,
  handleMutedUsers,
  handleRealmEmoji,
  handleUserSettings,
  handleUserTopic,
} from './preference-reducers.ts'

/** Applies one event inside the running transaction. Idempotent: every event may come twice (Q2, P5). */
export function applyEvent(context: ReducerContext, event: ServerEvent): Change[] {
  switch (event.type) {
    case 'message':
      return handleMessage(context, event)
    case 'update_message':
      return handleUpdateMessage(context, event)
    case 'delete_message':
      return handleDeleteMessage(context, event)
    case 'update_message_flags':
      return handleFlags(context, event)
    case 'subscription':
      return handleSubscription(context, event)
    case 'stream':
      return handleStream(context, event)
    case 'realm_user':
      return handleRealmUser(context, event)
    case 'realm':
      return handleRealm(context, event)
    case 'reaction':
      return handleReaction(context, event)
    case 'user_topic':
      return handleUserTopic(context, event)
    case 'muted_topics':
      return handleMutedTopics(context, event)
    case 'muted_users':
      return handleMutedUsers(context, event)
    case 'user_settings':
      return handleUserSettings(context, event)
    case 'realm_emoji':
      return handleRealmEmoji(context, event)
    case 'drafts':
      return handleDrafts(context, event)
    case 'restart':
    case 'unexpected':
      return []
  }
}
