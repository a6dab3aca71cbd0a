import type {
  DomainItem,
  LinkifierItem,
  OrganizationListMeta,
  PlaygroundItem,
} from '#contract/organization/organization-lists.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { ReadCore } from '../../core/read-core.ts'
import type { Change } from '../../state/changes.ts'
import { linkifiers } from '../../state/organization/linkifiers.ts'
import { domains, playgrounds } from '../../state/organization/organization.ts'
import type { View } from '../view.ts'

/** A list of the organization as it is stored: its first entries, and how many it has. */
function listed<Row, Item>(core: ReadCore, rows: readonly Row[], itemOf: (row: Row) => Item) {
  const meta: OrganizationListMeta = {
    isReady: core.accountState.organization !== undefined,
    total: rows.length,
  }
  return { items: rows.slice(0, clientLimits.organizationRows.most).map(itemOf), meta }
}

function isChangeOf(change: Change, part: unknown): boolean {
  return change.kind === 'organization' || (change.kind === 'part' && change.part === part)
}

/** The view of the linkifiers, in their order. */
export class LinkifiersView implements View<'linkifiers'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    return isChangeOf(change, linkifiers)
  }

  compute(): { items: LinkifierItem[]; meta: OrganizationListMeta } {
    return listed(this.#core, this.#core.accountState.of(linkifiers), ({ id, pattern, url_template: urlTemplate }) => ({
      key: `linkifier:${id}`,
      kind: 'linkifier',
      linkifierId: id,
      pattern,
      urlTemplate,
    }))
  }
}

/** The view of the code playgrounds, in the server's order. */
export class PlaygroundsView implements View<'playgrounds'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    return isChangeOf(change, playgrounds)
  }

  compute(): { items: PlaygroundItem[]; meta: OrganizationListMeta } {
    return listed(this.#core, this.#core.accountState.of(playgrounds), (row) => ({
      key: `playground:${row.id}`,
      kind: 'playground',
      playgroundId: row.id,
      name: row.name,
      language: row.pygments_language,
      urlTemplate: row.url_template,
    }))
  }
}

/** The view of the e-mail domains, in the server's order. */
export class DomainsView implements View<'domains'> {
  readonly #core: ReadCore

  constructor(core: ReadCore) {
    this.#core = core
  }

  isAffected(change: Change): boolean {
    return isChangeOf(change, domains)
  }

  compute(): { items: DomainItem[]; meta: OrganizationListMeta } {
    return listed(
      this.#core,
      this.#core.accountState.of(domains),
      ({ domain, allow_subdomains: allowsSubdomains }) => ({
        key: `domain:${domain}`,
        kind: 'domain',
        domain,
        allowsSubdomains,
      }),
    )
  }
}
