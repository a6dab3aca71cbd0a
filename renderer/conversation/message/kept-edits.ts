import { clientLimits } from '../../../shared/client-limits.ts'
import { forgetKept, keptKey } from '../../app/places.ts'
import type { Narrow } from '../../../preload/contract/values.ts'
import type { FeedNarrow } from '../../../preload/contract/views/feed.ts'
import type { KeptEdit, MessageActions } from './message-actions.svelte.ts'

/** The half-written edits of conversations and feeds that are not shown. They are bounded: the oldest goes. */
export class KeptEdits {
  readonly #edits = new Map<string, KeptEdit>()

  /** The conversation is shown: what was being edited there goes on. */
  open(accountId: string, narrow: Narrow | FeedNarrow, actions: MessageActions): void {
    const key = keptKey(accountId, narrow)
    const edit = this.#edits.get(key)
    this.#edits.delete(key)
    if (edit !== undefined) actions.resume(edit)
  }

  /** The conversation is closed. An edit that is just being saved is kept until it is saved. */
  leave(accountId: string, narrow: Narrow | FeedNarrow, actions: MessageActions): void {
    const key = keptKey(accountId, narrow)
    const edit = actions.halfWritten
    if (edit === null) return
    this.#edits.set(key, edit)
    const [oldest] = this.#edits.keys()
    if (oldest !== undefined && this.#edits.size > clientLimits.keptEdits.most) this.#edits.delete(oldest)
    actions.onEdited = () => {
      if (this.#edits.get(key) === edit) this.#edits.delete(key)
    }
  }

  /** The account was signed out: nothing of it is kept. */
  forget(accountId: string): void {
    forgetKept(this.#edits, accountId)
  }
}
