import type { Narrow } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import { filterText, nameWithId } from '#shared/search-terms.ts'
import { personName } from '#i18n/person-name.ts'

/** Returns the filters of a conversation. */
export function filtersOf(
  narrow: Narrow,
  { streamName, title }: Pick<ConversationMeta, 'streamName' | 'title'>,
): string {
  if (narrow.kind === 'direct') {
    const people = typeof title === 'string' || title.length === 0 ? null : title
    const operand = people === null ? 'me' : people.map((person) => nameWithId(personName(person), person.id)).join(',')
    return filterText('dm', operand)
  }
  const stream = filterText('stream', nameWithId(streamName ?? '', narrow.streamId))
  if (narrow.kind === 'stream') return stream
  // An empty topic has no filter of its own, so that its stream is the filter.
  return narrow.topic.trim() === '' ? stream : `${stream} ${filterText('topic', narrow.topic)}`
}
