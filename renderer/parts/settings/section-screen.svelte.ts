import { clientLimits } from '#shared/client-limits.ts'
import type { OrganizationSection } from '../../state/routes/organization-sections.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ScreenState } from '../../state/routes/screen-state.ts'
import type { SettingsSection } from '../../state/routes/settings-sections.ts'
import { SettingChanges } from './setting-changes.svelte.ts'
import { foundRows, type SettingsRow } from './settings-rows.ts'

/** The rows of a section under its title. */
export interface SettingsPage<Section extends string> {
  readonly section: Section
  readonly title: string
  readonly rows: readonly SettingsRow[]
}

/** A screen of settings: the chosen section, the search over all of them, and the last change. */
export abstract class SectionScreen<Section extends SettingsSection | OrganizationSection> implements ScreenState {
  readonly isDrawable = true
  /** The shown account. */
  readonly accountId: string
  readonly changes = new SettingChanges()
  abstract readonly route: Route
  #section = $state.raw() as Section
  #query = $state('')
  /** The number of requests for the focus; an increase gives the focus to the search field. */
  #focusRequests = $state(0)

  /** @param query the search; empty for a section */
  constructor(accountId: string, section: Section, query: string) {
    this.accountId = accountId
    this.#section = section
    this.#query = query
  }

  get section(): Section {
    return this.#section
  }

  /** The text of the search; empty if a section is shown. */
  get query(): string {
    return this.#query
  }

  /** The search, which a return to this visit restores. */
  get text(): string {
    return this.#query
  }

  get focusRequests(): number {
    return this.#focusRequests
  }

  search(text: string): void {
    this.#query = text.slice(0, clientLimits.nameQuery.most)
  }

  /** Shows a section and ends the search. */
  showSection(section: Section): void {
    this.#section = section
    this.#query = ''
  }

  focusField(): void {
    this.#focusRequests += 1
  }

  /** Returns the pages to show: the chosen section, or during a search those in which rows were found. */
  shown(pages: readonly SettingsPage<Section>[]): readonly SettingsPage<Section>[] {
    if (this.#query.trim() === '') return pages.filter(({ section }) => section === this.#section)
    return pages
      .map((page) => ({ ...page, rows: foundRows(page.rows, this.#query, page.title) }))
      .filter(({ rows }) => rows.length > 0)
  }

  position(): null {
    return null
  }

  abstract close(): void
}
