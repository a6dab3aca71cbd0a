import { describe, expect, it } from 'vitest'
import { conversationTitle, draftTitle, isolated, reactionText } from '#i18n/names.ts'

it('a name does not turn the words around it, whatever marks it brings', () => {
  expect(isolated('Noor Haddad')).toBe('Noor Haddad')
  expect(isolated('Žofie 森 花')).toBe('Žofie 森 花')
  expect(isolated('يسرى')).toBe('\u2068يسرى\u2069')
  expect(isolated('a\u202eb\u2069c')).toBe('\u2068abc\u2069')
})

describe('the title of a conversation', () => {
  it('is its name, and that of notes to oneself', () => {
    expect([conversationTitle('lunch'), conversationTitle(''), conversationTitle([])]).toEqual([
      'lunch',
      '',
      'Notes to self',
    ])
  })

  it('says of a draft what is still to come', () => {
    expect([
      draftTitle({ title: '', narrow: null }),
      draftTitle({ title: '', narrow: { kind: 'stream', streamId: 1 } }),
      draftTitle({ title: [], narrow: { kind: 'direct', userIds: [] } }),
      draftTitle({
        title: [
          { id: 2, name: 'Mei' },
          { id: 7, name: null },
        ],
        narrow: { kind: 'direct', userIds: [2, 7] },
      }),
      draftTitle({ title: 'lunch', narrow: { kind: 'stream', streamId: 1 } }),
    ]).toEqual(['No recipient yet', 'No topic yet', 'Notes to self', 'Mei, Unknown person (7)', 'lunch'])
  })
})

describe('who has reacted', () => {
  const reaction = {
    type: 'unicode_emoji',
    code: '1f389',
    name: 'tada',
    character: '🎉',
    picture: null,
    count: 3,
  } as const

  const mei = { id: 2, name: 'Mei' }
  const ada = { id: 3, name: 'Ada' }
  it.each([
    [true, [], 0, 'You reacted with :tada:'],
    [false, [{ id: 7, name: null }], 0, 'Unknown person (7) reacted with :tada:'],
    [false, [mei], 0, 'Mei reacted with :tada:'],
    [true, [mei], 0, 'You and Mei reacted with :tada:'],
    [true, [mei, ada], 0, 'You, Mei and Ada reacted with :tada:'],
    [false, [mei, ada], 7, 'Mei, Ada and 7 others reacted with :tada:'],
  ] as const)('is said by name, the user first: own %o, %o and %i more', (isOwn, people, otherPeople, text) => {
    expect(reactionText({ ...reaction, isOwn, people, otherPeople })).toBe(text)
  })
})
