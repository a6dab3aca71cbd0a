import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { changeOwnField } from '#engine/api/own-account.ts'
import type { Core } from '#engine/core/core.ts'
import type { ReadCore } from '#engine/core/read-core.ts'
import { profileFields } from '#engine/state/organization/profile-fields.ts'
import type { ProfileFieldRow } from '#engine/store/organization.ts'
import type { OutboxRow } from '#engine/store/outbox.ts'
import { fieldTypes, personIdsOf, readProfile } from '#engine/values/people.ts'
import type { ActionKindDefinition } from '../../definition.ts'
import { payloadReader } from '../../message-payload.ts'
import { type ActionCalls, queueAction } from '../../queue-action.ts'

const schema = z.object({
  fieldId: z.number(),
  /** The value as the server stores it, for people the JSON of their ids; empty to clear the field. */
  value: z.string(),
})
const payloadOf = payloadReader(schema)

/** Changes a custom field of the own profile, or clears it. */
export const ownFieldKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'own_field',
  schema,
  queueKey: { pattern: /^own_field:\d+$/ },
  outcome: 'idempotent',
  isReversible: true,
  replaces: () => true,
  execute: {
    request: async (core, row, options) => {
      const { fieldId, value } = payloadOf(row)
      const isOfPeople = fieldOf(core, fieldId)?.type === fieldTypes.person
      await changeOwnField(core.api, { id: fieldId, value: isOfPeople ? personIdsOf(value) : value }, options)
    },
    isConfirmed: (core, row) => {
      const { fieldId, value } = payloadOf(row)
      const [known, isOfPeople] = [serverValue(core, fieldId), fieldOf(core, fieldId)?.type === fieldTypes.person]
      return isOfPeople ? personIdsOf(known).join() === personIdsOf(value).join() : known === value
    },
    refused: (context, row, { reason }) => context.fail(row, reason),
  },
  describe: (core, row) => {
    const { fieldId, value } = payloadOf(row)
    const field = fieldOf(core, fieldId)
    const isWritten = field !== undefined && field.type !== fieldTypes.person && field.type !== fieldTypes.list
    return {
      what: { code: 'OWN_FIELD', values: { name: field?.name ?? '' } },
      conversation: null,
      text: isWritten ? value : '',
    }
  },
}

/** Returns the value of a field of the own profile with the pending change applied; `row` is null if there is none. */
export function shownField(
  core: ReadCore,
  fieldId: number,
): { readonly value: string; readonly row: OutboxRow | null } {
  const row = core.store.outbox.ofQueue(`own_field:${fieldId}`)[0] ?? null
  return { value: row === null ? serverValue(core, fieldId) : payloadOf(row).value, row }
}

function serverValue({ accountState }: ReadCore, fieldId: number): string {
  const profile = readProfile(accountState.people.get(accountState.selfId)?.profile ?? '{}')
  return profile[String(fieldId)]?.value ?? ''
}

function fieldOf({ accountState }: ReadCore, fieldId: number): ProfileFieldRow | undefined {
  return accountState.of(profileFields).find(({ id }) => id === fieldId)
}

/** Changes a field of the own profile; a value that the server would refuse is refused at once. */
function changeField(
  core: Core,
  change: { readonly fieldId: number; readonly value: string },
  localId: string,
): Result<null> {
  const field = fieldOf(core, change.fieldId)
  if (field === undefined) return { ok: false, error: { code: 'NO_PROFILE_FIELD' } }
  const value = change.value.trim()
  const isLong = field.type === fieldTypes.longText || field.type === fieldTypes.link
  const { most } = isLong ? clientLimits.profileLongText : clientLimits.profileText
  const isText = field.type !== fieldTypes.person && field.type !== fieldTypes.list && field.type !== fieldTypes.date
  if (isText && [...value].length > most) return { ok: false, error: { code: 'PROFILE_TOO_LONG', values: { most } } }
  if (field.type === fieldTypes.link && value !== '' && !isWebAddress(value)) {
    return { ok: false, error: { code: 'PROFILE_NOT_A_LINK' } }
  }
  const payload = { fieldId: field.id, value }
  queueAction(core, ownFieldKind, { localId, queueKey: `own_field:${field.id}`, payload })
  return { ok: true, value: null }
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export const ownFieldCalls = {
  'account.setField': (core, change, newId) => changeField(core, change, newId('own_field')),
} as const satisfies ActionCalls
