import { describe, expect, it } from 'vitest'
import { createApi } from '#engine/api/client.ts'
import { applyEvent, decodeEvent } from '#engine/state/events.ts'
import { reportPresence } from '#engine/api/presence.ts'
import { presenceOf } from '#engine/state/presence/presence-reducers.ts'
import { AccountState } from '#engine/state/account-state.ts'
import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import { memoryParts } from '#engine/state/slices.ts'

const noor = 7
const serverNow = 10_000
const offlineAfter = 140

interface Said {
  readonly activeAt: number | null
  readonly idleAt: number | null
}

/** One entry for each client, the original form of events: its timestamp while active or idle. */
function legacy({ activeAt, idleAt }: Said): object {
  const entry = (status: string, timestamp: number) => ({ client: status, status, timestamp, pushable: false })
  return {
    type: 'presence',
    user_id: noor,
    server_timestamp: serverNow,
    presence: {
      ...(activeAt === null ? {} : { website: entry('active', activeAt) }),
      ...(idleAt === null ? {} : { ZulipMobile: entry('idle', idleAt) }),
    },
  }
}

/** Timestamps by user: the form of answers (`slim_presence`) and, from level 419 on, of events. */
function stamps({ activeAt, idleAt }: Said): object {
  const of = {
    ...(activeAt === null ? {} : { active_timestamp: activeAt }),
    ...(idleAt === null ? {} : { idle_timestamp: idleAt }),
  }
  return { [noor]: of }
}

function opened() {
  const store = openStore(temporaryDatabase())
  const accountState = new AccountState(store, memoryParts)
  const now = serverNow * 1000
  const event = (value: object) => {
    const decoded = decodeEvent({ id: 1, ...value })
    expect([decoded?.type, decoded?.isIncomplete]).toEqual(['presence', undefined])
    if (decoded === undefined) throw new Error('this is no event')
    accountState.apply(
      applyEvent({ store, accountState, epoch: 1, serverOrigin: 'https://chat.example', now }, decoded),
    )
  }
  const answer = async (presences: object, isWhole: boolean) => {
    const body = JSON.stringify({ result: 'success', msg: '', presences, server_timestamp: serverNow })
    const api = createApi({ request: () => Promise.resolve({ status: 200, headers: {}, body }) })
    const report = { isActive: true, lastUpdateId: isWhole ? null : 5 }
    const read = await reportPresence(api, report, { priority: 'background' })
    accountState.apply([presenceOf(read, isWhole, now)])
  }
  /** Each form of presence updates. */
  const forms: Record<string, (said: Said) => Promise<void> | void> = {
    legacy: (said) => event(legacy(said)),
    simplified: (said) => event({ type: 'presence', presences: stamps(said) }),
    // From levels 487 and 497 on, a presence has both forms with the same contents.
    both: (said) => event({ ...legacy(said), presences: stamps(said) }),
    'a part': (said) => answer(stamps(said), false),
    'the whole': (said) => answer(stamps(said), true),
  }
  const deliver = async (form: string, said: Said) => forms[form]?.(said)
  const state = () => accountState.presence.stateOf(noor, serverNow, offlineAfter)
  return { store, accountState, deliver, answer, state, lastActive: () => accountState.presence.lastActive(noor) }
}

const names = ['legacy', 'simplified', 'both', 'a part', 'the whole']
const pairs = names.flatMap((before) => names.map((after) => [before, after] as const))
const active = { activeAt: 9_990, idleAt: 9_990 }
const older = { activeAt: 9_000, idleAt: 9_100 }
const idle = { activeAt: 9_000, idleAt: 9_995 }

describe('presence', () => {
  it.each(pairs)('in the form “%s” and then in the form “%s” is the newer one', async (before, after) => {
    const cases: readonly (readonly [first: Said, second: Said, state: string, lastActive: number])[] = [
      [older, active, 'active', 9_990],
      [older, idle, 'idle', 9_000],
      [{ activeAt: null, idleAt: null }, active, 'active', 9_990],
      after === 'the whole'
        ? [active, { activeAt: null, idleAt: 9_995 }, 'idle', 9_995]
        : [active, { activeAt: null, idleAt: 9_995 }, 'active', 9_990],
    ]
    for (const [first, second, expected, seen] of cases) {
      const { store, deliver, state, lastActive } = opened()
      await deliver(before, first)
      await deliver(after, second)
      expect([state(), lastActive()]).toEqual([expected, seen])
      store.close()
    }
  })

  it.each(pairs.filter(([, after]) => after !== 'the whole'))(
    'in the form “%s” is not replaced by an older one in the form “%s”',
    async (before, after) => {
      const { store, deliver, state, lastActive } = opened()
      await deliver(before, active)
      await deliver(after, older)
      expect([state(), lastActive()]).toEqual(['active', 9_990])
      store.close()
    },
  )

  it.each(names)('in the form “%s” stays if a partial update lacks it, and ends if a whole one does', async (form) => {
    const { store, accountState, deliver, answer, state } = opened()
    await deliver(form, active)
    await answer({ 8: { active_timestamp: 9_980 } }, false)
    expect(state()).toBe('active')
    expect(accountState.presence.stateOf(8, serverNow, offlineAfter)).toBe('active')
    await answer({ 8: { active_timestamp: 9_980 } }, true)
    expect(state()).toBe('offline')
    store.close()
  })
})
