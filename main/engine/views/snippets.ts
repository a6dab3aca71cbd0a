import type { SnippetItem, SnippetsMeta } from '#contract/writing.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Change } from '../state/changes.ts'
import type { ReadCore } from '../core/read-core.ts'
import { savedSnippets } from '../state/snippets/snippet-reducers.ts'
import { areSnippetsShared, localReasonOfSnippet } from '../snippets/synchronization.ts'
import { readStoredFailure } from '../values/failures.ts'
import { foldText } from '#shared/name-query.ts'
import type { View } from './view.ts'

/** The view of the snippets that contain each word of a search, by name. */
export class SnippetsView implements View<'snippets'> {
  readonly #core: ReadCore
  readonly #words: readonly string[]

  constructor(core: ReadCore, text: string) {
    this.#core = core
    this.#words = foldText(text)
      .split(/\s+/)
      .filter((word) => word !== '')
      .slice(0, clientLimits.snippetWords.most)
  }

  isAffected(change: Change): boolean {
    return change.kind === 'organization' || (change.kind === 'part' && change.part === savedSnippets)
  }

  compute(): { items: SnippetItem[]; meta: SnippetsMeta } {
    const { snippets } = this.#core.store
    const rows = snippets.matching(this.#words, clientLimits.snippetsShown.most, clientLimits.snippetStart.most)
    const isShared = areSnippetsShared(this.#core)
    return {
      items: rows.map(({ id, name, start, refusal, length }) => ({
        key: `snippet:${id}`,
        kind: 'snippet',
        snippetId: id,
        name,
        start,
        localReason: isShared ? (readStoredFailure(refusal) ?? localReasonOfSnippet(this.#core, length)) : null,
      })),
      meta: { total: snippets.count(), found: snippets.matches(this.#words), isShared },
    }
  }
}
