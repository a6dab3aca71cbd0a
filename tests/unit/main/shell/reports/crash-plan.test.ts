import { describe, expect, it } from 'vitest'
import {
  faultsCountMs,
  isLoadFault,
  planForPage,
  planForProcess,
  type GoneReason,
  type PageFault,
} from '#shell/reports/crash-plan.ts'

const now = 1_000_000_000
const faults = (count: number) => Array.from({ length: count }, (_, index) => now - index * 1_000)
const plan = (fault: PageFault, count: number, isEnding = false) =>
  planForPage(fault, { faults: faults(count), now, isEnding })

const passing = ['clean-exit', 'abnormal-exit', 'killed', 'crashed', 'oom', 'memory-eviction', 'load-failed'] as const

describe('the plan for a failed page', () => {
  it.each(passing)('reloads it silently twice, then notifies the user (%s)', (fault) => {
    expect(plan(fault, 1)).toEqual({ act: 'load' })
    expect(plan(fault, 2)).toEqual({ act: 'load' })
    const third = plan(fault, 3)
    expect(third.act).toBe('notify')
    expect(third.act === 'notify' ? third.sentence : '').toContain('has crashed 3 times in a few minutes.')
  })

  it.each(['launch-failed', 'integrity-failure', 'preload-failed'] as const)(
    'notifies the user at once if a reload cannot help (%s)',
    (fault) => {
      const first = plan(fault, 1)
      expect(first.act === 'notify' ? first.sentence : '').toMatch(/^(?:Skein’s window|The system rejected).+\.$/)
    },
  )

  it('names memory as the cause', () => {
    const third = plan('oom', 3)
    expect(third.act === 'notify' ? third.sentence : '').toContain('ran out of memory')
  })

  it('ignores a page that ends with the program', () => {
    for (const fault of [...passing, 'launch-failed'] as const) {
      expect(plan(fault, 4, true)).toEqual({ act: 'none' })
    }
  })

  it('ignores old faults, and faults in the future after a change of the clock', () => {
    const old = [now - faultsCountMs, now - faultsCountMs - 1, now + 10_000]
    expect(planForPage('crashed', { faults: [...old, now - 1, now], now, isEnding: false })).toEqual({ act: 'load' })
  })
})

describe('a failed load', () => {
  it('counts if it is the page itself and no other load replaced it', () => {
    expect(isLoadFault(-6, true)).toBe(true)
    expect(isLoadFault(-6, false)).toBe(false)
    expect(isLoadFault(-3, true)).toBe(false)
  })
})

describe('the plan for another failed process', () => {
  const gone = (type: string, reason: GoneReason) => ({ type, reason, name: '' })

  it('ignores an expected end', () => {
    expect(planForProcess(gone('Utility', 'clean-exit'), 0)).toEqual({ isFault: false, notice: null })
  })

  it('writes a line to the log, and notifies the user of the graphics once', () => {
    const said = [1, 2, 3, 4].map((count) => planForProcess(gone('GPU', 'crashed'), count).notice !== null)
    expect(said).toEqual([false, false, true, false])
    expect(planForProcess(gone('GPU', 'crashed'), 3).notice).toEqual({ code: 'GRAPHICS_FAILED' })
    expect(planForProcess(gone('Utility', 'killed'), 3)).toEqual({ isFault: true, notice: null })
  })
})
