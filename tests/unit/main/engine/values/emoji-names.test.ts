import shortcodes from 'emojibase-data/en/shortcodes/emojibase.json' with { type: 'json' }
import { describe, expect, it } from 'vitest'
import { readContent } from '#engine/state/content/content.ts'
import {
  codeOfCharacter,
  emojiCharacter,
  emojiCodeOf,
  emojiNamed,
  emojiNames,
  standardNames,
} from '#engine/values/emoji/emoji-names.ts'
import { renewContent } from '#engine/state/content/stored-content.ts'
import { recordedHtml } from '#tests/corpora/recorded-html.ts'
import recordedTexts from '#tests/recordings/markdown.json' with { type: 'json' }

const origin = 'https://chat.example.com'
const read = (source: string) => readContent(source, origin)

describe('emoji in HTML', () => {
  it.each([
    [
      'a stock server',
      '<span aria-label="thumbs up" class="emoji emoji-1f44d" role="img" title="thumbs up">:thumbs_up:</span>',
    ],
    [
      'a server that writes characters',
      '<span class="emoji emoji-1f44d" role="img" aria-label="thumbs up" title="thumbs up">👍</span>',
    ],
    ['a server without codes', '<span class="emoji" title="thumbs up">:thumbs_up:</span>'],
    ['a server with nested elements', '<span class="emoji emoji-1f44d" title="thumbs up"><b>:thumbs</b>_up:</span>'],
  ])('are characters with a name, in the form of %s', (_, source) => {
    expect(read(`<p>a ${source} b</p>`)).toEqual({
      html: '<p>a <span class="emoji emoji-1f44d" role="img" aria-label="thumbs up" title="thumbs up">👍</span> b</p>',
      plain: 'a 👍 b',
    })
  })

  it('keep codes of any length, and their variation selectors', () => {
    const england = '1f3f4-e0067-e0062-e0065-e006e-e0067-e007f'
    expect(read(`<span class="emoji emoji-${england}" title="england">:england:</span>`)).toMatchObject({
      plain: '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
      html: expect.stringContaining(`emoji-${england}`) as string,
    })
    expect(read('<span class="emoji emoji-0031-20e3" title="one">:one:</span>').plain).toBe('1️⃣')
    expect(read('<span class="emoji emoji-2764" title="heart">:heart:</span>').plain).toBe('❤️')
  })

  it('with a false code keep their text', () => {
    for (const code of ['0041-0042', 'd83d-de00', 'ffffffff', 'xyz', '202e-0041']) {
      expect(read(`<span class="emoji emoji-${code}" title="what">:what:</span>`)).toEqual({
        html: '<span class="emoji" role="img" aria-label="what" title="what">:what:</span>',
        plain: ':what:',
      })
    }
    expect(read('<span class="emoji emoji-1f44d" title="&quot;&gt;&lt;script&gt;">x</span>').html).toBe(
      '<span class="emoji emoji-1f44d" role="img" aria-label="&quot;&gt;&lt;script&gt;" title="&quot;&gt;&lt;script&gt;">👍</span>',
    )
  })

  it('of an older database are parsed like new ones', () => {
    const sources = [...Object.values(recordedHtml), ...recordedTexts.map(({ html }) => html)]
    for (const source of sources) {
      const today = read(source)
      expect(renewContent(today.html)).toEqual(today)
    }
    // As earlier versions stored stock servers’ emoji; a code of more than 34 characters was lost.
    expect(
      renewContent('<p><code>:heart:</code> <span class="emoji emoji-2764" title="heart">:heart:</span></p>'),
    ).toMatchObject({ plain: ':heart: ❤️' })
    expect(
      renewContent(
        '<span class="emoji" role="img" aria-label="flag england" title="flag england">:flag_england:</span>',
      ).plain,
    ).toBe('🏴󠁧󠁢󠁥󠁮󠁧󠁿')
  })
})

describe('names of emoji', () => {
  it('are those of the family’s table', () => {
    for (const [code, names] of Object.entries(standardNames)) {
      expect(emojiNames(code)).toEqual(names)
      for (const name of names) expect(emojiNamed(name)).toBe(code)
    }
    expect(Object.values(standardNames).flat()).toHaveLength(2960)
  })

  it('include those of newer emoji if these do not collide', () => {
    expect(standardNames['1fae9']).toBeUndefined()
    expect(emojiNames('1fae9')).toContain('face_with_eye_bags')
    // The family’s `smile` is a different emoji from others’.
    expect(emojiNamed('smile')).toBe('1f642')
  })

  it('have characters with the selectors that Unicode requires', () => {
    const hexcodes = Object.keys(shortcodes)
    expect(hexcodes.length).toBeGreaterThan(3500)
    for (const hexcode of hexcodes) {
      const character = String.fromCodePoint(...hexcode.split('-').map((point) => Number.parseInt(point, 16)))
      const qualified =
        /^.$/u.test(character) && !/\p{Emoji_Presentation}/u.test(character) ? `${character}\uFE0F` : character
      expect(emojiCharacter(emojiCodeOf(hexcode)), hexcode).toBe(qualified)
    }
  })

  it('belong to characters, whatever the form of their codes is', () => {
    for (const code of Object.keys(standardNames)) expect(codeOfCharacter(emojiCharacter(code))).toBe(code)
  })
})
