import { streamSchema, type streamsWire } from '../../api/resources/streams.ts'
import type { StreamRow } from '../../store/directory.ts'
import { batches, longList, takeoverOf, type AnswerWith, type Takeover, type TakeoverContext } from '../long-list.ts'
import { streamRow, type Subscribed } from './stream-reducers.ts'
import { putStreams } from './directory.ts'

/** The streams of a registration to which the user is subscribed. */
export const subscribedStreams = longList({
  name: 'streams',
  read: (answer: AnswerWith<typeof streamsWire>) => batches(answer.subscriptions, subscribedOf),
  open: openStreams,
})

/** The other streams of a registration. */
export const otherStreams = longList({
  name: 'other streams',
  read({ subscriptions, unsubscribed, never_subscribed: never }: AnswerWith<typeof streamsWire>) {
    const subscribed = new Set(subscribedOf(subscriptions).map(({ id }) => id))
    const listed = [
      ...unsubscribed.map((value) => ({ value, subscribed: 'formerly' as const })),
      ...never.map((value) => ({ value, subscribed: 'never' as const })),
    ]
    return batches(listed, (part) =>
      part.flatMap((entry) => streamOf(entry.value, entry.subscribed)).filter((row) => !subscribed.has(row.id)),
    )
  },
  open: openStreams,
})

/** The rows by the parsed values of an answer. Several lists read the subscribed streams, and the schema is slow. */
const subscribedRows = new WeakMap<object, StreamRow[]>()

/** Reads the subscribed streams; unreadable values are left out. */
export function subscribedOf(values: readonly unknown[]): StreamRow[] {
  return values.flatMap((value) => {
    if (typeof value !== 'object' || value === null) return []
    const rows = subscribedRows.get(value) ?? streamOf(value, 'now')
    subscribedRows.set(value, rows)
    return rows
  })
}

/** Converts a stream to a row; the result is empty if it is unreadable. */
function streamOf(value: unknown, subscribed: Subscribed): StreamRow[] {
  const stream = streamSchema.safeParse(value)
  return stream.success ? [streamRow(stream.data, subscribed)] : []
}

function openStreams({ store, accountState }: TakeoverContext): Takeover<readonly StreamRow[]> {
  return takeoverOf({
    rowOf: (row: StreamRow) => row,
    idOf: ({ id }) => id,
    known: (id) => accountState.streams.get(id),
    knownIds: () => accountState.streams.keys(),
    store: (put, gone) => [putStreams(store, put, gone)],
  })
}
