import type { LiveView, ViewClient } from '#renderer/bridge/view-client.svelte.ts'

/** The list of the organization's emoji, which follows a search. */
export class EmojiList {
  readonly #views: ViewClient
  readonly #accountId: string
  /** The words of the search. */
  text = $state.raw('')
  /** The view of the last search that has arrived. */
  view: LiveView<'organization_emoji'>

  constructor(views: ViewClient, accountId: string) {
    this.#views = views
    this.#accountId = accountId
    this.view = $state.raw(views.open(accountId, { type: 'organization_emoji', text: '' }))
  }

  /** Searches. The list stays until the one of the new words has arrived. */
  async search(text: string): Promise<void> {
    this.text = text
    const next = this.#views.open(this.#accountId, { type: 'organization_emoji', text })
    await next.loaded()
    if (this.text === text && this.view.viewId !== '') {
      this.#views.close(this.view)
      this.view = next
    } else this.#views.close(next)
  }

  close(): void {
    this.#views.close(this.view)
  }
}
