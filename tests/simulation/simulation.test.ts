import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseSeed } from '../support/random.ts'

/** The number of schedules of each profile: few in `npm test`, many in the drill. */
const isDrill = process.env.SKEIN_DRILL !== undefined
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

/** A hanging schedule is ended by its watchdog; the duration of others depends on the machine. */
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
    `[Q2] [M8] [M9] [M20] [S6] [S14] [U2] [U6] [U9] [O1] [O6] ${counts.short} short schedules converge, and lose or double nothing`,
    { timeout },
    () => {
      expectAllToPass('short')
    },
  )

  it(
    `[M3] [M5] [M8] [M9] [M13] [U6] ${counts.long} long schedules converge, whatever was opened and scrolled`,
    { timeout },
    () => {
      expectAllToPass('long')
    },
  )

  it('refuses a number that is none, with a sentence', () => {
    const { status, output } = simulate('--schedules', 'many')
    expect(status).toBe(2)
    expect(output).toContain('--schedules wants a whole number')
  })

  it('says how it is called, also to a wrong option', () => {
    expect(simulate('--help')).toMatchObject({ status: 0, output: expect.stringContaining('--schedules') as string })
    const { status, output } = simulate('--shedules', '5')
    expect(status).toBe(2)
    expect(output).toContain("Unknown option '--shedules'")
    expect(output).toContain('npm run simulate -- [--schedules')
  })

  it('refuses a profile that is none, with a sentence', () => {
    const { status, output } = simulate('--profile', 'wide')
    expect(status).toBe(2)
    expect(output).toContain('--profile is one of short, long')
  })
})
