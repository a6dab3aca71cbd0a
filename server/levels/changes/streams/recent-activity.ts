import { inBackground } from '#server/base/background.ts'
import type { ServerContext } from '#server/context/context.ts'
import type { StreamRow } from '#server/store/streams.ts'
import type { CallRewrite, Fields, LevelChange, Scene } from '../../change.ts'
import { tellStreamUpdate } from './channels.ts'

/** Maximum age of the newest message of an active stream, in seconds. */
const activeSeconds = 180 * 86_400
const everyMs = 86_400_000
const property = 'is_recently_active'

/**
 * `is_recently_active` of streams (newer-servers.md §4): a message activates its stream at once; a daily check
 * deactivates streams.
 */
export const recentActivity: readonly LevelChange[] = [
  {
    level: 323,
    what: 'streams say whether they are active',
    rewrite: {
      forms: {
        stream: (stream, { context }) => ({ ...stream, [property]: isActive(context, Number(stream.stream_id)) }),
      },
      calls: { 'POST /messages': wakes, 'PATCH /messages/:message_id': wakes },
      work: keepActivity,
    },
  },
]

/** A new stream is active until the first check. */
function isActive(context: ServerContext, id: number): boolean {
  return context.levelSettings?.get(String(id), property) !== false
}

/** Activates an inactive stream when a message is sent or moved into it. */
async function wakes(...[call, next, { context }]: Parameters<CallRewrite>): Promise<Fields> {
  const answer = await next()
  const row = context.tables.messages.get(Number(answer.id ?? call.path.message_id), 0)
  const stream = row?.stream_id == null ? undefined : context.tables.streams.get(row.stream_id)
  if (stream !== undefined) setActivity(context, [stream], { wakesAlone: true })
  return answer
}

/** Checks daily which streams are inactive; also activates streams with delivered scheduled messages. */
function keepActivity({ context }: Scene): () => void {
  let cancel: () => void = () => undefined
  function sleep(): void {
    cancel = context.ports.clock.schedule(everyMs, () => {
      inBackground('looking which streams are active', () => {
        setActivity(context, context.tables.streams.all(), { wakesAlone: false })
      })
      sleep()
    })
  }
  sleep()
  return () => {
    cancel()
  }
}

function setActivity(
  context: ServerContext,
  streams: readonly StreamRow[],
  { wakesAlone }: { readonly wakesAlone: boolean },
): void {
  const since = context.nowSeconds() - activeSeconds
  const changed = streams.flatMap((stream) => {
    const was = isActive(context, stream.id)
    if (was && wakesAlone) return []
    const newest = context.tables.streams.newestMessageTime(stream.id)
    const isNow = newest !== undefined && newest >= since
    return was === isNow ? [] : [{ stream, isNow }]
  })
  if (changed.length === 0) return
  context.write(() => {
    for (const { stream, isNow } of changed) {
      context.levelSettings?.set(String(stream.id), property, isNow)
      tellStreamUpdate(context, stream, property, isNow)
    }
  })
}
