import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../base/entries.ts'
import { accountIdSchema } from '../base/values.ts'
import type { OwnState } from './own-account.ts'

const toggle = z.boolean()
const choice = (most: number) => z.number().int().min(1).max(most)

/**
 * The settings that the service stores for an account and that Skein shows and changes, with their values
 * (wire-protocol.md §2.15). Numbers are those of the protocol's enumerations. The home view has the present names of
 * its values; servers below level 454 have others.
 */
export const userSettingValues = {
  allow_private_data_export: toggle,
  automatically_follow_topics_policy: choice(4),
  automatically_follow_topics_where_mentioned: toggle,
  automatically_unmute_topics_in_muted_streams_policy: choice(4),
  /** A language as the server writes it, such as `de` or `zh-hans`. */
  default_language: z.string().min(1).max(clientLimits.accountLanguage.most),
  demote_inactive_streams: choice(3),
  desktop_icon_count_display: choice(4),
  display_emoji_reaction_users: toggle,
  /** Seconds. */
  email_notifications_batching_period_seconds: z.number().int().min(0).max(604_800),
  enable_desktop_notifications: toggle,
  enable_digest_emails: toggle,
  enable_drafts_synchronization: toggle,
  enable_followed_topic_audible_notifications: toggle,
  enable_followed_topic_desktop_notifications: toggle,
  enable_followed_topic_email_notifications: toggle,
  enable_followed_topic_push_notifications: toggle,
  enable_followed_topic_wildcard_mentions_notify: toggle,
  enable_login_emails: toggle,
  enable_marketing_emails: toggle,
  enable_offline_email_notifications: toggle,
  enable_offline_push_notifications: toggle,
  enable_online_push_notifications: toggle,
  enable_sounds: toggle,
  enable_stream_audible_notifications: toggle,
  enable_stream_desktop_notifications: toggle,
  enable_stream_email_notifications: toggle,
  enable_stream_push_notifications: toggle,
  message_content_in_email_notifications: toggle,
  pm_content_in_desktop_notifications: toggle,
  presence_enabled: toggle,
  realm_name_in_email_notifications_policy: choice(3),
  receives_typing_notifications: toggle,
  resolved_topic_notice_auto_read_policy: z.enum(['always', 'except_followed', 'never']),
  send_private_typing_notifications: toggle,
  send_read_receipts: toggle,
  send_stream_typing_notifications: toggle,
  starred_message_counts: toggle,
  translate_emoticons: toggle,
  twenty_four_hour_time: toggle,
  web_home_view: z.enum(['inbox', 'recent', 'all_messages']),
  web_mark_read_on_scroll_policy: choice(3),
  web_stream_unreads_count_display_policy: choice(3),
  wildcard_mentions_notify: toggle,
} as const satisfies Readonly<Record<string, z.ZodType<UserSettingValue>>>

export type UserSettingName = keyof typeof userSettingValues

/** The value of a setting of the account. */
export type UserSettingValue = boolean | number | string

/** Checks the name of a setting. */
export const userSettingNameSchema = z.enum(Object.keys(userSettingValues) as [UserSettingName, ...UserSettingName[]]) // its own keys

/** Returns whether a setting may have a value. */
export function isValueOf(property: UserSettingName, value: unknown): boolean {
  return userSettingValues[property].safeParse(value).success
}

/** A setting of the account that its server has. */
export interface UserSettingItem {
  readonly key: string
  readonly kind: 'user_setting'
  readonly property: UserSettingName
  /** The value with the pending change applied; null if the server leaves it to the client. */
  readonly value: UserSettingValue | null
  /** The server's own value applies again after a refusal. */
  readonly state: OwnState
  /** Whether the organization or the server decides instead, so that the setting has no effect. */
  readonly isOverruled: boolean
}

/** The state of the settings of an account. */
export interface UserSettingsMeta {
  /** False until the first registration is stored. */
  readonly isReady: boolean
}

/** The settings of the account at its server. */
export const userSettings = {
  views: {
    /** The settings that the server has, in the order of their names. */
    user_settings: {
      query: z.strictObject({ type: z.literal('user_settings') }),
      item: typeOf<UserSettingItem>(),
      meta: typeOf<UserSettingsMeta>(),
    },
  },
  calls: {
    /** Changes a setting of the account. The change waits for the network if necessary. */
    'account.changeSetting': {
      to: 'engine',
      input: z
        .strictObject({
          accountId: accountIdSchema,
          property: userSettingNameSchema,
          value: z.union([z.boolean(), z.number(), z.string().max(100)]),
        })
        .refine(({ property, value }) => isValueOf(property, value)),
      output: typeOf<null>(),
    },
  },
} as const satisfies ResourceContract

declare module '../outbox.ts' {
  interface ActionNameValues {
    USER_SETTING: { readonly property: UserSettingName }
  }
}
