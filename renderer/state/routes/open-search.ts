import { shownFilter } from '#i18n/search-filters.ts'
import type { PageParts } from '../page-parts.ts'
import { filterText, nameWithId } from '#shared/search-terms.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { ConversationMeta } from '#contract/conversations.ts'
import { personName } from '#i18n/names.ts'

type SearchParts = Pick<PageParts, 'accounts' | 'routes' | 'routeNavigator'>

/** Opens a search in the shown conversation, or in the organization if there is none. */
export function searchHere(parts: SearchParts): void {
  const meta = parts.routes.shown?.screen.conversation?.meta ?? null
  open(parts, meta === null ? '' : `${filtersOf(meta.narrow, meta)} `, false)
}

/** Opens the search in all organizations. */
export function searchEverywhere(parts: SearchParts): void {
  open(parts, '', (parts.accounts.state?.accounts.length ?? 0) > 1)
}

/** Shows the messages of all organizations that mention the user. */
export function mentionsEverywhere({ routeNavigator }: SearchParts): void {
  routeNavigator.showRoute({ kind: 'search', query: filterText('is', 'mentioned'), isEverywhere: true })
}

function open({ routes }: SearchParts, query: string, isEverywhere: boolean): void {
  const { shown } = routes
  // The field of an open search takes the focus, and its text stays.
  if (shown?.route.kind === 'search') shown.screen.focusField?.()
  else routes.go({ kind: 'search', query: query.trim(), isEverywhere })
}

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
  const stream = shownFilter('stream', nameWithId(streamName ?? '', narrow.streamId))
  if (narrow.kind === 'stream') return stream
  // An empty topic has no filter of its own, so that its stream is the filter.
  return narrow.topic.trim() === '' ? stream : `${stream} ${filterText('topic', narrow.topic)}`
}
