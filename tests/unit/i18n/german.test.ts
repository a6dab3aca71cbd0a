import { describe, expect, it } from 'vitest'
import { entriesOf, isUntranslated } from '#build/checks/translations.ts'
import { germanCatalogue } from '#i18n/de/catalogue.ts'
import { englishCatalogue } from '#i18n/en/catalogue.ts'
import { withStreamWord } from '#i18n/stream-word.ts'

const entries = entriesOf(englishCatalogue, germanCatalogue)

/** Words of English that no German text has. `in`, `was`, `will`, `an` and others are words of both. */
const english =
  /\b(?:the|and|you|your|this|that|these|of|is|isn|are|aren|not|couldn|don|doesn|won|has|have|been|from|with|message|messages|again|when|who|everyone|nobody|people)\b/i

/** Values of the parameters of sentences, by their names. Others get a name, or a number in the second round. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  names: [['Ada'], ['Ada', 'Noor']],
  senders: [['Ada', 'Noor']],
  supergroups: [[], ['Ada', 'Noor']],
  streams: [[], ['Ada'], 2],
  groups: [[], ['Noor'], 2],
  isInOrganization: [true, false],
  limit: [{ most: '5 GB', percent: 40 }, null, 86_400],
  cause: [{ code: 'FILE_GONE' }, { kind: 'permission' }],
  who: ['Ada'],
  person: [{ id: 7, name: 'Ada' }, 'Ada'],
  doubt: [{ kind: 'other_text', shown: 'a.example', host: 'b.example' }],
}
const counts = [0, 1, 2, 5, 1182]

/** Sets of values with which a sentence can be called; each answers every name. */
function values(round: number): object {
  return new Proxy(
    {},
    {
      get(_, name) {
        const known = samples[String(name)]
        if (known !== undefined) return known[round % known.length]
        if (
          /^(?:count|total|done|unread|mentions|failed|others|messages|people|files|uses|position|number|shown|found|most|least|length|percent|times|rest|size|width|height|allowed|status|level|needed|waitSeconds)$/.test(
            String(name),
          )
        )
          return counts[round % counts.length]
        return /^(?:is|can|has)[A-Z]/.test(String(name)) ? round % 2 === 0 : 'Ada'
      },
      has: () => true,
    },
  )
}

/** The texts that a sentence gives for the samples which the English one accepts. */
function textsOf(inEnglish: unknown, inGerman: unknown): readonly string[] {
  if (typeof inGerman === 'string') return [inGerman]
  if (typeof inEnglish !== 'function' || typeof inGerman !== 'function') return []
  const calls: readonly (readonly unknown[])[] = [
    ...counts.map((count) => [count, false]),
    ['Ada', 'Noor'],
    [['Ada', 'Noor'], 'Ada'],
    ...counts.map((_, round) => [values(round), () => 'Ada.']),
  ]
  return calls.flatMap((call) => {
    const [one, other] = [resultOf(inEnglish, call), resultOf(inGerman, call)]
    if (one === null || /undefined|NaN|\[object/.test(one)) return []
    expect(other, `${String(inGerman)} for ${JSON.stringify(call[0])}`).not.toBeNull()
    return other === null ? [] : [other]
  })
}

function resultOf(sentence: object, call: readonly unknown[]): string | null {
  try {
    const result: unknown = (sentence as (...parts: readonly unknown[]) => unknown)(...call)
    if (Array.isArray(result)) return result.map(String).join('')
    return typeof result === 'string' ? result : null
  } catch {
    return null
  }
}

describe('the German catalogue', () => {
  it('has every entry of English, and none is left in English', () => {
    expect(entries.length).toBeGreaterThan(1_200)
    expect(entries.filter(({ translation }) => translation === undefined).map(({ path }) => path)).toEqual([])
    expect(entries.filter(isUntranslated).map(({ path }) => path)).toEqual([])
  })

  it.each(['stream', 'channel'] as const)('speaks German in each text and for each count, with the word %s', (word) => {
    withStreamWord(word, () => {
      const faults = entriesOf(englishCatalogue, germanCatalogue)
        .filter(({ path }) => !/^(?:language|streamWords)|keyNames|\.names\.en$|\.words\./.test(path))
        .flatMap(({ path, english: inEnglish, translation }) =>
          textsOf(inEnglish, translation).flatMap((text) => {
            const plain = text.replaceAll(
              /https?:\S+|"[^"]*"|\b[a-z]+:[^\s“]*|\b[\w-]+\.(?:example|png|txt|json)\b/g,
              '',
            )
            if (/[’'‘]/.test(plain)) return [`${path}: an apostrophe: ${text}`]
            if (/"/.test(plain) || /“[^“”„]*”/.test(plain)) return [`${path}: quotation marks: ${text}`]
            if ((plain.match(/„/g) ?? []).length !== (plain.match(/“/g) ?? []).length) return [`${path}: “„${text}`]
            if (/undefined|\[object/.test(text)) return [`${path}: a value: ${text}`]
            return english.test(plain) ? [`${path}: ${text}`] : []
          }),
        )
      expect(faults).toEqual([])
    })
  })

  it('says the word of the organization, and no other', () => {
    const said = (word: 'stream' | 'channel') =>
      withStreamWord(word, () =>
        entriesOf(englishCatalogue, germanCatalogue)
          .filter(({ path }) => !/^streamWords|\.words\./.test(path))
          .flatMap(({ english: inEnglish, translation }) => [
            ...textsOf(inEnglish, inEnglish),
            ...textsOf(inEnglish, translation),
          ])
          .filter((text) => (word === 'stream' ? /kanal|kanäl|channel/i : /\bstreams?\b/i).test(text)),
      )
    expect(said('stream')).toEqual([])
    expect(said('channel')).toEqual([])
  })

  it('has labels that fit where the English ones do', () => {
    const long = entries.flatMap(({ path, english: inEnglish, translation }) => {
      if (typeof inEnglish !== 'string' || typeof translation !== 'string' || /[.:?]$/.test(inEnglish)) return []
      const most = Math.max(2.3 * inEnglish.length, inEnglish.length + 16)
      return inEnglish.length <= 30 && translation.length > most ? [`${path}: ${inEnglish} – ${translation}`] : []
    })
    expect(long).toEqual([])
  })

  it('writes a percent sign after a space that does not break', () => {
    const texts = entries.flatMap(({ english: inEnglish, translation }) => textsOf(inEnglish, translation))
    expect(texts.filter((text) => /\d ?%/.test(text))).toEqual([])
  })
})
