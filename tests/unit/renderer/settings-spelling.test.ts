import { describe, expect, it } from 'vitest'
import type { AppState, SpellingState } from '#contract/app.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { SpellingForm } from '#renderer/features/settings/spelling/spelling-form.svelte.ts'
import { spellingRows } from '#renderer/features/settings/spelling/spelling-rows.ts'
import type { SettingsRow } from '#renderer/parts/settings/settings-rows.ts'

const t = catalogue.screens.settings.spelling

const off: SpellingState = {
  isEnabled: false,
  languages: [],
  available: ['de', 'en-GB', 'fr'],
  chosen: [],
  usual: ['en-GB'],
}

/** The rows over a main process that answers each choice with `answer`; null for a failure. */
function setUp(spelling: SpellingState, { isMac = false } = {}) {
  const asked: unknown[] = []
  const main = { answer: (): SpellingState | null => null }
  const accounts = { isMac, state: { spelling } as AppState | null }
  const choice = new SpellingForm({
    accounts,
    program: {
      changeSpelling(wanted) {
        asked.push(wanted)
        return Promise.resolve(main.answer())
      },
    },
  })
  const rows = () => spellingRows({ accounts, spelling: choice })
  const switchOf = (title: string) => rows().find((row) => row.kind === 'switch' && row.title === title)
  const change = (row: SettingsRow | undefined, isOn: boolean) => {
    if (row?.kind === 'switch') row.change(isOn)
  }
  const optionsOf = () => rows().flatMap((row) => (row.kind === 'choice' ? row.options : []))
  return { asked, main, choice, accounts, rows, switchOf, change, optionsOf }
}

const answered = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
}

describe('the rows of the spelling', () => {
  it('are one switch while nothing is checked', () => {
    expect(
      setUp(off)
        .rows()
        .map(({ title }) => title),
    ).toEqual([t.check])
  })

  it('offer the languages of the system, or those that the user chooses', () => {
    const { asked, optionsOf, rows } = setUp({ ...off, isEnabled: true, languages: ['en-GB'] })
    expect(rows()).toHaveLength(2)
    expect(optionsOf().map(({ label, isChosen }) => [label, isChosen])).toEqual([
      [t.system('British English'), true],
      [t.own, false],
    ])
    optionsOf()[1]?.choose()
    expect(asked).toEqual([{ isOn: true, languages: ['en-GB'] }])
  })

  it('list the languages by their names, and check several', () => {
    const { asked, rows, switchOf, change } = setUp({ ...off, isEnabled: true, languages: ['fr'], chosen: ['fr'] })
    expect(rows().map(({ title }) => title)).toEqual([t.check, t.languages, 'British English', 'French', 'German'])
    change(switchOf('German'), true)
    expect(asked).toEqual([{ isOn: true, languages: ['fr', 'de'] }])
    expect(switchOf('German')).toMatchObject({ isOn: true })
  })

  it('offer the languages at once where the system has none with a dictionary', () => {
    const { asked, rows, switchOf, change } = setUp({ ...off, usual: [] })
    expect(rows().map(({ title }) => title)).toEqual([t.check, 'British English', 'French', 'German'])
    change(switchOf('French'), true)
    change(switchOf('French'), false)
    expect(asked).toEqual([
      { isOn: true, languages: ['fr'] },
      { isOn: false, languages: [] },
    ])
  })

  it('say that macOS chooses the languages', () => {
    const onMac = setUp({ isEnabled: true, languages: [], available: [], chosen: [], usual: [] }, { isMac: true })
    expect(onMac.rows()).toMatchObject([{ title: t.check, hint: t.macHint, isOn: true }])
  })
})

describe('a choice of the spelling', () => {
  it('shows at once, and is what main answers', async () => {
    const { main, choice, accounts } = setUp(off)
    const on = { ...off, isEnabled: true, languages: ['en-GB'] }
    main.answer = () => on
    const checking = choice.check(true)
    expect(choice.state).toEqual(on)
    await checking
    expect(accounts.state?.spelling).toEqual(on)
  })

  it('is taken back if the download of a dictionary is declined, or if main fails', async () => {
    const { main, choice, rows, change } = setUp(off)
    main.answer = () => off
    change(rows()[0], true)
    expect(choice.state?.isEnabled).toBe(true)
    await answered()
    expect(choice.state).toEqual(off)
    main.answer = () => null
    await choice.check(true)
    expect(choice.state).toEqual(off)
  })

  it('follows the last of several changes', async () => {
    const { main, choice } = setUp({ ...off, isEnabled: true, languages: ['fr'], chosen: ['fr'] })
    const last = { ...off, isEnabled: true, languages: ['fr', 'de'], chosen: ['fr', 'de'] }
    main.answer = () => last
    const changes = [choice.choose([]), choice.choose(['fr', 'de'])]
    expect(choice.state).toEqual(last)
    await Promise.all(changes)
    expect(choice.state).toEqual(last)
  })
})
