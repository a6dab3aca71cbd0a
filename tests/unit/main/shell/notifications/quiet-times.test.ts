import { describe, expect, it } from 'vitest'
import { QuietTimes } from '#shell/notifications/quiet-times.ts'
import { usualQuietHours, type Quiet, type QuietChoice } from '#shared/time/quiet-time.ts'

function setUp(chosen: Partial<QuietChoice> = {}) {
  const state = {
    now: 1_000_000,
    choice: { doNotDisturb: false, quietUntil: null, quietSkippedUntil: null, quietHours: usualQuietHours, ...chosen },
  }
  const reported: (Quiet | null)[] = []
  let timer: { readonly at: number; readonly task: () => void } | null = null
  const quiet = new QuietTimes({
    choice: () => state.choice,
    now: () => state.now,
    schedule(delayMs, task) {
      const made = { at: state.now + delayMs, task }
      timer = made
      return () => {
        if (timer === made) timer = null
      }
    },
    onChange: (current) => reported.push(current),
  })
  const advance = (toMs: number) => {
    while (timer !== null && timer.at <= toMs) {
      const { at, task } = timer
      timer = null
      state.now = at
      task()
    }
    state.now = toMs
  }
  return { quiet, state, reported, advance, timer: () => timer }
}

describe('the do-not-disturb of this computer', () => {
  it('is reported when it begins, when its end changes, and when it ends by itself', () => {
    const { quiet, state, reported, advance } = setUp()
    quiet.start()
    expect(reported).toEqual([])
    state.choice = { ...state.choice, doNotDisturb: true, quietUntil: 1_050_000 }
    quiet.look()
    quiet.look()
    expect(reported).toEqual([{ by: 'hand', until: 1_050_000 }])
    advance(1_049_999)
    expect(reported).toHaveLength(1)
    advance(1_050_000)
    expect(reported).toEqual([{ by: 'hand', until: 1_050_000 }, null])
    expect(quiet.current).toBeNull()
  })

  it('goes on after a restart, and has ended after one that comes too late', () => {
    const going = setUp({ doNotDisturb: true, quietUntil: 2_000_000 })
    going.quiet.start()
    expect(going.reported).toEqual([{ by: 'hand', until: 2_000_000 }])
    const late = setUp({ doNotDisturb: true, quietUntil: 900_000 })
    late.quiet.start()
    expect(late.reported).toEqual([])
  })

  it('has ended after a sleep, when timers stood still, and after a change of the clock', () => {
    const { quiet, state, reported } = setUp({ doNotDisturb: true, quietUntil: 2_000_000 })
    quiet.start()
    state.now = 9_000_000
    quiet.resume()
    expect(reported).toEqual([{ by: 'hand', until: 2_000_000 }, null])
    state.now = 1_500_000
    quiet.resume()
    expect(reported.at(-1)).toEqual({ by: 'hand', until: 2_000_000 })
  })

  it('leaves no timer after its end', () => {
    const { quiet, timer } = setUp()
    quiet.start()
    expect(timer()).not.toBeNull()
    quiet.stop()
    expect(timer()).toBeNull()
  })
})
