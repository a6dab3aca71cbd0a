import type { ServerEvent } from '../api/events.ts'
import type { Change } from './changes.ts'
import { handleRealmUser, handleStream, handleSubscription } from './directory-reducers.ts'
import { handleDrafts } from './draft-reducers.ts'
import { handleAttachment, handleBot, handleDomains, handlePlaygrounds, handleStreamGroups } from './lists.ts'
import {
  handleDeleteMessage,
  handleFlags,
  handleMessage,
  handleReaction,
  handleUpdateMessage,
  type ReducerContext,
} from './message-reducers.ts'
import {
  handleAlertWords,
  handleDefaultStreams,
  handleLinkifiers,
  handleProfileFields,
  handleRealm,
  handleScheduled,
  handleUserGroup,
  handleUserStatus,
} from './organization-reducers.ts'
import {
  handleMutedTopics,
  handleMutedUsers,
  handleRealmEmoji,
  handleUserSettings,
  handleUserTopic,
} from './preference-reducers.ts'
import { handlePresence, handleTyping } from './presence-reducers.ts'
import { handleSubmessage } from './submessages.ts'

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
    case 'submessage':
      return handleSubmessage(context, event)
    case 'user_group':
      return handleUserGroup(context, event)
    case 'custom_profile_fields':
      return handleProfileFields(context, event)
    case 'realm_linkifiers':
      return handleLinkifiers(context, event)
    case 'default_streams':
      return handleDefaultStreams(context, event)
    case 'alert_words':
      return handleAlertWords(context, event)
    case 'user_status':
      return handleUserStatus(context, event)
    case 'scheduled_messages':
      return handleScheduled(context, event)
    case 'presence':
      return handlePresence(context, event)
    case 'typing':
      return handleTyping(context, event)
    case 'realm_playgrounds':
      return handlePlaygrounds(context, event)
    case 'realm_domains':
      return handleDomains(context, event)
    case 'default_stream_groups':
      return handleStreamGroups(context, event)
    case 'realm_bot':
      return handleBot(context, event)
    case 'attachment':
      return handleAttachment(context, event)
    // Nothing that is kept depends on these; the poller looks at `restart` by itself.
    case 'heartbeat':
    case 'realm_user_settings_defaults':
    case 'restart':
    case 'unexpected':
      return []
  }
}
