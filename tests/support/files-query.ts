import type { FileFilters } from '#contract/attachments.ts'
import type { QueryOf } from '#contract/views.ts'

type FilesQuery = QueryOf<'uploads'> & { readonly type: 'uploads' }

/** The query of the user's uploaded files: all of them, the newest first, unless something else is given. */
export function filesQuery(
  filters: Partial<FileFilters> = {},
  more: Partial<Pick<FilesQuery, 'text' | 'sort' | 'rows'>> = {},
): FilesQuery {
  return {
    type: 'uploads',
    text: '',
    filters: { kind: null, isUnused: false, ...filters },
    sort: 'date',
    rows: 200,
    ...more,
  }
}
