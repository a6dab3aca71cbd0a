import type { z } from 'zod'
import { domainSchema, domainsWire } from '../../api/resources/organization.ts'
import { slice } from '../slice.ts'
import { changeOf, type Part } from '../part.ts'
import { listRows, putEntry, readList } from './list-rows.ts'

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
