import { inBackground } from './background.ts'
import type { ServerContext } from './context.ts'
import { deleteMessages } from './deleting.ts'
import { organizationSettings } from './organization-settings.ts'

const everyMs = 3_600_000
const daySeconds = 86_400
const atOnce = 1000

/** Deletes what is older than its stream keeps (`message_retention_days`), once an hour; returns how to stop. */
export function keepRetention(context: ServerContext): () => void {
  let cancel: () => void = () => undefined
  function sleep(): void {
    cancel = context.ports.clock.schedule(everyMs, () => {
      inBackground('deleting what has expired', () => {
        deleteExpired(context)
      })
      sleep()
    })
  }
  sleep()
  return () => {
    cancel()
  }
}

/** One round over all streams. */
export function deleteExpired(context: ServerContext): void {
  const { streams, messages, organization } = context.tables
  if (organization.find() === undefined) return
  const usual = organizationSettings(context).message_retention_days
  for (const stream of streams.all()) {
    const days = stream.message_retention_days ?? usual
    if (days < 0) continue
    const before = context.nowSeconds() - days * daySeconds
    for (;;) {
      const ids = messages.idsBefore(stream.id, before, atOnce)
      if (ids.length === 0) break
      const byTopic = Map.groupBy(
        ids.flatMap((id) => messages.get(id, 0) ?? []),
        (row) => row.topic,
      )
      context.write(() => {
        for (const rows of byTopic.values()) deleteMessages(context, rows)
      })
    }
  }
}
