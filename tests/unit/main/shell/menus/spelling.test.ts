import { beforeEach, describe, expect, it } from 'vitest'
import { noticeText } from '#i18n/catalogue.ts'
import { dialogAnswers, session } from '#browser-host/electron.ts'
import { record } from '#browser-host/recorder.ts'
import type { SpellingChoice } from '#accounts/state-file.ts'
import type { DesktopPlatform } from '#shell/system/desktop-platform.ts'
import { spellingPlan, usualLanguages, Spelling } from '#shell/menus/spelling.ts'

const undecided: SpellingChoice = { isOn: null, languages: [] }
const surroundings = { available: ['de', 'en-GB', 'en-US', 'fr'], preferred: ['en-GB', 'de'] }

describe('the plan of spell checking', () => {
  it('fetches nothing on Windows and Linux until the user enables it', () => {
    for (const platform of ['win32', 'linux'] as const) {
      expect(spellingPlan(platform, undecided, surroundings)).toEqual({ isEnabled: false, languages: [] })
    }
  })

  it('leaves the check to macOS with its own dictionaries', () => {
    expect(spellingPlan('darwin', undecided, surroundings)).toEqual({ isEnabled: true, languages: null })
    expect(spellingPlan('darwin', { isOn: false, languages: ['de'] }, surroundings).isEnabled).toBe(false)
  })

  it('uses the available chosen languages, otherwise the user’s first one', () => {
    const of = (languages: readonly string[]) => spellingPlan('linux', { isOn: true, languages }, surroundings)
    expect(of(['fr', 'de', 'tlh']).languages).toEqual(['fr', 'de'])
    expect(of(['tlh']).languages).toEqual(['en-GB'])
    expect(of([]).languages).toEqual(['en-GB'])
    const nothing = spellingPlan('win32', { isOn: true, languages: [] }, { available: ['de'], preferred: ['tlh'] })
    expect(nothing).toEqual({ isEnabled: false, languages: [] })
  })

  it.each([
    [['en-AU'], ['en-GB']],
    [['de-AT', 'en-US'], ['de']],
    [['EN-us'], ['en-US']],
    [['tlh', 'fr'], ['fr']],
    [[], []],
  ])('selects for the preferred languages %j the dictionaries %j', (preferred, languages) => {
    expect(usualLanguages(surroundings.available, preferred)).toEqual(languages)
  })
})

describe('spell checking', () => {
  let choice: SpellingChoice
  let notices: string[]

  beforeEach(() => {
    choice = undecided
    notices = []
    record.dialogs.length = 0
    record.spelling = { isEnabled: null, languages: [], words: [], fetched: [] }
    dialogAnswers.length = 0
    session.defaultSession.removeAllListeners()
  })

  function make(platform: DesktopPlatform, choose = (chosen: SpellingChoice) => void (choice = chosen)): Spelling {
    return new Spelling({
      platform,
      session: session.defaultSession as unknown as Electron.Session, // the host’s part of a session
      choice: () => choice,
      choose,
      window: () => null,
      notify: (notice) => notices.push(noticeText(notice)),
      log: () => undefined,
    })
  }

  it('is off before the first page loads, and is enabled after a question that names the source of dictionaries', async () => {
    const spelling = make('linux')
    expect(record.spelling).toMatchObject({ isEnabled: false, languages: [] })
    await spelling.toggle()
    expect(JSON.stringify(record.dialogs)).toMatch(/British English.*Google.*stays on this computer/)
    expect(record.spelling).toMatchObject({ isEnabled: true, languages: ['en-GB'] })
    expect(choice).toEqual({ isOn: true, languages: [] })
    await spelling.toggle()
    expect(record.dialogs).toHaveLength(1)
    expect([record.spelling.isEnabled, choice.isOn]).toEqual([false, false])
  })

  it('stays off if the user declines', async () => {
    dialogAnswers.push(1, 1)
    const spelling = make('win32')
    await spelling.toggle()
    await spelling.toggleLanguage('fr')
    expect(choice).toEqual(undecided)
    expect(record.spelling.isEnabled).toBe(false)
  })

  it('adds and removes languages one by one; removing the last one ends it', async () => {
    const spelling = make('linux')
    await spelling.toggleLanguage('fr')
    expect(spelling.state).toMatchObject({ isEnabled: true, languages: ['fr'] })
    await spelling.toggleLanguage('de')
    expect(record.spelling.languages).toEqual(['fr', 'de'])
    await spelling.toggleLanguage('fr')
    expect(record.spelling.languages).toEqual(['de'])
    await spelling.toggleLanguage('de')
    expect([spelling.state.isEnabled, choice.isOn]).toEqual([false, false])
  })

  it('takes a whole choice of the settings, and asks only for dictionaries that it does not have', async () => {
    const spelling = make('linux')
    const available = ['de', 'en-GB', 'en-US', 'fr']
    expect(spelling.state).toEqual({ isEnabled: false, languages: [], available, chosen: [], usual: ['en-GB'] })
    await spelling.change({ isOn: true, languages: [] })
    expect(spelling.state).toMatchObject({ isEnabled: true, languages: ['en-GB'], chosen: [] })
    await spelling.change({ isOn: true, languages: ['en-GB'] })
    expect(record.dialogs).toHaveLength(1)
    await spelling.change({ isOn: true, languages: ['en-GB', 'de', 'de'] })
    expect(record.dialogs).toHaveLength(2)
    expect(JSON.stringify(record.dialogs[1])).toMatch(/German/)
    expect(JSON.stringify(record.dialogs[1])).not.toMatch(/English/)
    expect(spelling.state).toMatchObject({ languages: ['en-GB', 'de'], chosen: ['en-GB', 'de'] })
    dialogAnswers.push(1)
    await spelling.change({ isOn: true, languages: ['en-GB', 'de', 'fr'] })
    expect(choice).toEqual({ isOn: true, languages: ['en-GB', 'de'] })
    await spelling.change({ isOn: true, languages: [] })
    await spelling.change({ isOn: false, languages: [] })
    expect(record.dialogs).toHaveLength(3)
    expect(spelling.state).toMatchObject({ isEnabled: false, languages: [], chosen: [] })
  })

  it('applies the choice of a settings file that is read late', () => {
    const spelling = make('linux')
    choice = { isOn: true, languages: ['fr'] }
    expect(record.spelling).toMatchObject({ isEnabled: false, languages: [] })
    spelling.apply()
    expect(record.spelling).toMatchObject({ isEnabled: true, languages: ['fr'] })
    expect(record.dialogs).toEqual([])
  })

  it('ignores languages without a dictionary', async () => {
    const spelling = make('linux')
    await spelling.change({ isOn: true, languages: ['tlh', 'fr'] })
    expect(spelling.state).toMatchObject({ languages: ['fr'], chosen: ['fr'] })
  })

  it('asks nothing on macOS, and sets no languages there', async () => {
    const spelling = make('darwin')
    expect(spelling.state).toEqual({ isEnabled: true, languages: [], available: [], chosen: [], usual: [] })
    await spelling.toggle()
    await spelling.toggle()
    expect(record.dialogs).toEqual([])
    expect(record.spelling).toMatchObject({ isEnabled: true, languages: [] })
  })

  it('reports a failed dictionary, and a choice that could not be stored', async () => {
    const spelling = make('linux', () => {
      throw new Error('the disk is full')
    })
    session.defaultSession.emit('spellcheck-dictionary-download-failure', {}, 'fr')
    await spelling.toggle()
    expect(notices[0]).toContain('The dictionary for French couldn’t be downloaded')
    expect(notices[1]).toContain('couldn’t be saved')
  })
})
