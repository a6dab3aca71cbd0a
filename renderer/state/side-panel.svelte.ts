import type { Narrow } from '#contract/base/values.ts'
import type { UserId } from '#shared/ids.ts'

/** The contents of the side panel: the profile of a person, or the people of a conversation. */
export type PanelContent =
  | { readonly kind: 'profile'; readonly accountId: string; readonly userId: UserId }
  | { readonly kind: 'readers'; readonly accountId: string; readonly narrow: Narrow }

/** The panel beside the screen, which shows one thing at a time. It belongs to one account. */
export class SidePanel {
  content = $state.raw<PanelContent | null>(null)

  show(content: PanelContent): void {
    this.content = content
  }

  close(): void {
    this.content = null
  }

  /** Closes the panel if it shows an account that is no longer shown. */
  follow(accountId: string | null): void {
    if (this.content !== null && this.content.accountId !== accountId) this.close()
  }
}
