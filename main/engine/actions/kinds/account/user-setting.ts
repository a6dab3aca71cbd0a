import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { type UserSettingName, userSettingNameSchema, type UserSettingValue } from '#contract/people/user-settings.ts'
import { changeOwnSetting } from '#engine/api/own-account.ts'
import { canonicalSetting, wireSetting } from '#engine/api/dialect.ts'
import type { Core } from '#engine/core/core.ts'
import type { ReadCore } from '#engine/core/read-core.ts'
import type { ReadAccountState } from '#engine/state/account-state.ts'
import type { OutboxRow } from '#engine/store/outbox.ts'
import type { ActionKindDefinition } from '../../definition.ts'
import { payloadReader } from '../../message-payload.ts'
import { type ActionCalls, queueAction } from '../../queue-action.ts'

const schema = z.object({
  property: userSettingNameSchema,
  value: z.union([z.boolean(), z.number(), z.string()]),
})
const payloadOf = payloadReader(schema)

/**
 * Changes a setting of the account, the latest value only. After a refusal the server's value applies again, and the
 * row stays with its reason until the user retries or discards it.
 */
export const userSettingKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'user_setting',
  schema,
  // Some settings decide what lists of messages report and show.
  queueKey: { pattern: /^user_setting:[a-z_0-9]+$/, shows: 'every_message' },
  outcome: 'idempotent',
  isReversible: true,
  replaces: () => true,
  execute: {
    request: async ({ api, capabilities }, row, options) => {
      const { property, value } = payloadOf(row)
      await changeOwnSetting(api, { [property]: wireSetting(property, value, capabilities.recentHomeView) }, options)
    },
    isConfirmed: ({ accountState }, row) => {
      const { property, value } = payloadOf(row)
      return serverSetting(accountState, property) === value
    },
    refused: (context, row, { reason }) => context.fail(row, reason),
  },
  overlay: {
    preferences: ({ settings }, row) => {
      if (row.state === 'failed') return
      const { property, value } = payloadOf(row)
      settings.set(property, value)
    },
  },
  describe: (_core, row) => ({
    what: { code: 'USER_SETTING', values: { property: payloadOf(row).property } },
    conversation: null,
    text: '',
  }),
}

/** A setting of the account as it is shown. */
interface ShownUserSetting {
  /** Null if the server leaves it to the client; undefined if the server lacks the setting. */
  readonly value: UserSettingValue | null | undefined
  /** The action that sets it, or that was refused; null if the server has the value. */
  readonly row: OutboxRow | null
}

/** Returns a setting of the account with the pending change applied. */
export function shownUserSetting({ store, accountState }: ReadCore, property: UserSettingName): ShownUserSetting {
  const row = store.outbox.ofQueue(queueKeyOf(property))[0] ?? null
  const known = serverSetting(accountState, property)
  const isPending = row !== null && row.state !== 'failed' && known !== undefined
  return { value: isPending ? payloadOf(row).value : known, row }
}

function serverSetting(
  { userSettings }: ReadAccountState,
  property: UserSettingName,
): UserSettingValue | null | undefined {
  return canonicalSetting(property, userSettings[property])
}

function queueKeyOf(property: UserSettingName): string {
  return `user_setting:${property}`
}

function changeSetting(
  core: Core,
  change: { readonly property: UserSettingName; readonly value: UserSettingValue },
  localId: string,
): Result<null> {
  const { property, value } = change
  queueAction(core, userSettingKind, { localId, queueKey: queueKeyOf(property), payload: { property, value } })
  return { ok: true, value: null }
}

export const userSettingCalls = {
  'account.changeSetting': (core, change, newId) => changeSetting(core, change, newId('user_setting')),
} as const satisfies ActionCalls
