import type { Destination } from '#contract/base/values.ts'
import type { DraftItem } from '#contract/drafts.ts'
import type { Route } from '../../state/routes/routes.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'

/** The state of the list of drafts. */
export class DraftsScreen extends ListScreenState<'drafts'> {
  readonly route: Route = { kind: 'drafts' }
  readonly #views: ViewClient
  readonly #calls: AccountCalls
  readonly #view: LiveView<'drafts'>
  /** The last deleted draft while it can be restored. */
  deleted = $state.raw<DraftItem | null>(null)
  /** The draft for which the user is choosing recipients. */
  addressing = $state.raw<DraftItem | null>(null)

  constructor({ accountId, position }: ScreenVisit, { views, calls }: ScreenPorts) {
    super(position)
    this.#views = views
    this.#calls = calls
    this.#view = views.open(accountId, { type: 'drafts' })
  }

  protected get shown(): LiveView<'drafts'> | null {
    return this.#view
  }

  /** Deletes a draft, which can be restored until another is deleted. @returns whether deleting succeeded */
  async remove(item: DraftItem): Promise<boolean> {
    if (!(await this.#calls.withDraft('drafts.delete', item.draftId))) return false
    this.deleted = item
    return true
  }

  async undo(): Promise<void> {
    const item = this.deleted
    this.deleted = null
    if (item !== null) await this.#calls.withDraft('drafts.restore', item.draftId)
  }

  async send(item: DraftItem): Promise<void> {
    await this.#calls.sendDraft(item.draftId)
  }

  /** Sets the recipients of the draft for which the user has chosen them. @returns whether that succeeded */
  async address(narrow: Destination): Promise<boolean> {
    const item = this.addressing
    return item !== null && this.#calls.addressDraft(item.draftId, narrow)
  }

  close(): void {
    this.#views.close(this.#view)
  }
}
