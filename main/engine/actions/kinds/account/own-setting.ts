import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import type { OwnSetting } from '#contract/people/own-account.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { changeOwnSetting } from '#engine/api/own-account.ts'
import type { Core } from '#engine/core/core.ts'
import type { ReadCore } from '#engine/core/read-core.ts'
import type { ReadAccountState } from '#engine/state/account-state.ts'
import type { OutboxRow } from '#engine/store/outbox.ts'
import type { ActionKindDefinition } from '../../definition.ts'
import { payloadReader } from '../../message-payload.ts'
import { type ActionCalls, queueAction } from '../../queue-action.ts'

const schema = z.discriminatedUnion('property', [
  z.object({ property: z.literal('full_name'), value: z.string() }),
  z.object({ property: z.literal('email_address_visibility'), value: z.number() }),
  z.object({ property: z.literal('timezone'), value: z.string() }),
])
const payloadOf = payloadReader(schema)

/** Changes the own name, time zone, or the visibility of the own e-mail address. */
export const ownSettingKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'own_setting',
  schema,
  queueKey: { pattern: /^own_setting:(?:full_name|email_address_visibility|timezone)$/ },
  outcome: 'idempotent',
  isReversible: true,
  replaces: () => true,
  execute: {
    request: async (core, row, options) => {
      const { property, value } = payloadOf(row)
      await changeOwnSetting(core.api, { [property]: String(value) }, options)
    },
    isConfirmed: ({ accountState }, row) => {
      const { property, value } = payloadOf(row)
      return settingOf(accountState, property) === value
    },
    refused: (context, row, { reason }) => context.fail(row, reason),
  },
  describe: (_core, row) => {
    const { property, value } = payloadOf(row)
    return {
      what: { code: 'OWN_SETTING', values: { property } },
      conversation: null,
      text: property === 'full_name' ? value : '',
    }
  },
}

/** A value of the own account as it is shown, and the action that sets it; null if the server has it. */
export interface ShownOwn<Value> {
  readonly value: Value
  readonly row: OutboxRow | null
}

/** Returns the own name with the pending change applied. */
export function shownName(core: ReadCore): ShownOwn<string> {
  const row = rowOf(core, 'full_name')
  const pending = row === null ? null : payloadOf(row)
  const value = pending?.property === 'full_name' ? pending.value : settingOf(core.accountState, 'full_name')
  return { value: String(value), row }
}

/** Returns the time zone with the pending change applied; empty if none is set. */
export function shownTimezone(core: ReadCore): ShownOwn<string> {
  const row = rowOf(core, 'timezone')
  const pending = row === null ? null : payloadOf(row)
  const value = pending?.property === 'timezone' ? pending.value : core.accountState.userSettings.timezone
  return { value, row }
}

/** Returns who sees the own e-mail address (wire-protocol.md §2.15), with the pending change applied. */
export function shownEmailVisibility(core: ReadCore): ShownOwn<number> {
  const row = rowOf(core, 'email_address_visibility')
  const pending = row === null ? null : payloadOf(row)
  const { email_address_visibility: known } = core.accountState.userSettings
  return { value: pending?.property === 'email_address_visibility' ? pending.value : known, row }
}

function rowOf({ store }: ReadCore, property: OwnSetting['property']): OutboxRow | null {
  return store.outbox.ofQueue(queueKeyOf(property))[0] ?? null
}

function queueKeyOf(property: OwnSetting['property']): string {
  return `own_setting:${property}`
}

function settingOf(accountState: ReadAccountState, property: OwnSetting['property']): string | number {
  if (property === 'full_name') return accountState.people.get(accountState.selfId)?.name ?? ''
  return accountState.userSettings[property]
}

/** Changes a setting of the own account; a name that the server would refuse is refused at once. */
function changeSetting(core: Core, change: OwnSetting, localId: string): Result<null> {
  const { property } = change
  const value = typeof change.value === 'string' ? change.value.trim() : change.value
  if (property === 'full_name') {
    const { most } = clientLimits.fullName
    if (value === '') return { ok: false, error: { code: 'OWN_NAME_EMPTY' } }
    if ([...String(value)].length > most) return { ok: false, error: { code: 'OWN_NAME_TOO_LONG', values: { most } } }
  }
  const queueKey = queueKeyOf(property)
  // The server's value needs no action, and ends one that waits for the user.
  queueAction(core, ownSettingKind, { localId, queueKey, payload: { property, value } })
  return { ok: true, value: null }
}

export const ownSettingCalls = {
  'account.change': (core, { change }, newId) => changeSetting(core, change, newId('own_setting')),
} as const satisfies ActionCalls
