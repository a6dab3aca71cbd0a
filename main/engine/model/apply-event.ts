import type { ServerEvent } from '../api/events.ts'
import type { Change } from './changes.ts'
import { handleRealm, handleRealmUser, handleStream, handleSubscription } from './directory-reducers.ts'
import {
  handleDeleteMessage,
  handleFlags,
  handleMessage,
  handleUpdateMessage,
  type ReducerContext,
} from './message-reducers.ts'

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
    case 'restart':
    case 'unexpected':
      return []
  }
}
