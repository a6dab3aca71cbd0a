import { describe, expect, it } from 'vitest'
import { catalogue, type Catalogue } from '#i18n/catalogue.ts'

describe('the type of the catalogue', () => {
  it('accepts other texts, another direction, and functions that need fewer values', () => {
    const inbox = { ...catalogue.inbox, title: 'Entrada', answered: () => 'Respondeu.' }
    const language = { tag: 'pt', direction: 'rtl' } as const
    const other: Catalogue = { ...catalogue, language, inbox }
    expect(other.inbox.answered('Yes')).toBe('Respondeu.')
  })

  it('refuses a catalogue without a sentence', () => {
    const { title, ...inbox } = catalogue.inbox
    const incomplete = { ...catalogue, inbox }
    // @ts-expect-error: the title of the inbox is missing
    const other: Catalogue = incomplete
    expect([title, other.inbox.title]).toEqual(['Inbox', undefined])
  })

  it('refuses a catalogue without the sentence of a failure', () => {
    const { INTERNAL: internal, ...failures } = catalogue.failures
    const incomplete = { ...catalogue, failures }
    // @ts-expect-error: the sentence of `INTERNAL` is missing
    const other: Catalogue = incomplete
    expect([typeof internal, other.failures.INTERNAL]).toEqual(['string', undefined])
  })

  it('refuses a function of other parameters', () => {
    const inbox = { ...catalogue.inbox, answered: (count: number) => `${count}` }
    const strange = { ...catalogue, inbox }
    // @ts-expect-error: the answer is a text, not a number
    const other: Catalogue = strange
    expect(other.inbox.answered('Yes')).toBe('Yes')
  })

  it('refuses a text instead of a function, and a function instead of a text', () => {
    const strange = { ...catalogue, inbox: { ...catalogue.inbox, title: () => 'Inbox' } }
    // @ts-expect-error: the title has no values
    const withFunction: Catalogue = strange
    const fixed = { ...catalogue, inbox: { ...catalogue.inbox, answered: 'You replied.' } }
    // @ts-expect-error: the sentence quotes the answer
    const withText: Catalogue = fixed
    expect([typeof withFunction.inbox.title, typeof withText.inbox.answered]).toEqual(['function', 'string'])
  })
})
