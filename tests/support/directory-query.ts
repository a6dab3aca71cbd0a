import type { DirectoryFilters } from '#contract/people.ts'
import type { QueryOf } from '#contract/views.ts'

type DirectoryQuery = QueryOf<'people'> & { readonly type: 'people' }

/** The query of the directory: the active people by name, unless something else is given. */
export function directoryQuery(
  query = '',
  filters: Partial<DirectoryFilters> = {},
  more: Partial<Pick<DirectoryQuery, 'sort' | 'rows'>> = {},
): DirectoryQuery {
  return {
    type: 'people',
    query,
    filters: { role: null, state: 'active', kind: 'people', groupId: null, isOnline: false, ...filters },
    sort: 'name',
    rows: 200,
    ...more,
  }
}
