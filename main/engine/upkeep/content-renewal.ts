import type { Core } from '../core.ts'
import { conversationOf } from '../values/conversation.ts'
import { needsRenewal, renewContent } from '../model/content/stored-content.ts'
import { Chore } from './chore.ts'

/** Rows a transaction looks at: some milliseconds, where all of them change. */
const rowsAtOnce = 100

/**
 * Reads the texts anew that an earlier Skein stored (migration 0120), the newest first. A stop in between costs nothing:
 * how far it came is committed with the rows.
 */
export function contentRenewal(core: Core): Chore {
  const { store } = core
  return new Chore(core, 'older messages could not be read anew', () => {
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
