import type { Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { Snippet } from '#contract/writing.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Core } from '../core/core.ts'
import { undoMs } from '../drafts/editing.ts'
import { snippetsChanged } from '../state/snippets/snippet-reducers.ts'
import { unsharedSnippet } from '../store/snippets.ts'
import { foldedSnippet } from '../state/snippets/snippet-text.ts'
import { typingPauseMs } from '../sync/request-loop.ts'

function save(core: Core, { snippetId, name, content }: EngineInput<'snippets.save'>): Result<null> {
  if (content.trim() === '') return { ok: false, error: { code: 'SNIPPET_EMPTY' } }
  const { snippets } = core.store
  const { most } = clientLimits.snippets
  const known = snippets.get(snippetId)
  if ((known === undefined || known.is_deleted === 1) && snippets.count() >= most) {
    return { ok: false, error: { code: 'SNIPPETS_FULL', values: { most } } }
  }
  const now = core.ports.clock.now()
  const text = { name: name.trim(), content }
  const row = {
    ...(known ?? unsharedSnippet),
    id: snippetId,
    ...text,
    folded: foldedSnippet(text),
    updated_at: now,
    is_deleted: 0,
    due_at: now + typingPauseMs,
    refusal: null,
  }
  core.commit(() => {
    snippets.put(row)
    return snippetsChanged
  })
  return { ok: true, value: null }
}

function get(core: Core, { snippetId }: EngineInput<'snippets.get'>): Result<Snippet> {
  const row = core.store.snippets.get(snippetId)
  if (row === undefined || row.is_deleted === 1) return { ok: false, error: { code: 'SNIPPET_GONE' } }
  return { ok: true, value: { name: row.name, content: row.content } }
}

function remove(core: Core, { snippetId }: EngineInput<'snippets.delete'>): Result<Snippet | null> {
  const { snippets } = core.store
  const row = snippets.get(snippetId)
  if (row === undefined || row.is_deleted === 1) return { ok: true, value: null }
  const due_at = core.ports.clock.now() + undoMs
  core.commit(() => {
    // The server may have a snippet whose creation has no response yet.
    if (row.server_id === null && row.sent_title === null) snippets.remove(snippetId)
    else snippets.put({ ...row, is_deleted: 1, due_at })
    return snippetsChanged
  })
  return { ok: true, value: { name: row.name, content: row.content } }
}

/** The handlers of the calls about snippets. */
export function snippetCalls(core: Core) {
  return {
    'snippets.save': (input: EngineInput<'snippets.save'>) => save(core, input),
    'snippets.get': (input: EngineInput<'snippets.get'>) => get(core, input),
    'snippets.delete': (input: EngineInput<'snippets.delete'>) => remove(core, input),
  }
}
