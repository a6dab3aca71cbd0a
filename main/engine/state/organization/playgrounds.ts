import type { z } from 'zod'
import { playgroundSchema, playgroundsWire } from '../../api/resources/organization.ts'
import type { ListRow } from '../../store/lists.ts'
import type { Store } from '../../store/store.ts'
import { slice } from '../slice.ts'
import { changeOf, type Part } from '../part.ts'
import { listRows, readList } from './list-rows.ts'

/** A service that runs the code blocks of a language. */
export type Playground = z.infer<typeof playgroundSchema>

/** The code playgrounds in the organization's order. */
export const playgrounds: Part<readonly Playground[]> = {
  name: 'playgrounds',
  load: ({ lists }) => readList(lists, 'playground', playgroundSchema),
}

function rowsOf(entries: readonly Playground[]): ListRow[] {
  return listRows('playground', entries, (entry) => entry.id)
}

/** Replaces all playgrounds. */
function replace({ store }: { readonly store: Store }, rows: readonly ListRow[]) {
  store.lists.replace('playground', rows)
  return [changeOf(playgrounds)]
}

export const playgroundsSlice = slice({
  name: 'playgrounds',
  wire: playgroundsWire,
  parts: [playgrounds],
  read: (answer) => rowsOf(answer.realm_playgrounds),
  replace,
  reducers: { realm_playgrounds: (context, event) => replace(context, rowsOf(event.realm_playgrounds)) },
})
