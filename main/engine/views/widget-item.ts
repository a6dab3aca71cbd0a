import type { WidgetItem } from '../../../preload/contract/message-items.ts'
import type { Core } from '../core.ts'
import { readSubmessages } from '../model/messages/submessages.ts'
import { readWidget } from '../model/messages/widgets.ts'
import { submessagePayload } from '../actions/payload.ts'
import type { MessageRow } from '../store/messages.ts'
import type { OutboxRow } from '../store/outbox.ts'

/** A poll or a to-do list with what was done here and not told yet; what failed does not count any more. */
export function widgetItem(core: Core, row: MessageRow, wishes: readonly OutboxRow[]): WidgetItem | null {
  if (row.submessages === '[]') return null
  const { world } = core
  const own = wishes
    .filter((wish) => wish.state !== 'failed')
    .map((wish, place) => ({
      id: Number.MAX_SAFE_INTEGER - wishes.length + place,
      senderId: world.selfId,
      content: submessagePayload(wish).content,
    }))
  const widget = readWidget([...readSubmessages(row.submessages), ...own])
  if (widget === null) return null
  const problems = wishes
    .filter((wish) => wish.state === 'failed')
    .map((wish) => ({ localId: wish.local_id, detail: wish.error ?? 'The server refused this.' }))
  if (widget.kind === 'todo') return { ...widget, problems }
  return {
    kind: 'poll',
    question: widget.question,
    isOwn: row.sender_id === world.selfId,
    options: widget.options.map(({ key, text, voterIds }) => ({
      key,
      text,
      isVoted: voterIds.includes(world.selfId),
      people: voterIds.map((id) => (id === world.selfId ? 'You' : world.person(id).name)),
    })),
    problems,
  }
}
