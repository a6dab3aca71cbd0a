import { capabilitiesOf } from '../../api/capabilities.ts'
import type { WireMessage, WireSubmessage } from '../../api/resources/message-schema.ts'
import { kindsOf, readContent } from '../content/content.ts'
import type { ReducerContext } from '../context.ts'
import { editStateOf } from './edit-state.ts'
import { writeTopicLinks } from '../topics/topic-links.ts'
import type { ReadAccountState } from '../account-state.ts'
import type { MessageRow } from '../../store/message-row.ts'
import { directKey, topicKey } from '../../values/conversation.ts'
import { mentionOf } from '../../values/mentions.ts'
import { gatherReactions } from '../../values/reactions.ts'
import { type Submessage } from '../../values/submessages.ts'

/** Converts a message of the wire to a row. */
export function messageRow(context: ReducerContext, message: WireMessage, flags: readonly string[]): MessageRow {
  const isStream = message.type === 'stream' && message.stream_id !== undefined
  const content = readContent(message.content, context.serverOrigin)
  const mention = mentionOf(flags)
  const members = Array.isArray(message.display_recipient) ? message.display_recipient.map((person) => person.id) : []
  return {
    id: message.id,
    sender_id: message.sender_id,
    stream_id: isStream ? (message.stream_id ?? null) : null,
    topic: isStream ? message.subject : '',
    topic_key: isStream ? topicKey(message.subject) : '',
    topic_links: isStream ? writeTopicLinks(message.topic_links, context.serverOrigin) : null,
    direct_key: isStream ? null : directKey(members, context.accountState.selfId),
    content: content.html,
    plain: content.plain,
    timestamp: Math.floor(message.timestamp),
    ...editStateOf(message, hasMoveTimes(context.accountState)),
    is_me: message.is_me_message ? 1 : 0,
    is_read: flags.includes('read') ? 1 : 0,
    is_starred: flags.includes('starred') ? 1 : 0,
    is_mentioned: mention === 0 ? 0 : 1,
    mention,
    reactions: JSON.stringify(gatherReactions(message.reactions)),
    submessages: writeSubmessages(message.submessages),
    has_alert_word: flags.includes('has_alert_word') ? 1 : 0,
    hides_previews: flags.includes('hide_link_previews') ? 1 : 0,
    has: kindsOf(content.html),
    raw: null,
    verified_epoch: context.accountState.epochStamps.stampOf(isStream ? (message.stream_id ?? null) : null),
  }
}

/** Returns whether the server reports the times of edits and moves separately. */
export function hasMoveTimes({ organization }: ReadAccountState): boolean {
  return capabilitiesOf(organization?.featureLevel ?? 0).moveTimes
}

/** Serializes the submessages of widgets, in order of their ids; others are left out. */
export function writeSubmessages(parts: readonly WireSubmessage[]): string {
  const widgets = parts.filter((part) => part.msg_type === 'widget')
  const stored = widgets.map(({ id, sender_id, content }): Submessage => ({ id, senderId: sender_id, content }))
  return JSON.stringify(stored.sort((a, b) => a.id - b.id))
}
