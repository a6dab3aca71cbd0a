import { describe, expect, it, vi } from 'vitest'
import type { Settings } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { quietMenu, quietName } from '#renderer/features/navigation/quiet/quiet-menu.ts'
import { fieldOf, minutesOf, withDay } from '#renderer/features/settings/notifications/quiet-hours.ts'
import { quietRows, type QuietRowsPorts } from '#renderer/features/settings/notifications/quiet-rows.ts'
import { usualQuietHours, type Quiet } from '#shared/time/quiet-time.ts'

const until = new Date(2026, 10, 30, 9).getTime()

function setUp(quiet: Quiet | null, over: Partial<Settings> = {}) {
  const wishQuiet = vi.fn(() => Promise.resolve())
  const changeSettings = vi.fn(() => Promise.resolve())
  const settings = { doNotDisturb: quiet?.by === 'hand', quietUntil: quiet?.until ?? null, quietHours: usualQuietHours }
  // The rows and the menu read only these parts.
  const accounts = { settings: { ...settings, ...over }, state: { quiet }, wishQuiet, changeSettings }
  const ports = { accounts, quietHours: 'snippet' } as unknown as QuietRowsPorts
  const [now, weekly, times] = quietRows(ports)
  return { ports, accounts, wishQuiet, changeSettings, now, weekly, times }
}

describe('the rows about do-not-disturb', () => {
  it.each<[string, Quiet | null, string]>([
    ['off', null, 'Off'],
    ['on without an end', { by: 'hand', until: null }, 'Until you turn it off'],
    ['on with its end', { by: 'hand', until }, 'Until Monday 30 November, 09:00'],
    ['on by the weekly hours', { by: 'schedule', until }, 'Every week: until Monday 30 November, 09:00'],
  ])('say what goes on: %s', (_, quiet, label) => {
    const { now } = setUp(quiet)
    const chosen = now?.kind === 'choice' ? now.options.filter(({ isChosen }) => isChosen) : []
    expect(chosen.map((option) => option.label)).toEqual([label])
  })

  it('turn it on until an end, and an end that goes on is restored by undoing', () => {
    const { now, wishQuiet, changeSettings } = setUp({ by: 'hand', until })
    if (now?.kind !== 'choice') throw new Error('the row has no options')
    now.options[1]?.choose()
    now.options[3]?.choose()
    expect(wishQuiet.mock.calls).toEqual([['off'], ['hour']])
    now.options[0]?.choose()
    expect(changeSettings).toHaveBeenCalledWith({ doNotDisturb: true, quietUntil: until })
  })

  it('have the days and times of the weekly hours only while these are on', () => {
    const { weekly, times, changeSettings } = setUp(null)
    expect(times).toBeUndefined()
    if (weekly?.kind === 'switch') weekly.change(true)
    expect(changeSettings).toHaveBeenCalledWith({
      quietHours: { ...usualQuietHours, isOn: true },
      quietSkippedUntil: null,
    })
    expect(setUp(null, { quietHours: { ...usualQuietHours, isOn: true } }).times?.kind).toBe('custom')
  })

  it('read and write times and days', () => {
    expect([fieldOf(485), fieldOf(0), fieldOf(1_439)]).toEqual(['08:05', '00:00', '23:59'])
    expect(['08:05', '23:59:30', '', '24:00'].map(minutesOf)).toEqual([485, 1_439, null, null])
    expect(withDay(usualQuietHours, 6).days).toEqual([0, 1, 2, 3, 4, 6])
    expect(withDay(usualQuietHours, 0).days).toEqual([1, 2, 3, 4])
  })
})

describe('the sign of do-not-disturb', () => {
  const t = catalogue.screens.quiet

  it('names the end', () => {
    expect(quietName({ by: 'hand', until: null })).toBe('Do not disturb')
    expect(quietName({ by: 'hand', until })).toBe('Do not disturb until 09:00')
    expect(quietName({ by: 'schedule', until })).toBe('Do not disturb every week: until 09:00')
  })

  it('has a menu that turns it on, and off while it goes on', () => {
    const labels = (quiet: Quiet | null) =>
      quietMenu(setUp(quiet).ports as unknown as Parameters<typeof quietMenu>[0]).map((entry) => entry?.label ?? null)
    const wishes = [t.wishes.on, t.wishes.hour, t.wishes.tomorrow, null, t.hours]
    expect(labels(null)).toEqual(wishes)
    expect(labels({ by: 'hand', until: null })).toEqual([t.end, null, ...wishes])
  })
})
