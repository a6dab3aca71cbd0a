import { inBackground } from '../base/background.ts'
import type { ServerContext } from '../context/context.ts'
import { deleteMessages } from '../messages/changes/deleting.ts'
import { limits } from '../base/limits.ts'
import { organizationSettings } from '../context/organization-settings.ts'

const everyMs = 3_600_000
const daySeconds = 86_400
/** The pause between slices, in milliseconds, in which the server answers requests. */
const pauseMs = 20

/** Deletes expired messages once an hour (`message_retention_days`); returns the function that stops it. */
export function keepRetention(context: ServerContext): () => void {
  let cancel: () => void = () => undefined
  function sleep(delayMs: number): void {
    cancel = context.ports.clock.schedule(delayMs, () => {
      const round = { isMore: false }
      inBackground('deleting what has expired', () => {
        round.isMore = deleteExpired(context)
      })
      sleep(round.isMore ? pauseMs : everyMs)
    })
  }
  sleep(everyMs)
  return () => {
    cancel()
  }
}

/** Deletes the oldest expired messages of one stream; returns whether there may be more. */
export function deleteExpired(context: ServerContext): boolean {
  const { streams, messages, organization } = context.tables
  if (organization.find() === undefined) return false
  const usual = organizationSettings(context).message_retention_days
  for (const stream of streams.all()) {
    const days = stream.message_retention_days ?? usual
    if (days < 0) continue
    const before = context.nowSeconds() - days * daySeconds
    const ids = messages.idsBefore(stream.id, before, limits.expiredAtOnce.most)
    if (ids.length === 0) continue
    const byTopic = Map.groupBy(
      ids.flatMap((id) => messages.get(id, 0) ?? []),
      (row) => row.topic,
    )
    context.write(() => {
      for (const rows of byTopic.values()) deleteMessages(context, rows)
    })
    return true
  }
  return false
}
