import { textFailure } from '#support/text-failure.ts'
import { iris, mei, noor, fixture, type ShownFixture } from '#tests/e2e/fixtures/build.ts'
import { someConversations } from '#tests/e2e/fixtures/conversations.ts'

/** The recent conversations. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'full-recent': {
    fixture: fixture({
      views: {
        recent: {
          items: someConversations.map((each, index) => ({
            ...each,
            ...(index % 3 === 0 ? { unread: 0, mentions: 0 } : {}),
            participants: [mei, noor, iris].slice(0, 1 + (index % 3)),
          })),
        },
      },
    }),
    opens: 'nothing',
  },
  'empty-recent': { fixture: fixture({}), opens: 'nothing' },
  'failure-of-recent': {
    fixture: fixture({ failures: { recent: { failure: textFailure('The file cannot be read.'), isShown: false } } }),
    opens: 'nothing',
  },
}
