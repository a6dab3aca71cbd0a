import { describe, expect, it, vi } from 'vitest'
import type { Settings } from '#contract/app.ts'
import { ownSounds } from '#contract/base/choices.ts'
import { NotificationTesting } from '#renderer/features/settings/notifications/notification-test.svelte.ts'
import { soundRows, type SoundRowsPorts } from '#renderer/features/settings/notifications/sound-rows.ts'
import { playSound, sounds } from '#renderer/ui/sounds.ts'

/** The largest sum of the amplitudes of tones at the same time. */
function loudest(tones: (typeof sounds)['bell']): number {
  const moments = tones.map(({ at }) => at)
  return Math.max(
    ...moments.map((moment) =>
      tones
        .filter(({ at, length }) => at <= moment && moment < at + length)
        .reduce((sum, { amplitude }) => sum + amplitude, 0),
    ),
  )
}

describe('the sounds of notifications', () => {
  it.each(ownSounds)('are not distorted at twice their volume: %s', (sound) => {
    const peak = loudest(sounds[sound])
    expect(peak).toBeGreaterThan(0.2)
    expect(peak * 2).toBeLessThanOrEqual(1)
  })

  it('are played with their volume, and not where the system has no output', async () => {
    const gains: { gain: { value: number } }[] = []
    const started: number[] = []
    const node = { connect: (next: unknown) => next }
    const parameter = { value: 0, setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() }
    const context = {
      state: 'suspended',
      currentTime: 3,
      destination: node,
      resume: () => Promise.resolve(void (context.state = 'running')),
      createGain() {
        const made = { ...node, gain: { ...parameter, exponentialRampToValueAtTime: vi.fn() } }
        gains.push(made)
        return made
      },
      createOscillator: () => ({
        ...node,
        type: 'sine',
        frequency: { value: 0 },
        start: (at: number) => started.push(at),
        stop: vi.fn(),
      }),
    }
    const noOutput = () => {
      throw new Error('no output')
    }
    expect(await playSound('knock', 100, noOutput)).toBe(false)
    vi.resetModules()
    const fresh = await import('#renderer/ui/sounds.ts')
    const make = () => context as unknown as AudioContext // only these members are used
    expect(await fresh.playSound('knock', 200, make)).toBe(true)
    expect(gains[0]?.gain.value).toBe(2)
    expect(started).toEqual([3, 3.16])
    expect(await fresh.playSound('knock', 900, make)).toBe(true)
    expect(gains.map(({ gain }) => gain.value)).toContain(2)
    expect(Math.max(...gains.map(({ gain }) => gain.value))).toBe(2)
  })
})

describe('the rows about the sound', () => {
  function setUp(over: Partial<Settings>) {
    const changeSettings = vi.fn(() => Promise.resolve())
    const play = vi.fn(() => Promise.resolve(true))
    const settings = { sound: 'system', soundVolume: 100, ...over }
    const ports = { accounts: { settings, changeSettings } } as unknown as SoundRowsPorts // only these are read
    return { rows: soundRows(ports, play), changeSettings, play }
  }

  it('offer a volume and a trial for Skein’s own sounds only, and play what is chosen', () => {
    const { rows, changeSettings, play } = setUp({})
    expect(rows).toHaveLength(1)
    if (rows[0]?.kind === 'choice') rows[0].options[1]?.choose()
    expect(play).toHaveBeenCalledWith('chime', 100)
    expect(changeSettings).toHaveBeenCalledWith({ sound: 'chime' })
  })

  it('have volumes up to twice the usual one, with a stored one among them', () => {
    const { rows, changeSettings, play } = setUp({ sound: 'bell', soundVolume: 60 })
    const [, volume, trial] = rows
    const labels = volume?.kind === 'choice' ? volume.options.map(({ label }) => label) : []
    expect(labels).toEqual(['25 %', '50 %', '60 %', '75 %', '100 %', '125 %', '150 %', '200 %'])
    if (volume?.kind === 'choice') volume.options.at(-1)?.choose()
    if (trial?.kind === 'action') trial.run()
    expect(changeSettings).toHaveBeenCalledWith({ soundVolume: 200 })
    expect(play.mock.calls).toEqual([
      ['bell', 200],
      ['bell', 60],
    ])
  })
})

describe('the test of notifications', () => {
  it.each([
    ['the system plays the sound', 'system', 'shown', null],
    ['the page plays the sound', 'bell', 'shown', true],
    ['nothing sounds during do-not-disturb', 'bell', 'quiet', null],
  ] as const)('tells what became of each way: %s', async (_, sound, notification, hasPlayed) => {
    const program = {
      testNotification: () => Promise.resolve({ ok: true, value: { notification, hasBadge: true } } as const),
    }
    const testing = new NotificationTesting(
      program,
      () => ({ sound, soundVolume: 100 }),
      () => Promise.resolve(true),
    )
    await testing.run()
    expect([testing.report, testing.failure, testing.isPending]).toEqual([
      { notification, hasBadge: true, hasPlayed },
      null,
      false,
    ])
  })

  it('tells of a failure, and runs once at a time', async () => {
    let asked = 0
    const program = {
      testNotification() {
        asked += 1
        return Promise.resolve({ ok: false, error: { code: 'CLOSED' } } as const)
      },
    }
    const testing = new NotificationTesting(program, () => ({ sound: 'system', soundVolume: 100 }))
    await Promise.all([testing.run(), testing.run()])
    expect([asked, testing.report, testing.failure]).toEqual([1, null, { code: 'CLOSED' }])
  })
})
