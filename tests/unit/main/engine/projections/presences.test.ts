import { describe, expect, it } from 'vitest'
import type { ReadCore } from '#engine/core/read-core.ts'
import { PresenceProjection } from '#engine/projections/presences.ts'
import type { Change } from '#engine/state/changes.ts'
import { Presence, type PresenceStamps } from '#engine/state/presence/presence.ts'
import { VirtualClock } from '#support/virtual-clock.ts'

const threshold = 140
const [self, noor, mei, bot, gone] = [1, 2, 3, 4, 5]

function setUp() {
  const clock = new VirtualClock()
  const timers = clock.part()
  const presence = new Presence()
  const organization = { presence_disabled: false }
  const server = { presence_offline_threshold_seconds: threshold }
  const userSettings = { presence_enabled: true }
  const row = (over: object = {}) => ({ is_bot: 0, is_active: 1, ...over })
  let listener: (changes: readonly Change[]) => void = () => undefined
  const core = {
    accountState: {
      presence,
      organizationSettings: { organization, server },
      userSettings,
      selfId: self,
      people: new Map([
        [self, row()],
        [noor, row()],
        [mei, row()],
        [bot, row({ is_bot: 1 })],
        [gone, row({ is_active: 0 })],
      ]),
      serverSeconds: (now: number) => Math.floor(now / 1000),
    },
    ports: { clock: timers },
    onCommit: (_label: string, work: typeof listener) => {
      listener = work
    },
  } as unknown as ReadCore // the parts that the projection reads
  const heard: number[][] = []
  const presences = new PresenceProjection(core, (people) => heard.push([...people]))
  const seconds = () => Math.floor(clock.now() / 1000)
  const take = (people: Readonly<Record<number, PresenceStamps>>, isWhole = false) => {
    const read = new Map(Object.entries(people).map(([id, stamps]) => [Number(id), stamps]))
    if (isWhole) presence.replace(read)
    else for (const [id, stamps] of read) presence.note(id, stamps)
    listener([{ kind: 'presence', people: read, isWhole, clockOffsetMs: null }])
  }
  return { clock, timers, presences, heard, seconds, take, organization, server, userSettings, tell: () => listener }
}

const states = ({ presences }: Pick<ReturnType<typeof setUp>, 'presences'>) =>
  [self, noor, mei, bot, gone].map((id) => presences.stateOf(id))

describe('the projection of presences', () => {
  it('tells whose state changes, at the moment when it does [O5] [O8]', async () => {
    const made = setUp()
    const { clock, heard, seconds, take } = made
    const start = seconds()
    take({ [noor]: { activeAt: start, idleAt: start }, [mei]: { activeAt: start - 100, idleAt: start - 10 } })
    expect(heard.splice(0)).toEqual([[noor, mei]])
    expect(states(made)).toEqual(['offline', 'active', 'active', null, null])
    // A newer presence that changes no state is not told.
    take({ [noor]: { activeAt: start + 1, idleAt: null } })
    expect(heard).toEqual([])
    await clock.advance(39_000)
    expect(heard).toEqual([])
    await clock.advance(2_000)
    expect(heard.splice(0)).toEqual([[mei]])
    expect(states(made)[2]).toBe('idle')
    await clock.advance(90_000)
    expect(heard.splice(0)).toEqual([[mei]])
    expect(states(made)[2]).toBe('offline')
    await clock.advance(20_000)
    expect(heard.splice(0)).toEqual([[noor]])
    expect(states(made)).toEqual(['offline', 'offline', 'offline', null, null])
    made.presences.stop()
  })

  it('has one timer however many people are present, none without them, and none after its end', async () => {
    const { clock, timers, presences, seconds, take } = setUp()
    const now = seconds()
    take(
      Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [index + 10, { activeAt: now - index, idleAt: null }]),
      ),
    )
    expect(timers.timers).toBe(1)
    await clock.advance(10_000)
    expect(timers.timers).toBe(1)
    await clock.advance(2 * threshold * 1000)
    expect(timers.timers).toBe(0)
    take({ [mei]: { activeAt: seconds(), idleAt: null } })
    expect(timers.timers).toBe(1)
    presences.stop()
    expect(timers.timers).toBe(0)
    take({ [noor]: { activeAt: seconds(), idleAt: null } })
    expect(timers.timers).toBe(0)
  })

  it('tells of people whom a whole report leaves out, and of a new threshold', () => {
    const made = setUp()
    const { heard, seconds, take, server, tell } = made
    const now = seconds()
    take({ [noor]: { activeAt: now, idleAt: null }, [mei]: { activeAt: now - 150, idleAt: null } })
    expect(heard.splice(0)).toEqual([[noor]])
    server.presence_offline_threshold_seconds = 200
    tell()([{ kind: 'organization' }])
    expect(heard.splice(0)).toEqual([[mei]])
    take({ [mei]: { activeAt: now, idleAt: null } }, true)
    expect(heard.splice(0)).toEqual([[noor]])
    made.presences.stop()
  })

  it('has the last activity of those who are not active, and nothing of an account that hides its presence', () => {
    const made = setUp()
    const { presences, seconds, take, userSettings, organization } = made
    const now = seconds()
    take({
      [self]: { activeAt: now, idleAt: now },
      [noor]: { activeAt: now - 900, idleAt: now },
      [mei]: { activeAt: null, idleAt: now - 900 },
    })
    expect(presences.of(self)).toEqual({ state: 'active', lastActive: null })
    expect(presences.of(noor)).toEqual({ state: 'idle', lastActive: now - 900 })
    expect(presences.of(mei)).toEqual({ state: 'offline', lastActive: now - 900 })
    userSettings.presence_enabled = false
    expect(presences.of(self)).toEqual({ state: 'offline', lastActive: null })
    organization.presence_disabled = true
    expect(states(made)).toEqual([null, null, null, null, null])
    presences.stop()
  })
})
