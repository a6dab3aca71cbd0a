import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chooseSeed } from '../support/random.ts'

const schedules = process.env.SKEIN_SCHEDULES ?? (process.env.SKEIN_DRILL === undefined ? '200' : '5000')
const program = join(import.meta.dirname, 'main.ts')

function simulate(...options: readonly string[]): { status: number | null; output: string; lastLine: string } {
  const result = spawnSync(process.execPath, [program, ...options], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return {
    status: result.status,
    output: result.stdout + result.stderr,
    lastLine: result.stdout.trimEnd().split('\n').at(-1) ?? '',
  }
}

describe('the simulation', () => {
  it(
    `[Q2] [M8] [M9] [M20] [S6] [S14] [U2] [U9] [O1] [O6] ${schedules} schedules of 200 steps converge, and lose or double nothing`,
    { timeout: 90 * 60_000 },
    () => {
      const seed = String(chooseSeed())
      const { output, lastLine } = simulate('--schedules', schedules, '--steps', '200', '--seed', seed)
      console.log(`simulation: ${schedules} schedules from seed ${seed}: ${lastLine}`)
      expect(output).not.toContain('failed; replay it')
      expect(lastLine).toBe(`${schedules} passed, 0 failed`)
    },
  )

  it('refuses a number that is none, with a sentence', () => {
    const { status, output } = simulate('--schedules', 'many')
    expect(status).toBe(2)
    expect(output).toContain('--schedules wants a whole number')
  })
})
