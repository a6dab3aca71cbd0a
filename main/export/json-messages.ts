import { readReactions } from '#engine/values/reactions.ts'
import { readSubmessages } from '#engine/values/submessages.ts'
import type { MessageRow } from '#engine/store/message-row.ts'
import type { PersonRow } from '#engine/store/directory.ts'
import type { UserId } from '#shared/ids.ts'
import { exportedContent, type ContentTargets } from './pages/content.ts'
import { filesIn } from './files.ts'
import type { ExportPlan, PlannedConversation } from './plan.ts'

/** Returns a message as one line of JSON, in the form of docs/export-format.md. */
export function messageLine(row: MessageRow, targets: ContentTargets, people: ReadonlyMap<UserId, PersonRow>): string {
  const sender = people.get(row.sender_id)
  const line = {
    id: row.id,
    time: isoTime(row.timestamp),
    sender: { id: row.sender_id, name: sender?.name ?? null, email: visibleEmail(sender) },
    ...(row.stream_id === null ? {} : { topic: row.topic }),
    markdown: row.raw,
    html: exportedContent(row.content, targets),
    text: row.plain,
    edited: row.edited_at === null ? null : isoTime(row.edited_at),
    moved: row.moved_at === null ? null : isoTime(row.moved_at),
    starred: row.is_starred === 1,
    reactions: readReactions(row.reactions).map(({ type, code, name, users }) => ({ type, code, name, users })),
    widget: readSubmessages(row.submessages).map(({ senderId, content }) => ({ sender: senderId, content })),
    files: filesIn(row.content, targets.origin).map((path) => ({ path, file: targets.file(path)?.file ?? null })),
  }
  return `${JSON.stringify(line)}\n`
}

/** Returns the list of conversations and people of an export, in the form of docs/export-format.md. */
export function conversationsJson(plan: ExportPlan, senders: ReadonlySet<UserId>): string {
  const conversations = plan.conversations.map(({ stream, userIds, title, count, pages, stem, ...planned }) => ({
    file: `${stem}.jsonl`,
    ...(stream === null
      ? { kind: 'direct', people: userIds }
      : { kind: 'topic', stream, topic: topicOf(planned, title) }),
    title,
    messages: count,
    first: timeOrNull(pages[0]?.from),
    last: timeOrNull(pages.at(-1)?.to),
    gaps: planned.gaps.map(({ after, before }) => ({ after: timeOrNull(after), before: timeOrNull(before) })),
  }))
  const named = new Set([...senders, ...plan.conversations.flatMap(({ userIds }) => userIds)])
  const people = [...named]
    .sort((a, b) => a - b)
    .map((id) => {
      const row = plan.people.get(id)
      return { id, name: row?.name ?? null, email: visibleEmail(row), isBot: row?.is_bot === 1 }
    })
  return `${JSON.stringify({ conversations, people }, null, 2)}\n`
}

/** The topic as the server has it, which is empty for messages without a topic. */
function topicOf({ conversation }: Pick<PlannedConversation, 'conversation'>, title: string): string {
  return conversation.kind === 'topic' && conversation.topicKey === '' ? '' : title
}

/** Returns a time as ISO 8601 in UTC. @param seconds UNIX seconds */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** Returns a time as `isoTime` does; null if it is unknown. */
export function timeOrNull(seconds: number | null | undefined): string | null {
  return seconds == null ? null : isoTime(seconds)
}

/** The address of a person; null if the account may not see it. */
function visibleEmail(row: PersonRow | undefined): string | null {
  return row === undefined || row.email === '' ? null : row.email
}
