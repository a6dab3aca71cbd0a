import { describe, expect, it } from 'vitest'
import { userSettingNameSchema, type UserSettingItem, type UserSettingValue } from '#contract/people/user-settings.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { accountRowPlans, accountSettingRows } from '#renderer/features/settings/account-settings.ts'
import { SettingsScreen } from '#renderer/features/settings/settings-screen.svelte.ts'
import type { SettingsPage } from '#renderer/parts/settings/section-screen.svelte.ts'
import { openSettings } from '#renderer/state/routes/open-settings.ts'
import { readRoute, storedRoute } from '#renderer/state/routes/routes.ts'
import { settingsSections, type SettingsSection } from '#renderer/state/routes/settings-sections.ts'

const t = catalogue.screens.settings
const item = (property: UserSettingItem['property'], value: UserSettingValue, over: Partial<UserSettingItem> = {}) =>
  ({
    key: property,
    kind: 'user_setting',
    property,
    value,
    state: { kind: 'saved' },
    isOverruled: false,
    ...over,
  }) as const

/** All rows of the account, by their sections, with the calls that they make. */
function setUp(items: readonly UserSettingItem[]) {
  const made: unknown[] = []
  const calls = {
    changeSetting: (...change: unknown[]) => Promise.resolve(void made.push(change)),
    retryMessage: (localId: string) => Promise.resolve(void made.push(localId)),
  }
  const pages = settingsSections.map((section): SettingsPage<SettingsSection> => ({
    section,
    title: t.sections[section],
    rows: accountSettingRows({ items, calls }, section),
  }))
  return { made, pages }
}

const everything = userSettingNameSchema.options.map((property) => item(property, true))

describe('the rows of the account', () => {
  it('are those of each setting, once', () => {
    const planned = Object.values(accountRowPlans).flatMap((plans) => plans.map(([, property]) => property))
    expect(planned.toSorted()).toEqual([...userSettingNameSchema.options].sort())
    expect(setUp(everything).pages.flatMap(({ rows }) => rows)).toHaveLength(planned.length)
    expect(setUp([]).pages.flatMap(({ rows }) => rows)).toEqual([])
  })

  it('have different names in their groups', () => {
    for (const { rows } of setUp(everything).pages) {
      const names = rows.map(({ legend, title }) => `${legend}/${title}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })

  it('show and change the value, with the numbers of the protocol', () => {
    const { made, pages } = setUp([
      item('web_mark_read_on_scroll_policy', 2),
      item('demote_inactive_streams', 1),
      item('email_notifications_batching_period_seconds', 77),
      item('enable_sounds', false),
    ])
    const rows = pages.flatMap((page) => page.rows)
    const labels = rows.flatMap((row) => (row.kind === 'choice' ? row.options : []))
    expect(labels.filter(({ isChosen }) => isChosen).map(({ label }) => label)).toEqual([
      t.choices.web_mark_read_on_scroll_policy[2],
      '1 minute',
    ])
    for (const row of rows) {
      if (row.kind === 'switch') row.change(!row.isOn)
      if (row.kind === 'choice') row.options[0]?.choose()
    }
    expect(made).toEqual([
      ['web_mark_read_on_scroll_policy', 1],
      ['demote_inactive_streams', 3],
      ['enable_sounds', true],
      ['email_notifications_batching_period_seconds', 77],
    ])
  })

  it('offer each language once by its name, also one that the server writes in another way', () => {
    const menuOf = (language: string) => {
      const { made, pages } = setUp([item('default_language', language)])
      const options = pages.flatMap(({ rows }) => rows).flatMap((row) => (row.kind === 'choice' ? row.options : []))
      return { made, options, chosen: options.filter(({ isChosen }) => isChosen).map(({ label }) => label) }
    }
    const { made, options, chosen } = menuOf('de')
    expect(chosen).toEqual(['German'])
    options.find(({ label }) => label === 'Simplified Chinese')?.choose()
    expect(made).toEqual([['default_language', 'zh-hans']])
    for (const [language, name] of [
      ['en-GB', 'British English'],
      ['pt_BR', 'Brazilian Portuguese'],
      ['cy', 'Welsh'],
      ['no language', 'no language'],
      ['french', 'french'],
    ] as const) {
      const menu = menuOf(language)
      const labels = menu.options.map(({ label }) => label)
      expect(menu.chosen).toEqual([name])
      expect(labels).toEqual([...new Set(labels)].sort((one, other) => one.localeCompare(other, 'en')))
    }
  })

  it('tell what the server does not have, has refused, or decides', () => {
    const { made, pages } = setUp([
      item('enable_sounds', true, { state: { kind: 'saving', localId: 'a' } }),
      item('enable_desktop_notifications', true, {
        state: { kind: 'failed', localId: 'b', failure: { code: 'TEXT', values: { text: 'Not today' } } },
      }),
      item('enable_offline_push_notifications', true, { isOverruled: true }),
      item('send_read_receipts', true, { isOverruled: true }),
    ])
    const rows = pages.flatMap((page) => page.rows)
    expect(rows.map(({ state, locked }) => state?.kind ?? locked)).toEqual([
      t.overruled.send_read_receipts,
      'failed',
      'saving',
      t.overruled.push,
    ])
    const failed = rows.find(({ state }) => state?.kind === 'failed')?.state
    expect(failed).toMatchObject({ sentence: 'Not today' })
    if (failed?.kind === 'failed') failed.retry()
    expect(made).toEqual(['b'])
  })
})

describe('the settings', () => {
  const unused = {} as ConstructorParameters<typeof SettingsScreen>[2] // the storage is not opened
  const open = (text = '') => new SettingsScreen({ section: 'reading' }, { accountId: 'a', text }, unused)

  it('show a section, and by a search the rows of all sections in their own words and others', () => {
    const { pages } = setUp(everything)
    const screen = open()
    const titles = () => screen.shown(pages).map(({ title, rows }) => [title, rows.map((row) => row.title)])
    expect(titles().map(([title]) => title)).toEqual([t.sections.reading])
    for (const [query, title] of [
      ['clock', t.accountSettings.twenty_four_hour_time.title],
      ['invisible', t.accountSettings.presence_enabled.title],
      ['Seen', t.accountSettings.send_read_receipts.title],
      ['BADGE dock', t.accountSettings.desktop_icon_count_display.title],
      ['digest', t.accountSettings.enable_digest_emails.title],
      ['first screen', t.accountSettings.web_home_view.title],
    ] as const) {
      screen.search(query)
      expect(titles().flat(2)).toContain(title)
    }
    screen.search('nothing like this')
    expect(titles()).toEqual([])
    screen.search('x'.repeat(5_000))
    expect(screen.query).toHaveLength(200)
    screen.showSection('writing')
    expect({ query: screen.query, route: screen.route }).toEqual({
      query: '',
      route: { kind: 'settings', section: 'writing' },
    })
  })

  it('restore the search of a visit, and section and search after a restart', () => {
    expect(open('clock').query).toBe('clock')
    const route = { kind: 'settings', section: 'about' } as const
    expect(readRoute(storedRoute(route))).toEqual(route)
    const screen = open()
    screen.search('clock')
    const kept = readRoute(storedRoute(screen.route))
    expect(kept).toEqual({ kind: 'settings', section: 'reading', query: 'clock' })
    screen.search('')
    expect(readRoute(storedRoute(screen.route))).toEqual({ kind: 'settings', section: 'reading' })
    const long = JSON.stringify({ kind: 'settings', section: 'about', query: 'x'.repeat(5_000) })
    expect(readRoute(long)).toEqual(route)
    expect(readRoute('{"kind":"settings","section":"elsewhere"}')).toBeNull()
  })

  it('take the last change back until the next one', () => {
    const { made, pages } = setUp([item('enable_sounds', true), item('desktop_icon_count_display', 2)])
    const screen = open()
    const rows = () => pages.flatMap((page) => page.rows).map((row) => screen.changes.undoable(row))
    const undoes = () => rows().map(({ undo }) => undo !== undefined)
    const [sounds, badge] = rows()
    if (sounds?.kind === 'switch') sounds.change(false)
    expect(undoes()).toEqual([true, false])
    if (badge?.kind === 'choice') badge.options[3]?.choose()
    expect(undoes()).toEqual([false, true])
    rows()[1]?.undo?.()
    expect(undoes()).toEqual([false, false])
    expect(made).toEqual([
      ['enable_sounds', false],
      ['desktop_icon_count_display', 4],
      ['desktop_icon_count_display', 2],
    ])
  })

  it('open as a screen of the account, and as a dialog without one', () => {
    const made: unknown[] = []
    const parts = (kind: string | null, isSigningIn = false) =>
      ({
        accounts: { isSigningIn },
        overlays: { showSettings: () => made.push('dialog') },
        routes: {
          shown:
            kind === null
              ? null
              : {
                  route: { kind },
                  screen: {
                    focusField: () => made.push('field'),
                    showSection: (section: string) => made.push(section),
                  },
                },
          go: (route: unknown) => made.push(route),
        },
      }) as unknown as Parameters<typeof openSettings>[0]
    openSettings(parts(null))
    openSettings(parts('inbox', true))
    openSettings(parts('inbox'))
    openSettings(parts('inbox'), 'updates')
    openSettings(parts('settings'))
    openSettings(parts('settings'), 'updates')
    expect(made).toEqual([
      'dialog',
      'dialog',
      { kind: 'settings', section: 'appearance' },
      { kind: 'settings', section: 'updates' },
      'field',
      'updates',
    ])
  })
})
