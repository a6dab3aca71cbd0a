import type { IdKind } from './id-map.ts'

/**
 * The ids in answers and events, by path: keys with dots, `[]` for a list element. The first pattern that matches the
 * end of the path applies.
 */
const values: readonly (readonly [RegExp, IdKind])[] = [
  [/(?:^|\.)(?:user_id|sender_id|other_user_id|author_id|bot_owner_id|owner_id|creator_id)$/, 'user'],
  [/\.direct_members\[\]$/, 'user'],
  [/\.(?:user_ids|subscribers|members)\[\]$|(?:^|\.)user_ids\[\]$/, 'user'],
  [/(?:display_recipient\[\]|reactions\[\]\.user|muted_users\[\])\.id$/, 'user'],
  [/(?:^|\.)(?:stream_id|new_stream_id|prev_stream|realm_(?:signup_)?notifications_stream_id|channel_id)$/, 'stream'],
  [/(?:^|\.)realm_\w+_announcements_stream_id$/, 'stream'],
  [/(?:^|\.)(?:realm_)?default_streams\[\]$/, 'stream'],
  [/(?:^|\.)stream_ids\[\]$|edit_history\[\]\.stream$|message_history\[\]\.stream$/, 'stream'],
  [/attachments?(?:\[\])?\.messages\[\]\.id$/, 'message'],
  [/(?:^|\.)(?:message_id|first_message_id|max_message_id|max_id|first_processed_id|last_processed_id)$/, 'message'],
  [/(?:^|\.)(?:message_ids|unread_message_ids|mentions|starred_messages|messages)\[\]$/, 'message'],
  [/^GET \/messages\.anchor$/, 'message'],
  [/^events\[\d+\]\.message\.id$|^(?:POST \/messages\.)id$|^(?:GET .*\.)messages?(?:\[\])?\.id$/, 'message'],
  [/(?:^|\.)(?:group_id|can_\w+_group|realm_\w+_group|direct_message_\w+_group)$|\.direct_subgroups\[\]$/, 'group'],
  [/(?:^|\.)realm_can_(?:create_groups|manage_all_groups)$|(?:^|\.)direct_subgroup_ids\[\]$/, 'group'],
  [/(?:^|\.)(?:realm_user_groups\[\]|user_groups\[\]|group)\.id$|(?:^|\.)subgroups\[\]$/, 'group'],
  [/(?:^|\.)(?:drafts\[\]\.id|draft\.id|draft_id)$|^POST \/drafts\.ids\[\]$/, 'draft'],
  [/(?:^|\.)scheduled_message_id$/, 'scheduled'],
  [/(?:^|\.)(?:saved_snippet_id|saved_snippet\.id|saved_snippets\[\]\.id)$/, 'snippet'],
  [/(?:^|\.)(?:attachments\[\]|attachment)\.id$/, 'attachment'],
  [/(?:^|\.)(?:custom_profile_fields\[\]|fields\[\]|custom_fields\[\]|custom_profile_field)\.id$/, 'field'],
  // A new field comes last: its index is its id.
  [/(?:^|\.)(?:custom_profile_fields\[\]|fields\[\]|custom_fields\[\])\.order$/, 'field'],
  [/^POST \/realm\/profile_fields\.id$/, 'field'],
  [/(?:^|\.)realm_linkifiers\[\]\.id$|(?:^|\.)linkifiers\[\]\.id$|^POST \/realm\/filters\.id$/, 'linkifier'],
  [/(?:^|\.)realm_playgrounds\[\]\.id$|^POST \/realm\/playgrounds\.id$/, 'playground'],
  [/(?:^|\.)(?:submessage_id|submessages\[\]\.id)$/, 'submessage'],
  [/^POST \/realm\/domains\.new_domain\[\]$/, 'domain'],
  [/(?:^|\.)(?:realm_emoji|emoji)\.[^.]+\.id$/, 'emoji'],
]

/** Objects whose keys are ids. */
const keys: readonly (readonly [RegExp, IdKind])[] = [
  [/(?:^|\.)(?:already_)?subscribed$/, 'user'],
  [/(?:^|\.)presences$|(?:^|\.)user_status$/, 'user'],
  [/(?:^|\.)profile_data$/, 'field'],
  [/(?:^|\.)realm_emoji$|\.emoji$/, 'emoji'],
  [/(?:^|\.)message_details$|matches_narrow\.messages$/, 'message'],
]

function kindAt(table: readonly (readonly [RegExp, IdKind])[], way: string): IdKind | undefined {
  return table.find(([pattern]) => pattern.test(way))?.[1]
}

/** The kind of the id at this path. */
export const idKindAt = (way: string): IdKind | undefined => kindAt(values, way)

/** The kind of the keys of the object at this path. */
export const keyKindAt = (way: string): IdKind | undefined => kindAt(keys, way)
