import { afterEach, describe, expect, it } from 'vitest'
import type { LanguageChoice } from '#contract/app.ts'
import { catalogue, speak } from '#i18n/catalogue.ts'
import { englishCatalogue } from '#i18n/en/catalogue.ts'
import { ProgramLanguage } from '#shell/start/program-language.ts'

afterEach(() => {
  speak(englishCatalogue)
})

/** A program with a choice, the language of its first account and those of the system, which the test can change. */
function setUp(choice: LanguageChoice, ofAccount: string | null, ...preferred: string[]) {
  const now = { choice, ofAccount, preferred, changes: 0 }
  const language = new ProgramLanguage({
    choice: () => now.choice,
    ofAccount: () => now.ofAccount,
    preferred: () => now.preferred,
    onChanged: () => {
      now.changes += 1
    },
  })
  return { now, language }
}

describe('the language of the program', () => {
  it.each([
    ['en', 'de', ['de-AT'], 'en', 'en'],
    ['system', 'de', ['en-GB'], 'en', 'en-GB'],
    ['account', 'de', ['en-GB'], 'de', 'de'],
    ['account', null, ['de-AT'], 'de', 'de-AT'],
    ['account', 'fr', ['de-AT'], 'de', 'fr'],
    ['account', 'pt_br', [], 'en', 'pt-BR'],
    ['account', 'zh-hans', ['de'], 'de', 'zh-Hans'],
    ['account', '', ['de'], 'de', 'de'],
    ['account', 'no language', ['de'], 'de', 'de'],
  ] as const)('for the choice %s, an account with %j and a system with %j is %s, sorted by %s', (...row) => {
    const [choice, ofAccount, preferred, spoken, sorted] = row
    const { language } = setUp(choice, ofAccount, ...preferred)
    expect([language.spoken, language.sortLanguage, catalogue.language.tag]).toEqual([spoken, sorted, spoken])
  })

  it('follows the account, and tells whether names are sorted by another language', () => {
    const { now, language } = setUp('account', 'en', 'en-GB')
    expect(language.apply()).toBe(false)
    now.ofAccount = 'de'
    expect([language.apply(), language.apply()]).toEqual([true, false])
    expect([language.spoken, catalogue.language.tag, now.changes]).toEqual(['de', 'de', 1])
    // Skein has no texts in it, but names have its order.
    now.ofAccount = 'sv'
    expect(language.apply()).toBe(true)
    expect([language.spoken, language.sorted, now.changes]).toEqual(['en', 'sv', 2])
    now.choice = 'de'
    expect(language.apply()).toBe(true)
    expect([language.spoken, now.changes]).toEqual(['de', 3])
  })
})
