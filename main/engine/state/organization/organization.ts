import type { z } from 'zod'
import {
  organizationWire,
  domainSchema,
  domainsWire,
  playgroundSchema,
  playgroundsWire,
} from '../../api/resources/organization.ts'
import { withChanges } from '../../store/documents/organization-settings.ts'
import { slice } from '../slice.ts'
import { organizationSettings, epochHighsPart, epochStampsPart, organizationPart } from '../account-parts.ts'
import { changeOf, type Part } from '../part.ts'
import { listRows, putEntry, readList } from './list-rows.ts'
import type { ListRow } from '../../store/lists.ts'
import type { Store } from '../../store/store.ts'

export const organizationSlice = slice({
  name: 'organization',
  wire: organizationWire,
  parts: [organizationPart, epochStampsPart, epochHighsPart, organizationSettings],
  reducers: {
    /** The event changes one or several settings of the organization (wire-protocol.md §2.3.5). */
    realm: ({ store: { meta } }, event) => {
      const changes = event.op === 'update' ? { [event.property]: event.value } : event.data
      meta.setSettings(withChanges(meta.settings(), changes))
      const organization = meta.organization()
      const { name, max_file_upload_size_mib: uploadMib } = changes
      if (organization !== undefined && (typeof name === 'string' || isSize(uploadMib))) {
        meta.setOrganization({
          ...organization,
          ...(typeof name === 'string' ? { name } : {}),
          ...(isSize(uploadMib) ? { maxUploadBytes: uploadMib * 1024 * 1024 } : {}),
        })
      }
      return [{ kind: 'organization' }]
    },
  },
})

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Number.MAX_SAFE_INTEGER / (1024 * 1024)
}

/** An e-mail domain whose users can join the organization. */
export type Domain = z.infer<typeof domainSchema>

/** The organization's e-mail domains. */
export const domains: Part<readonly Domain[]> = {
  name: 'domains',
  load: ({ lists }) => readList(lists, 'domain', domainSchema),
}

export const domainsSlice = slice({
  name: 'domains',
  wire: domainsWire,
  parts: [domains],
  read: (answer) => listRows('domain', answer.realm_domains, (entry) => entry.domain),
  replace: ({ store }, rows) => {
    store.lists.replace('domain', rows)
    return [changeOf(domains)]
  },
  reducers: {
    realm_domains: ({ store: { lists } }, event) => {
      if (event.op === 'remove') lists.remove('domain', event.domain)
      else putEntry(lists, 'domain', event.realm_domain.domain, event.realm_domain)
      return [changeOf(domains)]
    },
  },
})

/** A service that runs the code blocks of a language. */
type Playground = z.infer<typeof playgroundSchema>

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
