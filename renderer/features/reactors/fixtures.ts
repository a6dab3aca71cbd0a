import { fixture, mei, noor, type ShownFixture } from '#tests/e2e/fixtures/build.ts'

const people = [noor, mei, { ...mei, id: 91, name: 'يسرى القاسم' }, { ...mei, id: 93, name: 'Gone', isActive: false }]

const reactors = [
  {
    emoji: { type: 'unicode_emoji', code: '1f44d', name: '+1', character: '👍', picture: null },
    count: 2,
    people: [noor, mei],
  },
]

/** The list of those who have read a message. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'receipts-listed': {
    fixture: fixture({ reactors, receipts: { count: 12_004, people, isOwnHidden: true } }),
    opens: 'conversation',
  },
  'receipts-off': { fixture: fixture({ receipts: { code: 'NO_RECEIPTS' } }), opens: 'conversation' },
  'receipts-offline': {
    fixture: fixture({ reactors, receipts: { code: 'OFFLINE', values: { wanted: 'receipts' } } }),
    opens: 'conversation',
  },
}
