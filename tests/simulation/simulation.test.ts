import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseSeed, isDrill } from '#support/random.ts'

/** The number of schedules of each profile: few in `npm test`, many in the drill. */
const counts = {
  short: process.env.SKEIN_SCHEDULES ?? (isDrill ? '5000' : '3'),
  long: process.env.SKEIN_LONG_SCHEDULES ?? (isDrill ? '300' : '1'),
} as const
const program = join(import.meta.dirname, 'main.ts')

function simulate(...options: readonly string[]): { status: number | null; output: string; lastLine: string } {
  const result = spawnSync(process.execPath, [program, ...options], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return {
    status: result.status,
    output: result.stdout + result.stderr,
    lastLine: result.stdout.trimEnd().split('\n').at(-1) ?? '',
  }
}

/** The watchdog ends a hanging schedule; the duration of others depends on the machine. */
const timeout = 0

describe('the simulation', () => {
  function expectAllToPass(profile: keyof typeof counts): void {
    const schedules = counts[profile]
    const seed = String(chooseSeed())
    const { output, lastLine } = simulate('--profile', profile, '--schedules', schedules, '--seed', seed)
    console.log(`simulation: ${schedules} schedules (${profile}) from seed ${seed}: ${lastLine}`)
    expect(output).not.toContain('failed; replay it')
    expect(lastLine).toBe(`${schedules} passed, 0 failed`)
  }

  it(
    `makes ${counts.short} short schedules converge without lost or doubled data [Q2] [M8] [M9] [M20] [S6] [S14] [U2] [U6] [U9] [O1] [O6]`,
    { timeout },
    () => {
      expectAllToPass('short')
    },
  )

  it(
    `makes ${counts.long} long schedules converge, with any windows and scrolling [M3] [M5] [M8] [M9] [M13] [U6]`,
    { timeout },
    () => {
      expectAllToPass('long')
    },
  )

  it('refuses an invalid number with a sentence', () => {
    const { status, output } = simulate('--schedules', 'many')
    expect(status).toBe(2)
    expect(output).toContain('--schedules wants a whole number')
  })

  it('prints its usage, also for a wrong option', () => {
    expect(simulate('--help')).toMatchObject({ status: 0, output: expect.stringContaining('--schedules') as string })
    const { status, output } = simulate('--shedules', '5')
    expect(status).toBe(2)
    expect(output).toContain("Unknown option '--shedules'")
    expect(output).toContain('npm run simulate -- [--schedules')
  })

  it('refuses an unknown profile with a sentence', () => {
    const { status, output } = simulate('--profile', 'wide')
    expect(status).toBe(2)
    expect(output).toContain('--profile is one of short, long')
  })
})
