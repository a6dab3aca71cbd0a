import { afterEach, describe, expect, it } from 'vitest'
import { catalogue, sentenceOf, speak } from '#i18n/catalogue.ts'
import { englishCatalogue } from '#i18n/en/catalogue.ts'
import { germanCatalogue } from '#i18n/de/catalogue.ts'
import { filterName, shownFilter } from '#i18n/search-filters.ts'
import { catalogueOf, languageOf } from '#i18n/languages.ts'
import { followStreamWord, inBothWords, withStreamWord } from '#i18n/stream-word.ts'
import { formatDay, formatElapsed, formatNear } from '#i18n/times.ts'

afterEach(() => {
  speak(englishCatalogue)
  followStreamWord(() => 'stream')
})

describe('the language of the program', () => {
  it('is the chosen one, whatever the system prefers', () => {
    expect(languageOf('de', ['en-GB'])).toBe('de')
    expect(languageOf('en', ['de-AT'])).toBe('en')
  })

  it.each([
    [['de-AT', 'en'], 'de'],
    [['de_DE.UTF-8'], 'de'],
    [['fr-FR', 'DE'], 'de'],
    [['en-GB', 'de'], 'en'],
    [['sv'], 'en'],
    [['den'], 'en'],
    [[], 'en'],
  ] as const)('is the first of the languages of the system, %o, that Skein has: %s', (preferred, language) => {
    expect(languageOf('system', preferred)).toBe(language)
  })

  it('is that of the account before those of the system, if Skein has it', () => {
    expect(languageOf('account', ['de', 'en-GB'])).toBe('de')
    expect(languageOf('account', ['fr', 'de-AT'])).toBe('de')
    expect(languageOf('account', [])).toBe('en')
  })

  it('is English for the tag of a language that Skein does not have', () => {
    expect(catalogueOf('de').language.tag).toBe('de')
    expect(catalogueOf('fr').language.tag).toBe('en')
  })

  it('changes all texts at once', () => {
    expect([catalogue.inbox.title, sentenceOf({ code: 'FILE_GONE' })]).toEqual(['Inbox', 'It no longer exists.'])
    speak(germanCatalogue)
    expect([catalogue.inbox.title, sentenceOf({ code: 'FILE_GONE' })]).toEqual(['Eingang', 'Es gibt sie nicht mehr.'])
  })
})

describe('German', () => {
  it('writes numbers, sizes, lists, days and times of day as Germans do', () => {
    const { format } = germanCatalogue
    const at = new Date(2026, 10, 16, 9, 5).getTime()
    expect(format.number(1_182)).toBe('1.182')
    expect(format.bytes(3_400_000)).toBe('3,4 MB')
    expect(format.bytes(812)).toBe('812 Byte')
    expect(format.list(['Ada', 'Noor', 'Mei'])).toBe('Ada, Noor und Mei')
    expect(format.weekday(at)).toBe('Montag, 16. November')
    expect(format.dayOfYear(at)).toBe('16. November')
    expect(format.date(at)).toBe('16. November 2026')
    expect(format.time(at, 24)).toBe('09:05')
    expect(format.full(at, 24)).toBe('Montag, 16. November 2026 um 09:05')
    expect(format.languageName('en-GB')).toBe('Englisch (Vereinigtes Königreich)')
  })

  it('names days and durations in their cases', () => {
    speak(germanCatalogue)
    const now = new Date(2026, 10, 19, 12).getTime()
    const day = 86_400
    expect(formatDay(now / 1000, now)).toBe('Heute')
    expect(formatDay(now / 1000 - day, now)).toBe('Gestern, 18. November')
    expect(formatDay(now / 1000 - 3 * day, now)).toBe('Montag, 16. November')
    expect(formatNear(now / 1000)).toBe('Donnerstag, 19. November, 12:00')
    expect(catalogue.durations.ago(formatElapsed(3 * day * 1000))).toBe('vor 3 Tagen')
    expect(catalogue.durations.ago(formatElapsed(60_000))).toBe('vor 1 Minute')
  })

  it.each([
    [0, '0 ungelesene Nachrichten'],
    [1, '1 ungelesene Nachricht'],
    [2, '2 ungelesene Nachrichten'],
    [5, '5 ungelesene Nachrichten'],
  ])('has the plural of %i', (count, text) => {
    expect(germanCatalogue.tray.unread(count)).toBe(text)
  })
})

describe('the word for streams', () => {
  it('is that of the organization, in each text when it is read', () => {
    const title = () => [catalogue.streams.title, catalogue.commands.titles.join_row, sentenceOf({ code: 'NO_STREAM' })]
    expect(title()).toEqual(['Streams', 'Join or leave stream', 'This stream is no longer available.'])
    followStreamWord(() => 'channel')
    expect(title()).toEqual(['Channels', 'Join or leave channel', 'This channel is no longer available.'])
    speak(germanCatalogue)
    expect(title()).toEqual(['Kanäle', 'Kanal beitreten oder verlassen', 'Dieser Kanal ist nicht mehr verfügbar.'])
    followStreamWord(() => 'stream')
    expect(title()).toEqual(['Streams', 'Stream beitreten oder verlassen', 'Dieser Stream ist nicht mehr verfügbar.'])
  })

  it('is another one for a text of another account, also if making the text fails', () => {
    expect(withStreamWord('channel', () => catalogue.streams.title)).toBe('Channels')
    const fail = () =>
      withStreamWord('channel', () => {
        throw new Error('no text')
      })
    expect(fail).toThrow('no text')
    expect(catalogue.streams.title).toBe('Streams')
  })

  it('lets a search find a text by both words', () => {
    expect(inBothWords(() => catalogue.commands.titles.new_stream)).toEqual(['New stream', 'New channel'])
    followStreamWord(() => 'channel')
    expect(inBothWords(() => catalogue.commands.titles.new_stream)).toEqual(['New channel', 'New stream'])
    expect(inBothWords(() => catalogue.commands.titles.inbox)).toEqual(['Inbox'])
  })

  it('names the filter of a search', () => {
    expect([filterName('stream'), shownFilter('stream', 'arm firmware', true)]).toEqual([
      'stream',
      '-stream:"arm firmware"',
    ])
    followStreamWord(() => 'channel')
    expect([filterName('stream'), shownFilter('stream', 'general')]).toEqual(['channel', 'channel:general'])
    expect(shownFilter('topic', 'books')).toBe('topic:books')
  })
})
