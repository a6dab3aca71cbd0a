import { SectionScreen } from '../../parts/settings/section-screen.svelte.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { SettingsSection } from '../../state/routes/settings-sections.ts'
import type { StorageModel } from './storage/storage-model.svelte.ts'

/** The parts of the page that the storage uses. */
type StoragePorts = Pick<ScreenPorts, 'bridge' | 'views' | 'calls' | 'notify'>

/** The settings of this computer and of the account. */
export class SettingsScreen extends SectionScreen<SettingsSection> {
  readonly #ports: StoragePorts
  #storage: StorageModel | null = null

  constructor(
    { section, query }: { readonly section: SettingsSection; readonly query?: string },
    { accountId, text }: Pick<ScreenVisit, 'accountId' | 'text'>,
    ports: StoragePorts,
  ) {
    super(accountId, section, text === '' ? (query ?? '') : text)
    this.#ports = ports
  }

  get route(): Route {
    return { kind: 'settings', section: this.section, ...(this.query === '' ? {} : { query: this.query }) }
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
