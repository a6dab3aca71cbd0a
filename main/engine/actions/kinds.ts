import type { OutboxRow } from '../store/outbox.ts'
import type { ActionKindDefinition } from './definition.ts'
import type { ShownKinds } from '../projections/overlay.ts'
import { ownFieldCalls, ownFieldKind } from './kinds/account/own-field.ts'
import { ownSettingCalls, ownSettingKind } from './kinds/account/own-setting.ts'
import { statusCalls, statusKind } from './kinds/account/status.ts'
import { userSettingCalls, userSettingKind } from './kinds/account/user-setting.ts'
import { alertWordCalls, alertWordKind } from './kinds/alert-word.ts'
import { deleteCalls, deleteKind } from './kinds/delete.ts'
import { editCalls, editKind } from './kinds/edit.ts'
import { moveCalls, moveKind } from './kinds/move.ts'
import { resolveCalls } from './moves/resolve-topic.ts'
import { muteUserCalls, muteUserKind } from './kinds/mute-user.ts'
import { reactionCalls, reactionKind } from './kinds/reaction.ts'
import { readCalls, readKind } from './kinds/read.ts'
import { readNarrowKind } from './kinds/read-narrow.ts'
import { scheduleCalls, scheduleKind } from './kinds/schedule.ts'
import { scheduleDeleteCalls, scheduleDeleteKind } from './kinds/schedule-delete.ts'
import { scheduleEditCalls, scheduleEditKind } from './kinds/schedule-edit.ts'
import { sendCalls, sendKind } from './kinds/send.ts'
import { starCalls, starKind } from './kinds/star.ts'
import { submessageCalls, submessageKind } from './kinds/submessage.ts'
import { subscriptionCalls, subscriptionKind } from './kinds/subscription.ts'
import { topicPolicyCalls, topicPolicyKind } from './kinds/topic-policy.ts'
import { unreadCalls, unreadKind } from './kinds/unread.ts'
import { unreadableKind } from './kinds/unreadable.ts'
import type { ActionCalls } from './queue-action.ts'

/** Every kind of action, by the name in the column `kind`. */
export const kinds = {
  send: sendKind,
  schedule: scheduleKind,
  schedule_edit: scheduleEditKind,
  schedule_delete: scheduleDeleteKind,
  read: readKind,
  unread: unreadKind,
  read_narrow: readNarrowKind,
  star: starKind,
  edit: editKind,
  delete: deleteKind,
  move: moveKind,
  reaction: reactionKind,
  submessage: submessageKind,
  topic_policy: topicPolicyKind,
  subscription: subscriptionKind,
  mute_user: muteUserKind,
  alert_word: alertWordKind,
  status: statusKind,
  own_setting: ownSettingKind,
  user_setting: userSettingKind,
  own_field: ownFieldKind,
  unreadable: unreadableKind,
} as const satisfies Record<string, ActionKindDefinition>

export type ActionKind = keyof typeof kinds

/** The page's calls that queue actions. */
export const actionCalls = {
  ...alertWordCalls,
  ...statusCalls,
  ...ownSettingCalls,
  ...userSettingCalls,
  ...ownFieldCalls,
  ...deleteCalls,
  ...editCalls,
  ...moveCalls,
  ...resolveCalls,
  ...muteUserCalls,
  ...reactionCalls,
  ...scheduleCalls,
  ...scheduleEditCalls,
  ...scheduleDeleteCalls,
  ...sendCalls,
  ...starCalls,
  ...submessageCalls,
  ...subscriptionCalls,
  ...topicPolicyCalls,
  ...readCalls,
  ...unreadCalls,
} as const satisfies ActionCalls

const definitions: readonly ActionKindDefinition[] = Object.values(kinds)
const byName: ReadonlyMap<string, ActionKindDefinition> = new Map(definitions.map((kind) => [kind.name, kind]))

/** The definition of a stored name; undefined if this version knows none. */
export function definitionNamed(name: string): ActionKindDefinition | undefined {
  return byName.get(name)
}

/** The definition of a row's kind; a kind that this version does not know is unreadable, and its row is left alone. */
export function definitionOf({ kind }: Pick<OutboxRow, 'kind'>): ActionKindDefinition {
  return byName.get(kind) ?? unreadableKind
}

/** The kinds that meet a condition, in the order of the record. */
export function kindsWhere(condition: (kind: ActionKindDefinition) => boolean): ActionKindDefinition[] {
  return definitions.filter(condition)
}

/** The stored names of the kinds that meet a condition. */
export function namesWhere(condition: (kind: ActionKindDefinition) => boolean): string[] {
  return kindsWhere(condition).map(({ name }) => name)
}

/** The kinds for projections, which lie below actions. */
export const shownKinds: ShownKinds = { of: definitionOf, where: kindsWhere }

/** A predicate: whether rows of the kinds that meet a condition may have a queue key. */
export function queueKeysWhere(condition: (kind: ActionKindDefinition) => boolean): (queueKey: string) => boolean {
  const patterns = definitions.filter(condition).map((kind) => kind.queueKey.pattern)
  return (queueKey) => patterns.some((pattern) => pattern.test(queueKey))
}

/** The messages that look different when a row with a queue key changes; null: none. */
export type AffectedMessages = { readonly message: number } | { readonly stream: number } | 'every_message' | null

/** The messages that look different when a row with `queueKey` changes; null: none. */
export function affectedMessages(queueKey: string): AffectedMessages {
  for (const { pattern, shows } of queueKeysThatShow) {
    const match = pattern.exec(queueKey)
    if (match === null || shows === undefined) continue
    if (shows === 'every_message') return shows
    const number = Number(match[1])
    return shows === 'message' ? { message: number } : { stream: number }
  }
  return null
}

const queueKeysThatShow = [...new Set(definitions.map(({ queueKey }) => queueKey))].filter(
  ({ shows }) => shows !== undefined,
)
