import type { Narrow } from '#contract/base/values.ts'
import type { UserId } from '#shared/ids.ts'
import { isSameNarrow } from './routes/routes.ts'

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

  /** Shows the people of a conversation, or closes the panel if it shows them. */
  toggleReaders(accountId: string, narrow: Narrow): void {
    if (this.content?.kind === 'readers') this.close()
    else this.show({ kind: 'readers', accountId, narrow })
  }

  /**
   * Closes the panel if it shows an account that is no longer shown. The people of a conversation become those of the
   * shown one; a screen without one closes them. @param narrow the shown conversation; null for none
   */
  follow(accountId: string | null, narrow: Narrow | null): void {
    const { content } = this
    if (content === null) return
    if (content.accountId !== accountId || (content.kind === 'readers' && narrow === null)) this.close()
    else if (content.kind === 'readers' && narrow !== null && !isSameNarrow(content.narrow, narrow)) {
      this.content = { ...content, narrow }
    }
  }
}
