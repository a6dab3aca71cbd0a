import { textFailure } from '#support/text-failure.ts'
import { mei, noor, fixture, type ShownFixture } from '#tests/e2e/fixtures/build.ts'
import { account } from '#tests/e2e/fixtures/connections.ts'
import { directOf, entry, someConversations, topicOf } from '#tests/e2e/fixtures/conversations.ts'

const orchard = { streamName: 'orchard', streamColor: '#2b8a3e' }

/** The inbox. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'full-inbox': { fixture: fixture({ views: { inbox: { items: someConversations } } }), opens: 'nothing' },
  'inbox-of-all': {
    fixture: fixture({
      views: { inbox: { items: someConversations.slice(1, 5) } },
      otherInbox: [
        entry(topicOf(1, 'harvest'), mei, '@Iris Lindqvist will you come?', { ...orchard, mentions: 1 }),
        entry(directOf(mei), mei, 'The keys are under the pot.'),
        entry(topicOf(1, `ladders ${'and baskets '.repeat(9)}`), mei, 'Three are enough.', orchard),
      ],
      panel: {
        connections: {},
        accounts: [account('a', 'Alder Robotics'), account('b', `Kestrel ${'Orchards and Gardens '.repeat(3)}`)],
      },
    }),
    opens: 'nothing',
  },
  'answer-in-inbox': {
    fixture: fixture({
      views: { inbox: { items: someConversations.slice(2, 5) } },
      meta: { narrow: directOf(noor), title: [noor], people: [noor], streamName: null, streamColor: null },
    }),
    opens: 'nothing',
  },
  'empty-inbox': { fixture: fixture({ navigationMeta: { unread: 0, mentions: 0 } }), opens: 'nothing' },
  'failure-of-inbox': {
    fixture: fixture({ failures: { inbox: { failure: textFailure('The file cannot be read.'), isShown: false } } }),
    opens: 'nothing',
  },
}
