import type { UserId } from '../../values/ids.ts'
import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import { muteUser as requestMute } from '../../api/preferences.ts'
import type { Core } from '../../core/core.ts'
import type { ReadCore } from '../../core/read-core.ts'
import { mutedPeople, readAllOf } from '../../state/preferences/muted-people.ts'
import type { OutboxRow } from '../../store/outbox.ts'
import { payloadReader } from '../message-payload.ts'
import type { ActionKindDefinition } from '../definition.ts'
import { type ActionCalls, queueAction } from '../queue-action.ts'
import { skipIfConfirmed } from '../sending/confirmation.ts'
import { personName } from '../../projections/headings.ts'

const schema = z.object({ userId: z.number(), isMuted: z.boolean() })
const payloadOf = payloadReader(schema)

/** Mutes a person or ends the muting. */
export const muteUserKind: ActionKindDefinition<z.infer<typeof schema>> = {
  name: 'mute_user',
  schema,
  queueKey: { pattern: /^mute_user:\d+$/, shows: 'every_message' },
  outcome: 'idempotent',
  isReversible: true,
  replaces: () => true,
  execute: {
    request: async (core, row, options) => {
      const { userId, isMuted } = payloadOf(row)
      await skipIfConfirmed(
        core,
        () => isConfirmed(core, row),
        () => requestMute(core.api, userId, isMuted, options),
      )
    },
    isConfirmed,
    applyResponse: ({ store }, row, since) => {
      if (!since.arePreferencesNewest()) return []
      const { userId, isMuted } = payloadOf(row)
      const others = store.preferences.mutedPeople().filter((id) => id !== userId)
      store.preferences.replaceMutedPeople(isMuted ? [...others, userId] : others)
      return [{ kind: 'preferences' }, ...(isMuted ? readAllOf(store, userId) : [])]
    },
  },
  overlay: {
    preferences: ({ people }, row) => {
      const { userId, isMuted } = payloadOf(row)
      people.set(userId, isMuted)
    },
  },
  describe: (core, row) => {
    const { userId, isMuted } = payloadOf(row)
    const person = personName(core.accountState, userId)
    return { what: { code: 'MUTE', values: { person, isMuted } }, conversation: null, text: '' }
  },
}

function muteUser(core: Core, userId: UserId, isMuted: boolean, localId: string): Result<null> {
  if (userId === core.accountState.selfId) {
    return { ok: false, error: { code: 'MUTE_SELF' } }
  }
  queueAction(core, muteUserKind, { localId, queueKey: `mute_user:${userId}`, payload: { userId, isMuted } })
  return { ok: true, value: null }
}

function isConfirmed({ accountState }: ReadCore, row: OutboxRow): boolean {
  const { userId, isMuted } = payloadOf(row)
  return accountState.of(mutedPeople).has(userId) === isMuted
}

export const muteUserCalls = {
  'people.mute': (core, { userId, isMuted }, newId) => muteUser(core, userId, isMuted, newId('mute')),
} as const satisfies ActionCalls
