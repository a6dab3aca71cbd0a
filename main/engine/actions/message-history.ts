import type { MessageId } from '../values/ids.ts'
import type { HistoryVersion, MessageHistory } from '#contract/calls/messages.ts'
import type { Result } from '#contract/values.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { getHistory, type HistoryEntry } from '../api/messages.ts'
import type { Core } from '../core/core.ts'
import { readContent } from '../state/content/content.ts'
import { unreachable } from './message-details.ts'

/** The length of a slice in milliseconds, after which other work runs. */
const historySliceMs = 8

/** The newest versions of a message, bounded in number and size. */
export async function messageHistory(core: Core, messageId: MessageId): Promise<Result<MessageHistory>> {
  try {
    const entries = await getHistory(core.api, messageId, { priority: 'foreground' })
    const versions = await readVersions(core, entries)
    return { ok: true, value: { messageId, versions, left: entries.length - versions.length } }
  } catch (error) {
    return { ok: false, error: unreachable(error, 'history') }
  }
}

async function readVersions(core: Core, entries: readonly HistoryEntry[]): Promise<HistoryVersion[]> {
  const origin = core.reducerContext().serverOrigin
  const versions: HistoryVersion[] = []
  let room = clientLimits.historyHtml.most
  let started = core.ports.clock.elapsed()
  for (const entry of entries.slice(-clientLimits.historyVersions.most).reverse()) {
    const { html } = readContent(entry.rendered_content, origin)
    room -= html.length
    if (room < 0) break
    versions.unshift({
      timestamp: Math.floor(entry.timestamp),
      person: entry.user_id == null ? null : core.accountState.person(entry.user_id),
      topic: entry.topic,
      topicName: core.accountState.topicName(entry.topic),
      html,
    })
    if (core.ports.clock.elapsed() - started < historySliceMs) continue
    await core.breathe()
    started = core.ports.clock.elapsed()
  }
  return versions
}
