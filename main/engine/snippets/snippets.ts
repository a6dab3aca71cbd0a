import type { EngineInput } from '../../../preload/contract/calls.ts'
import type { Snippet } from '../../../preload/contract/resources/snippets.ts'
import type { Result } from '../../../preload/contract/values.ts'
import { clientLimits } from '../../../shared/client-limits.ts'
import type { Core } from '../core.ts'
import { foldText } from '../../../shared/name-query.ts'

/** The saved texts, for changes that concern them. */
export const savedSnippets = { name: 'snippets' } as const

const changed = [{ kind: 'part', part: savedSnippets }] as const

function save(core: Core, { snippetId, name, content }: EngineInput<'snippets.save'>): Result<null> {
  if (content.trim() === '') return { ok: false, error: { code: 'SNIPPET_EMPTY' } }
  const { snippets } = core.store
  const { most } = clientLimits.snippets
  if (snippets.get(snippetId) === undefined && snippets.count() >= most) {
    return { ok: false, error: { code: 'SNIPPETS_FULL', values: { most } } }
  }
  const named = name.trim()
  const row = {
    id: snippetId,
    name: named,
    content,
    // A text without a name stands in the list where its first line belongs.
    folded: foldText(named === '' ? content.trim() : `${named}\n${content}`),
    updated_at: core.ports.clock.now(),
  }
  core.commit(() => {
    snippets.put(row)
    return changed
  })
  return { ok: true, value: null }
}

function get(core: Core, { snippetId }: EngineInput<'snippets.get'>): Result<Snippet> {
  const row = core.store.snippets.get(snippetId)
  if (row === undefined) return { ok: false, error: { code: 'SNIPPET_GONE' } }
  return { ok: true, value: { name: row.name, content: row.content } }
}

function remove(core: Core, { snippetId }: EngineInput<'snippets.delete'>): Result<Snippet | null> {
  const row = core.store.snippets.get(snippetId)
  if (row === undefined) return { ok: true, value: null }
  core.commit(() => {
    core.store.snippets.remove(snippetId)
    return changed
  })
  return { ok: true, value: { name: row.name, content: row.content } }
}

/** The calls about saved texts. */
export function snippetCalls(core: Core) {
  return {
    'snippets.save': (input: EngineInput<'snippets.save'>) => save(core, input),
    'snippets.get': (input: EngineInput<'snippets.get'>) => get(core, input),
    'snippets.delete': (input: EngineInput<'snippets.delete'>) => remove(core, input),
  }
}
