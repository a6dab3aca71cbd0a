import { clientLimits } from '#shared/client-limits.ts'
import { foundRows, type SettingsRow } from '../../parts/settings/settings-rows.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ScreenPorts, ScreenState, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { SettingsSection } from '../../state/routes/settings-sections.ts'
import { SettingChanges } from './setting-changes.svelte.ts'
import type { StorageModel } from './storage/storage-model.svelte.ts'

/** The rows of a section under its title. */
export interface SettingsPage {
  readonly section: SettingsSection
  readonly title: string
  readonly rows: readonly SettingsRow[]
}

/** The parts of the page that the storage uses. */
type StoragePorts = Pick<ScreenPorts, 'bridge' | 'views' | 'calls' | 'notify'>

/** The settings: the chosen section, the search over all of them, and the last change. */
export class SettingsScreen implements ScreenState {
  readonly isDrawable = true
  /** The account whose settings are shown besides those of the computer. */
  readonly accountId: string
  readonly changes = new SettingChanges()
  readonly #ports: StoragePorts
  #storage: StorageModel | null = null
  #section = $state.raw<SettingsSection>('appearance')
  #query = $state('')
  /** The number of requests for the focus; an increase gives the focus to the search field. */
  #focusRequests = $state(0)

  constructor(
    { section, query }: { readonly section: SettingsSection; readonly query?: string },
    { accountId, text }: Pick<ScreenVisit, 'accountId' | 'text'>,
    ports: StoragePorts,
  ) {
    this.accountId = accountId
    this.#ports = ports
    this.#section = section
    this.#query = text === '' ? (query ?? '') : text
  }

  get route(): Route {
    return { kind: 'settings', section: this.#section, ...(this.#query === '' ? {} : { query: this.#query }) }
  }

  get section(): SettingsSection {
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
  showSection(section: SettingsSection): void {
    this.#section = section
    this.#query = ''
  }

  focusField(): void {
    this.#focusRequests += 1
  }

  /** Returns the pages to show: the chosen section, or during a search those in which rows were found. */
  shown(pages: readonly SettingsPage[]): readonly SettingsPage[] {
    if (this.#query.trim() === '') return pages.filter(({ section }) => section === this.#section)
    return pages
      .map((page) => ({ ...page, rows: foundRows(page.rows, this.#query, page.title) }))
      .filter(({ rows }) => rows.length > 0)
  }

  position(): null {
    return null
  }

  /** Returns the storage of the account, which the content makes: it is not part of the first script. */
  storage(make: (accountId: string, ports: StoragePorts) => StorageModel): StorageModel {
    return (this.#storage ??= make(this.accountId, this.#ports))
  }

  /** Closes the storage; the other views of the account stay open for its other parts. */
  close(): void {
    this.#storage?.close()
  }
}
