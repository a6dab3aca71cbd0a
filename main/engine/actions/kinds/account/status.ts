import { z } from 'zod'
import type { Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { setStatus } from '#engine/api/own-account.ts'
import type { Core } from '#engine/core/core.ts'
import type { ReadCore } from '#engine/core/read-core.ts'
import { statuses } from '#engine/state/directory/statuses.ts'
import { customEmoji, serverEmojiNames } from '#engine/state/emoji/custom-emoji.ts'
import type { OutboxRow } from '#engine/store/outbox.ts'
import type { StatusEnd } from '#engine/store/meta.ts'
import type { StatusRow } from '#engine/store/organization.ts'
import type { ActionKindDefinition } from '../../definition.ts'
import { payloadReader } from '../../message-payload.ts'
import { type ActionCalls, queueAction } from '../../queue-action.ts'

const schema = z.object({
  text: z.string(),
  /** The emoji as the server names it; null for none. */
  emoji: z.object({ type: z.string(), code: z.string(), name: z.string() }).nullable(),
  /** The end of the status, UNIX milliseconds; null if it stays. */
  until: z.number().nullable(),
})
type StatusChoice = z.infer<typeof schema>
const payloadOf = payloadReader(schema)

/** The queue key of the own status; the newest change supersedes the earlier ones. */
export const statusQueueKey = 'status'

const cleared: StatusChoice = { text: '', emoji: null, until: null }

/** Sets the own status or clears it. */
export const statusKind: ActionKindDefinition<StatusChoice> = {
  name: 'status',
  schema,
  queueKey: { pattern: /^status$/ },
  outcome: 'idempotent',
  isReversible: true,
  replaces: () => true,
  execute: {
    request: async (core, row, options) => {
      const choice = payloadOf(row)
      // A status whose end has passed while it waited must not replace a newer one of another device.
      if (hasEnded(choice, core.ports.clock.now())) return
      await setStatus(core.api, choice, options, core.accountState.organization?.isUpstream === true)
    },
    isConfirmed: (core, row) => {
      const choice = payloadOf(row)
      return hasEnded(choice, core.ports.clock.now()) || isStatus(serverStatus(core), choice)
    },
    // The user typed the text, so a refused row stays and can be tried again; one that clears has none.
    refused: (context, row, { reason }) => {
      const { text, emoji } = payloadOf(row)
      return text === '' && emoji === null ? context.drop(row) : context.fail(row, reason)
    },
  },
  describe: (_core, row) => {
    const { text, emoji } = payloadOf(row)
    const isSet = text !== '' || emoji !== null
    return { what: { code: 'STATUS', values: { isSet } }, conversation: null, text: text || (emoji?.name ?? '') }
  },
}

/** The own status as it is shown. */
export interface ShownStatus {
  readonly row: StatusRow
  /** The end, UNIX milliseconds; null if the status stays, or if another device has set it. */
  readonly until: number | null
  /** The action that sets it; null if the server has it. */
  readonly action: OutboxRow | null
}

/** Returns the own status with the pending change applied; null if there is none. */
export function shownOwnStatus(core: ReadCore): ShownStatus | null {
  const now = core.ports.clock.now()
  const server = serverStatus(core)
  const [action] = core.store.outbox.ofQueue(statusQueueKey)
  const choice = action === undefined ? null : payloadOf(action)
  if (action !== undefined && choice !== null && !hasEnded(choice, now)) {
    const row = rowOf(core, choice, server)
    return isEmpty(row) ? null : { row, until: choice.until, action }
  }
  const end = core.store.meta.statusEnd()
  const until = end !== null && isStatusOfEnd(server, end) ? end.until : null
  if (server === undefined || isEmpty(server) || (until !== null && until <= now)) return null
  return { row: server, until, action: null }
}

/** Returns the own status as the server has it. */
export function serverStatus({ accountState }: ReadCore): StatusRow | undefined {
  return accountState.of(statuses).get(accountState.selfId)
}

/** Returns whether a status is the one that an end belongs to. */
export function isStatusOfEnd(row: StatusRow | undefined, { text, emojiType, emojiCode }: StatusEnd): boolean {
  return isStatus(row, { text, emoji: emojiCode === '' ? null : { type: emojiType, code: emojiCode } })
}

/** Queues the end of the own status. The stored end is forgotten in the same transaction. */
export function clearStatus(core: Core, localId: string): void {
  queueAction(core, statusKind, { localId, queueKey: statusQueueKey, payload: cleared }, () => {
    core.store.meta.setStatusEnd(null)
    return []
  })
}

/** Returns whether the end of a pending status has passed, so that it is not sent any more. */
export function hasEndedWaiting(row: OutboxRow, now: number): boolean {
  return hasEnded(payloadOf(row), now)
}

function hasEnded({ until }: Pick<StatusChoice, 'until'>, now: number): boolean {
  return until !== null && until <= now
}

/** Compares what the server stores; the type of an absent emoji says nothing. */
function isStatus(
  row: StatusRow | undefined,
  { text, emoji }: { readonly text: string; readonly emoji: { readonly type: string; readonly code: string } | null },
): boolean {
  const [code, type] = [row?.emoji_code ?? '', row?.emoji_type ?? '']
  return (row?.text ?? '') === text && code === (emoji?.code ?? '') && (emoji === null || type === emoji.type)
}

function isEmpty({ text, emoji_code: code }: StatusRow): boolean {
  return text === '' && code === ''
}

function rowOf({ accountState }: ReadCore, { text, emoji }: StatusChoice, server: StatusRow | undefined): StatusRow {
  return {
    person_id: accountState.selfId,
    is_away: server?.is_away ?? 0,
    text,
    emoji_name: emoji?.name ?? '',
    emoji_code: emoji?.code ?? '',
    emoji_type: emoji?.type ?? '',
  }
}

/** Sets the own status; a text that the server would refuse is refused at once. An empty status clears. */
function changeStatus(core: Core, wanted: EngineInput<'account.setStatus'>, localId: string): Result<null> {
  const text = wanted.text.replaceAll(/\s+/g, ' ').trim()
  const { most } = clientLimits.statusText
  if ([...text].length > most) return { ok: false, error: { code: 'STATUS_TOO_LONG', values: { most } } }
  const { until } = wanted
  if (until !== null && until <= core.ports.clock.now()) return { ok: false, error: { code: 'TIME_PASSED' } }
  const emoji = wanted.emoji === null ? null : namedEmoji(core, wanted.emoji)
  if (emoji === undefined) return { ok: false, error: { code: 'NO_EMOJI' } }
  if (text === '' && emoji === null) {
    clearStatus(core, localId)
    return { ok: true, value: null }
  }
  const payload: StatusChoice = { text, emoji, until }
  queueAction(core, statusKind, { localId, queueKey: statusQueueKey, payload }, () => {
    const [emojiType, emojiCode] = [emoji?.type ?? '', emoji?.code ?? '']
    core.store.meta.setStatusEnd(until === null ? null : { until, text, emojiType, emojiCode, isSeen: false })
    return []
  })
  return { ok: true, value: null }
}

/** Returns an emoji with the name by which the server knows it; undefined if it knows none. */
function namedEmoji(core: Core, { type, code }: { readonly type: string; readonly code: string }) {
  const name =
    type === 'realm_emoji'
      ? core.accountState.of(customEmoji).get(code)?.name
      : type === 'unicode_emoji'
        ? serverEmojiNames(core.store)[code]?.[0]
        : code
  return name === undefined ? undefined : { type, code, name }
}

export const statusCalls = {
  'account.setStatus': (core, wanted, newId) => changeStatus(core, wanted, newId('status')),
} as const satisfies ActionCalls
