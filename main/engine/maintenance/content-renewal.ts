import type { Core } from '../core/core.ts'
import { conversationOf } from '../values/conversation.ts'
import { needsRenewal, renewContent } from '../state/content/stored-content.ts'
import { Chore } from './chore.ts'

/** Rows per transaction, which takes some milliseconds if all of them change. */
const rowsAtOnce = 100

/**
 * Renews the stored content of messages from earlier versions (migration 0120), newest first. The progress is committed
 * with the rows, so an interruption loses nothing.
 */
export function contentRenewal(core: Core): Chore {
  const { store } = core
  return new Chore(core, 'older messages could not be parsed again', () => {
    const below = store.meta.renewalBelow()
    if (below === null) return false
    const rows = store.messages.olderThan(below, rowsAtOnce)
    core.commit(() => {
      store.meta.setRenewalBelow(rows.at(-1)?.id ?? null)
      return rows.filter(needsRenewal).map((row) => {
        const { html, plain } = renewContent(row.content)
        store.messages.renew({ ...row, content: html, plain })
        return { kind: 'message', id: row.id, conversation: conversationOf(row) }
      })
    })
    return true
  })
}
