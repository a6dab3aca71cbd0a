import type { ServerContext } from '../context/context.ts'
import type { StoreSettings } from '../context/level-rules.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'
import { whoSeesStream } from './access.ts'
import { requireStreamCreation, streamDescription, type StreamSettings } from './stream-settings.ts'
import { tellDefaultStreams, tellStream } from './subscribing.ts'

/** A stream in a request. */
export interface WantedStream {
  readonly name: string
  /** The description as Markdown. */
  readonly text: string
  readonly settings: StreamSettings
  /** Stores the settings that only the level knows. */
  readonly store: StoreSettings | undefined
}

/** Creates a stream and publishes it; call inside `context.write`. @throws ServiceError without the permission */
export function createStream(
  context: ServerContext,
  user: UserRow,
  { name, text, settings, store }: WantedStream,
): StreamRow {
  const { streams } = context.tables
  requireStreamCreation(context, user, settings)
  const id = streams.add({
    name,
    ...streamDescription(context, user, text),
    dateCreated: context.nowSeconds(),
    creatorId: user.id,
    ...settings,
  })
  store?.(id)
  const stream = streams.get(id)
  if (stream === undefined) throw new Error(`stream ${id} was not stored`)
  for (const userId of whoSeesStream(context, stream)) tellStream(context, userId, 'create', stream)
  if (stream.is_default === 1) tellDefaultStreams(context)
  return stream
}
