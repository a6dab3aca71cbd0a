import type { UserSettingItem, UserSettingName, UserSettingValue } from '#contract/people/user-settings.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import { formatElapsed } from '#i18n/times.ts'
import { optionsOf, type SettingsRow } from '../../parts/settings/settings-rows.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { SettingsSection } from '../../state/routes/settings-sections.ts'

/** The calls that change settings of the account; failures become notices. */
export type AccountSettingCalls = Pick<AccountCalls, 'changeSetting' | 'retryMessage'>

const t = catalogue.screens.settings

type ChoiceName = keyof typeof t.choices

type Legend = keyof typeof t.legends

/** A row of the account: its group, its setting, and for a choice the order and the form of its options. */
type RowPlan =
  | readonly [legend: Legend, property: UserSettingName]
  | readonly [legend: Legend, property: ChoiceName, values: readonly UserSettingValue[], form: 'list' | 'menu']

/** Seconds before e-mails; the server's default first. */
const batchingSeconds: readonly number[] = [120, 300, 900, 3600, 21_600, 86_400]

/**
 * The settings of the account that have a row, by their sections. Each is a group with its rows in their order.
 * `docs/settings.md` lists them with the others.
 */
export const accountRowPlans: { readonly [S in SettingsSection]?: readonly RowPlan[] } = {
  appearance: [['time', 'twenty_four_hour_time', [false, true], 'list']],
  reading: [
    ['home', 'web_home_view', ['inbox', 'recent', 'all_messages'], 'list'],
    ['reading', 'web_mark_read_on_scroll_policy', [1, 2, 3], 'list'],
    ['reading', 'resolved_topic_notice_auto_read_policy', ['always', 'except_followed', 'never'], 'menu'],
    ['counts', 'web_stream_unreads_count_display_policy', [1, 2, 3], 'menu'],
    ['counts', 'starred_message_counts'],
    ['streams', 'demote_inactive_streams'],
    ['topics', 'automatically_follow_topics_policy', [1, 2, 3, 4], 'menu'],
    ['topics', 'automatically_unmute_topics_in_muted_streams_policy', [1, 2, 3, 4], 'menu'],
    ['topics', 'automatically_follow_topics_where_mentioned'],
    ['messages', 'display_emoji_reaction_users'],
  ],
  writing: [
    ['messages', 'translate_emoticons'],
    ['drafts', 'enable_drafts_synchronization'],
    ['othersSee', 'presence_enabled'],
    ['othersSee', 'send_private_typing_notifications'],
    ['othersSee', 'send_stream_typing_notifications'],
    ['othersSee', 'send_read_receipts'],
    ['youSee', 'receives_typing_notifications'],
  ],
  notifications: [
    ['direct', 'enable_desktop_notifications'],
    ['direct', 'enable_sounds'],
    ['direct', 'enable_offline_push_notifications'],
    ['direct', 'enable_offline_email_notifications'],
    ['followed', 'enable_followed_topic_desktop_notifications'],
    ['followed', 'enable_followed_topic_audible_notifications'],
    ['followed', 'enable_followed_topic_push_notifications'],
    ['followed', 'enable_followed_topic_email_notifications'],
    ['followed', 'enable_followed_topic_wildcard_mentions_notify'],
    ['inStreams', 'enable_stream_desktop_notifications'],
    ['inStreams', 'enable_stream_audible_notifications'],
    ['inStreams', 'enable_stream_push_notifications'],
    ['inStreams', 'enable_stream_email_notifications'],
    ['inStreams', 'wildcard_mentions_notify'],
    ['shown', 'pm_content_in_desktop_notifications'],
    ['shown', 'desktop_icon_count_display', [1, 2, 3, 4], 'menu'],
    ['mobile', 'enable_online_push_notifications'],
    ['email', 'message_content_in_email_notifications'],
    ['email', 'email_notifications_batching_period_seconds'],
    ['email', 'realm_name_in_email_notifications_policy', [1, 2, 3], 'menu'],
    ['email', 'enable_digest_emails'],
    ['email', 'enable_login_emails'],
    ['email', 'enable_marketing_emails'],
  ],
  account: [
    ['language', 'default_language'],
    ['privacy', 'allow_private_data_export'],
  ],
}

/**
 * The languages that the service has long been translated into, by its own codes. No server tells which ones it has; it
 * refuses the others.
 */
const accountLanguages: readonly string[] =
  'ar bg ca cs da de en en-gb es fa fi fr hi hu it ja ko lt nl pl pt ro ru sr sv ta tr uk vi zh-hans zh-tw'.split(' ')

/** The parts of the page that the rows use. */
export interface AccountSettingsPorts {
  /** The settings that the server has. */
  readonly items: readonly UserSettingItem[]
  readonly calls: AccountSettingCalls
}

/** Returns the rows of the account in a section, without the settings that the server lacks. */
export function accountSettingRows(
  { items, calls }: AccountSettingsPorts,
  section: SettingsSection,
): readonly SettingsRow[] {
  const known = new Map(items.map((item) => [item.property, item]))
  return (accountRowPlans[section] ?? []).flatMap(([legend, property, values, form]) => {
    const item = known.get(property)
    return item === undefined ? [] : [rowOf(calls, t.legends[legend], item, values, form === 'menu')]
  })
}

function rowOf(
  calls: AccountSettingCalls,
  legend: string,
  item: UserSettingItem,
  values: readonly UserSettingValue[] | undefined,
  isMenu: boolean,
): SettingsRow {
  const { property, value } = item
  const change = (wanted: UserSettingValue) => void calls.changeSetting(property, wanted)
  const base = { legend, holds: 'account', ...t.accountSettings[property], ...stateOf(calls, item) } as const
  if (property === 'demote_inactive_streams') {
    // Without a choice, the client decides, and Skein groups them.
    return { ...base, kind: 'switch', isOn: value !== 3, change: (isOn) => change(isOn ? 1 : 3) }
  }
  if (property === 'email_notifications_batching_period_seconds') {
    const seconds = Number(value)
    const offered = [...new Set([...batchingSeconds, seconds])].sort((a, b) => a - b)
    const labelled = offered.map((each) => [each, formatElapsed(each * 1000)] as const)
    return { ...base, kind: 'choice', isMenu: true, options: optionsOf(seconds, labelled, change) }
  }
  if (property === 'default_language') {
    return { ...base, kind: 'choice', isMenu: true, options: optionsOf(value, languageOptions(String(value)), change) }
  }
  if (values === undefined) return { ...base, kind: 'switch', isOn: value === true, change }
  const labels: Readonly<Record<string, string>> = t.choices[property as ChoiceName] // plans with values are choices
  const labelled = values.map((each) => [each, labels[String(each)] ?? ''] as const)
  return { ...base, kind: 'choice', ...(isMenu ? { isMenu } : {}), options: optionsOf(value, labelled, change) }
}

/** The languages that an account can have, with their names, by which they are sorted; its own is among them. */
function languageOptions(own: string): readonly (readonly [code: string, name: string])[] {
  const codes = new Map<string, string>()
  for (const code of [own, ...accountLanguages]) {
    const name = catalogue.format.languageName(code.replaceAll('_', '-'))
    // Servers also write `en-GB`; each name is there once.
    if (!codes.has(name)) codes.set(name, code)
  }
  return [...codes]
    .sort(([one], [other]) => one.localeCompare(other, catalogue.language.tag))
    .map(([name, code]) => [code, name])
}

function stateOf(calls: AccountSettingCalls, { property, state, isOverruled }: UserSettingItem) {
  const locked = isOverruled ? { locked: overruledBy(property) } : {}
  switch (state.kind) {
    case 'saved':
      return locked
    case 'saving':
      return { ...locked, state: { kind: 'saving' } } as const
    case 'failed': {
      const { failure, localId } = state
      const retry = () => void calls.retryMessage(localId)
      return { ...locked, state: { kind: 'failed', sentence: sentenceOf(failure), retry } } as const
    }
  }
}

function overruledBy(property: UserSettingName): string {
  const reasons: Readonly<Record<string, string>> = t.overruled
  return reasons[property] ?? t.overruled.push
}
