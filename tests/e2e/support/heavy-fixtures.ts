import type { MessageHistory } from '#contract/calls/messages.ts'
import type { MessageItem } from '#contract/message-items.ts'
import { readContent } from '#engine/model/content/content.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { unformatted } from '#shared/unformatted.ts'
import { manyReactions, prose, wideTable } from './heavy-parts.ts'
import { now } from './stage-parts.ts'
import { iris, mei, message, noor, stage, type StageToSee } from './stages.ts'

const asRead = (source: string) => readContent(source, 'https://x.example').html

const conversation = (items: readonly MessageItem[], history?: MessageHistory): StageToSee => ({
  stage: stage({ items, ...(history === undefined ? {} : { history }) }),
  opens: 'conversation',
})

const words = 'The drift comes back below 15 °C, on arm B alone; '
const edits = [
  `${words}the log is attached.`,
  `${words}the log is attached, and the one of the night before.`,
  `${words}we clamp at 15 °C instead of extrapolating. <code>compensate()</code> has a test for it now.`,
]

/** The given number of versions, oldest first: by two people, some long, one of them a move. */
const versions: MessageHistory['versions'] = Array.from({ length: 60 }, (_, index) => {
  const topic = index < 42 ? '' : 'encoder drift on cold start'
  // The move has the text of the version before.
  const number = index === 42 ? 42 : index + 1
  return {
    person: index % 5 === 4 ? mei : noor,
    timestamp: now / 1000 - (60 - index) * 3600,
    topic,
    topicName: topic === '' ? 'general chat' : topic,
    html: `<p>Version ${number}. ${edits[number % edits.length] ?? ''}</p>`,
  }
})

/** Messages at or beyond the bounds of drawing, and the notices about them. */
export const heavyStages: Readonly<Record<string, StageToSee>> = {
  'heavy-text': conversation([message(noor, 5, prose(3 * clientLimits.bodyText.most))]),
  'heavy-table': conversation([message(noor, 5, wideTable(500))]),
  'heavy-reactions': conversation([
    message(mei, 9, '<p>Who has an idea for the name of the new arm?</p>'),
    message(noor, 5, '<p>One emoji each, please.</p>', { reactions: manyReactions(500) }),
    message(iris, 2, '<p>Thank you, that is enough.</p>'),
  ]),
  unformatted: conversation([
    message(noor, 9, '<p>This is from a robot, please have a look:</p>'),
    message(
      noor,
      8,
      asRead(`${'<blockquote>'.repeat(clientLimits.contentNesting.most + 1)}<p>Joint 3: 21.4 °C, gain 1.002, ok</p>`),
    ),
    message(mei, 5, `${unformatted.cut}${prose(600).replace('The end.', 'And nobody')}`),
    message(iris, 2, '<p>I see it.</p>'),
  ]),
  history: conversation([message(noor, 5, versions.at(-1)?.html ?? '', { isEdited: true })], {
    messageId: 1,
    versions,
    left: 340,
  }),
}
