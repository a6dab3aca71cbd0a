import { linkifiersWire, type WireLinkifier } from '../../api/resources/organization.ts'
import type { LinkifierRow } from '../../store/organization.ts'
import type { Store } from '../../store/store.ts'
import { slice } from '../slice.ts'
import { changeOf, type Part } from '../part.ts'

/** The linkifiers in the organization's order, which is significant. */
export const linkifiers: Part<readonly LinkifierRow[]> = {
  name: 'linkifiers',
  load: ({ organization }) => organization.linkifiers(),
}

function rowsOf(entries: readonly WireLinkifier[]): LinkifierRow[] {
  return entries.map(({ id, pattern, url_template }, position) => ({ id, position, pattern, url_template }))
}

/** Replaces all linkifiers (O2). */
function replace({ store }: { readonly store: Store }, rows: readonly LinkifierRow[]) {
  store.organization.replaceLinkifiers(rows)
  return [changeOf(linkifiers)]
}

export const linkifiersSlice = slice({
  name: 'linkifiers',
  wire: linkifiersWire,
  parts: [linkifiers],
  read: (answer) => rowsOf(answer.realm_linkifiers),
  replace,
  reducers: { realm_linkifiers: (context, event) => replace(context, rowsOf(event.realm_linkifiers)) },
})
