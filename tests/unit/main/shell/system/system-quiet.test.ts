import { describe, expect, it } from 'vitest'
import { SystemQuiet } from '#shell/system/system-quiet.ts'

/** A desktop whose programs give these answers; others are missing. */
function desktop(answers: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const state = { now: 0, answers }
  const ask = (program: string) => {
    asked.push(program)
    return Promise.resolve(state.answers[program] ?? null)
  }
  return { asked, state, quiet: new SystemQuiet('linux', ask, () => state.now) }
}

describe('the do-not-disturb of the system', () => {
  it.each([
    ['KDE, on', { gdbus: '(<true>,)\n', gsettings: 'true\n' }, true],
    ['KDE, off', { gdbus: '(<false>,)\n', gsettings: 'true\n' }, false],
    ['GNOME, on', { gdbus: '', gsettings: 'false\n' }, true],
    ['GNOME, off', { gsettings: 'true\n' }, false],
    ['another desktop', {}, false],
    ['an answer of another form', { gdbus: 'true', gsettings: '(<true>,)' }, false],
  ])('is known from its programs: %s', async (_, answers, isOn) => {
    expect(await desktop(answers).quiet.isOn()).toBe(isOn)
  })

  it('is asked for at most every five seconds', async () => {
    const { asked, state, quiet } = desktop({ gsettings: 'true' })
    await Promise.all([quiet.isOn(), quiet.isOn()])
    expect(asked).toHaveLength(2)
    state.answers = { gsettings: 'false' }
    expect(await quiet.isOn()).toBe(false)
    state.now = 5_000
    expect(await quiet.isOn()).toBe(true)
    expect(asked).toHaveLength(4)
  })

  it.each(['win32', 'darwin'] as const)('is never asked for where no system tells (%s)', async (platform) => {
    const ask = () => Promise.reject(new Error('asked'))
    expect(await new SystemQuiet(platform, ask).isOn()).toBe(false)
  })
})
