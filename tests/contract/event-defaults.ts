/**
 * The optional fields of events with their defaults, by the kind of event. Without any other field the event, or the
 * entry of its list, is reported as unreadable, and a registration recovers it
 * (`main/engine/sync/queue/queue-life.ts`).
 */
const fields: Readonly<Record<string, string>> = {
  'attachment add': 'attachment.create_time attachment.size upload_space_used',
  'attachment remove': 'upload_space_used',
  'attachment update': 'attachment.create_time attachment.messages attachment.size upload_space_used',
  custom_profile_fields: 'fields.[].display_in_profile_summary fields.[].field_data fields.[].hint',
  'drafts add': 'drafts.[].timestamp drafts.[].to drafts.[].topic',
  'drafts update': 'draft.timestamp draft.to',
  message:
    'message.sender_full_name message.submessages message.topic_links message.topic_links.[].text message.topic_links.[].url',
  presence: 'presence.website server_timestamp',
  'realm update_dict': 'data.can_access_all_users_group data.message_content_edit_limit_seconds',
  'realm_bot add':
    'bot.bot_type bot.default_all_public_streams bot.default_events_register_stream bot.default_sending_stream bot.full_name bot.is_active bot.owner_id',
  'realm_bot update': 'bot.full_name',
  'realm_domains change': 'realm_domain.allow_subdomains',
  'realm_emoji update': 'realm_emoji.1 realm_emoji.1.author_id',
  'realm_user add':
    'person.avatar_version person.bot_owner_id person.bot_type person.date_joined person.delivery_email person.email person.is_active person.is_bot',
  'realm_user update':
    'person.bot_owner_id person.custom_profile_field person.custom_profile_field.rendered_value person.custom_profile_field.value person.delivery_email person.full_name person.is_active person.new_email person.role person.timezone',
  'scheduled_messages add': 'scheduled_messages.[].rendered_content',
  'scheduled_messages update': 'scheduled_message.rendered_content',
  'stream create':
    'streams.[].can_remove_subscribers_group streams.[].date_created streams.[].first_message_id streams.[].is_announcement_only streams.[].message_retention_days streams.[].rendered_description streams.[].stream_weekly_traffic',
  'stream update': 'history_public_to_subscribers is_web_public',
  'subscription add':
    'subscriptions.[].audible_notifications subscriptions.[].can_remove_subscribers_group subscriptions.[].color subscriptions.[].date_created subscriptions.[].desktop_notifications subscriptions.[].email_notifications subscriptions.[].first_message_id subscriptions.[].in_home_view subscriptions.[].is_announcement_only subscriptions.[].is_muted subscriptions.[].message_retention_days subscriptions.[].pin_to_top subscriptions.[].push_notifications subscriptions.[].rendered_description subscriptions.[].stream_weekly_traffic subscriptions.[].subscribers subscriptions.[].wildcard_mentions_notify',
  update_message: 'content edit_timestamp flags is_me_message propagate_mode stream_id topic_links',
  'update_message_flags remove': 'message_details.2.unmuted_stream_msg',
  'user_group add': 'group.can_mention_group group.description group.members',
  'user_group update': 'data.can_mention_group data.description data.name',
  user_status: 'away emoji_code emoji_name reaction_type status_text',
}

export const fieldsWithDefault: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(fields).map(([kind, names]) => [kind, names.split(' ')]),
)
