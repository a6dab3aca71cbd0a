import { SectionScreen } from '../../parts/settings/section-screen.svelte.ts'
import type { OrganizationSection } from '../../state/routes/organization-sections.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ScreenVisit } from '../../state/routes/screen-state.ts'

/** The settings of the organization. */
export class OrganizationScreen extends SectionScreen<OrganizationSection> {
  constructor(
    { section, query }: { readonly section: OrganizationSection; readonly query?: string },
    { accountId, text }: Pick<ScreenVisit, 'accountId' | 'text'>,
  ) {
    super(accountId, section, text === '' ? (query ?? '') : text)
  }

  get route(): Route {
    return { kind: 'organization', section: this.section, ...(this.query === '' ? {} : { query: this.query }) }
  }

  /** Its view stays open with the others of the account. */
  close(): void {}
}
