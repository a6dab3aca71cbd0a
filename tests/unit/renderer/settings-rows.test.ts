import { describe, expect, it, vi } from 'vitest'
import { catalogue } from '#i18n/catalogue.ts'
import { appearanceRows, closingRows, updateRows } from '#renderer/features/settings/program-settings.ts'
import { foundRows, groupsOf, type SettingsRow } from '#renderer/parts/settings/settings-rows.ts'

const switched = (legend: string, title: string, more: Partial<SettingsRow> = {}) =>
  ({ kind: 'switch', holds: 'computer', legend, title, isOn: false, change: () => undefined, ...more }) as SettingsRow

const theme: SettingsRow = {
  kind: 'choice',
  holds: 'computer',
  legend: 'Theme',
  title: 'Theme',
  options: [{ label: 'Dark', hint: 'For the night', isChosen: true, choose: () => undefined }],
}
const rows = [
  theme,
  switched('Notifications', 'Do not disturb', { hint: 'Messages still arrive.' }),
  switched('Notifications', 'Sound', { words: ['noise'] }),
  switched('Files', 'Café previews'),
]
const titlesFor = (query: string) => foundRows(rows, query).map(({ title }) => title)

describe('the rows of a settings page', () => {
  it('form groups by their legends', () => {
    expect(groupsOf(rows).map((group) => [group.legend, group.rows.map(({ title }) => title)])).toEqual([
      ['Theme', ['Theme']],
      ['Notifications', ['Do not disturb', 'Sound']],
      ['Files', ['Café previews']],
    ])
  })

  it.each([
    ['', ['Theme', 'Do not disturb', 'Sound', 'Café previews']],
    ['notif', ['Do not disturb', 'Sound']],
    ['DIST not', ['Do not disturb']],
    ['messages notifications', ['Do not disturb']],
    ['noise', ['Sound']],
    ['dark', ['Theme']],
    ['night', ['Theme']],
    ['cafe', ['Café previews']],
    ['ark', []],
    ['dark sound', []],
  ])('are found by the words of “%s”', (query, titles) => {
    expect(titlesFor(query)).toEqual(titles)
  })
})

describe('the settings of the program', () => {
  const t = catalogue.screens.settings

  function setUp(over: { platform?: string; way?: string; updates?: string } = {}) {
    const changeSettings = vi.fn(() => Promise.resolve())
    const settings = { theme: 'dark', contrast: 'system', sendKey: 'enter', closing: 'auto', updates: over.updates }
    const state = { platform: over.platform ?? 'linux', updates: { way: { kind: over.way ?? 'install' } } }
    // The rows read only these parts.
    const accounts = { settings, state, isMac: false, changeSettings } as unknown as Parameters<
      typeof appearanceRows
    >[0]['accounts']
    return { changeSettings, ports: { accounts } }
  }
  const chosenIn = ([row]: readonly SettingsRow[]) =>
    row?.kind === 'choice' ? row.options.map(({ label, isChosen }) => [label, isChosen]) : []

  it('show the chosen option, and change to another one', () => {
    const { changeSettings, ports } = setUp()
    const found = foundRows(appearanceRows(ports), 'dark mode')
    expect(chosenIn(found)).toEqual([
      [t.theme.system, false],
      [t.theme.light, false],
      [t.theme.dark, true],
    ])
    if (found[0]?.kind === 'choice') found[0].options[1]?.choose()
    expect(changeSettings).toHaveBeenCalledWith({ theme: 'light' })
  })

  it('have no row about closing on macOS', () => {
    expect(closingRows(setUp().ports)).toHaveLength(1)
    expect(closingRows(setUp({ platform: 'darwin' }).ports)).toEqual([])
  })

  it('offer to be notified of updates where none can be installed', () => {
    expect(updateRows(setUp({ way: 'none' }).ports)).toEqual([])
    expect(chosenIn(updateRows(setUp({ way: 'notify', updates: 'install' }).ports))).toEqual([
      [t.updates.notify, true],
      [t.updates.never, false],
    ])
    expect(chosenIn(updateRows(setUp({ updates: 'tell' }).ports))).toEqual([
      [t.updates.install, false],
      [t.updates.onlyNotify, true],
      [t.updates.never, false],
    ])
  })
})
