import type { ReadAccountState } from '../state/account-state.ts'
import type { MessageId, UserId } from '../values/ids.ts'
import type { Result } from '#contract/base/failures.ts'
import type { PersonRef } from '#contract/base/values.ts'
import type { HistoryVersion, MessageHistory, ReadReceipts } from '#contract/messages.ts'
import { getRawContent, getReadReceipts, getHistory, type HistoryEntry, renderContent } from '../api/messages.ts'
import type { Core } from '../core/core.ts'
import { changeRefusal } from './message-queue.ts'
import { isFresh } from '../state/messages/freshness.ts'
import { unreachable } from '../api/request-failures.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { readContent } from '../state/content/content.ts'

/** The Markdown of a message, from the cache or from the server. An edit never starts from converted HTML. */
export async function rawContent(
  core: Core,
  messageId: MessageId,
  isToEdit = false,
): Promise<Result<{ content: string }>> {
  const row = core.store.messages.get(messageId)
  if (row === undefined) {
    return { ok: false, error: { code: 'NO_MESSAGE' } }
  }
  const refusal = isToEdit ? changeRefusal(core, row, 'begin_edit') : null
  if (refusal !== null) return { ok: false, error: refusal }
  if (row.raw !== null && isFresh(core, row)) return { ok: true, value: { content: row.raw } }
  try {
    const content = await getRawContent(core.api, messageId, { priority: 'foreground' })
    core.commit(() => {
      core.store.messages.setRaw(messageId, content)
      return []
    })
    return { ok: true, value: { content } }
  } catch (error) {
    if (row.raw !== null) return { ok: true, value: { content: row.raw } }
    return { ok: false, error: unreachable(error, 'text') }
  }
}

/** The users who have read a message, except those who hide their receipts, and muted users in either direction. */
export async function readReceipts(core: Core, messageId: MessageId): Promise<Result<ReadReceipts>> {
  const { accountState } = core
  if (!accountState.organizationSettings.organization.enable_read_receipts) {
    return { ok: false, error: { code: 'NO_RECEIPTS' } }
  }
  try {
    const ids = new Set(await getReadReceipts(core.api, messageId, { priority: 'foreground' }))
    const isOwnHidden = !accountState.userSettings.send_read_receipts
    return { ok: true, value: { count: ids.size, people: namedFirst(accountState, ids), isOwnHidden } }
  } catch (error) {
    return { ok: false, error: unreachable(error, 'receipts') }
  }
}

/** Returns users by name, at most as many as are listed; those whose names are unknown come last. */
function namedFirst(accountState: ReadAccountState, ids: ReadonlySet<UserId>): PersonRef[] {
  const named = [...accountState.peopleByName.find('')].flatMap(({ id }) => (ids.has(id) ? [id] : []))
  const unknown = [...ids].filter((id) => !accountState.people.has(id))
  return [...named, ...unknown].slice(0, clientLimits.receiptsListed.most).map((id) => accountState.person(id))
}

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

/** The server's rendering of a text; only the server knows every syntax, link and emoji of the organization. */
export async function previewContent(core: Core, content: string): Promise<Result<{ html: string }>> {
  const most = core.accountState.organization?.maxMessageLength ?? 10_000
  const length = [...content].length
  if (length > most) return { ok: false, error: { code: 'MESSAGE_TOO_LONG', values: { act: 'edit', length, most } } }
  try {
    const rendered = await renderContent(core.api, content, { priority: 'foreground' })
    if (rendered === null) return { ok: false, error: { code: 'SERVER_REFUSED' } }
    return { ok: true, value: { html: readContent(rendered, core.reducerContext().serverOrigin).html } }
  } catch (error) {
    return { ok: false, error: unreachable(error, 'preview') }
  }
}
