import { clientLimits } from '#shared/client-limits.ts'
import { snippetsWire, type SnippetText, type WireSnippet } from '../../api/texts/snippets.ts'
import type { EventIn } from '../../api/wire.ts'
import { snippetEchoes, unsharedSnippet, writeSnippetEchoes, type SnippetRow } from '../../store/snippets.ts'
import { foldedSnippet, snippetText } from './snippet-text.ts'
import type { Change } from '../changes.ts'
import { slice } from '../slice.ts'
import type { ReducerContext } from '../context.ts'

/** The marker of changes that concern snippets. */
export const savedSnippets = { name: 'snippets' } as const

/** Every write to the snippets makes this change. */
export const snippetsChanged: readonly Change[] = [{ kind: 'part', part: savedSnippets }]

/** The context of the reducers of snippets. `now` is in UNIX milliseconds. */
export type SnippetContext = Pick<ReducerContext, 'store' | 'now'>

function isSame(one: SnippetText, other: SnippetText): boolean {
  return one.title === other.title && one.content === other.content
}

function sentText({ sent_title: title, sent_content: content }: SnippetRow): SnippetText | null {
  return title === null || content === null ? null : { title, content }
}

function syncedText({ synced_title: title, synced_content: content }: SnippetRow): SnippetText | null {
  return title === null || content === null ? null : { title, content }
}

/** Returns whether the snippet has local changes that the server lacks. */
export function isDirtySnippet(row: SnippetRow): boolean {
  const synced = syncedText(row)
  return row.server_id === null || synced === null || !isSame(snippetText(row), synced)
}

/**
 * Returns the columns of a server's text in the user's form. The local name stays if the server's title is only cut
 * or derived from it.
 */
function asShown(snippet: SnippetText, row: Pick<SnippetRow, 'name' | 'content'> | undefined): Partial<SnippetRow> {
  const own = row === undefined ? undefined : snippetText(row)
  const name = row !== undefined && own?.title === snippet.title ? row.name : snippet.title
  const content = row !== undefined && own?.content === snippet.content ? row.content : snippet.content
  return { name, content, folded: foldedSnippet({ name, content }) }
}

/**
 * Applies the server's state of a snippet. It replaces an unchanged local copy; a changed one stays and is sent. If
 * both sides have changed the text, the local text stays in its row and the server's becomes a new snippet.
 */
export function storeServerSnippet(context: SnippetContext, { id, ...reported }: WireSnippet): readonly Change[] {
  const { snippets } = context.store
  const row = snippets.byServerId(id) ?? creationOf(context, reported)
  const sent = row === undefined ? null : sentText(row)
  const isEcho = sent !== null && isSame(sent, reported)
  const agreed = {
    server_id: id,
    synced_title: reported.title,
    synced_content: reported.content,
    refusal: null,
    echoes: '[]',
    // A request of unknown outcome may still take effect; only the snippet's text proves that it has.
    ...(isEcho ? { sent_title: null, sent_content: null, attempt_at: null } : {}),
  } as const
  if (row === undefined) {
    if (snippets.count() >= clientLimits.snippets.most) return []
    snippets.put(newServerSnippet(context, id, reported))
    return snippetsChanged
  }
  const before = isEcho ? sent : syncedText(row)
  const isNews = before !== null && !isEcho && !isSame(before, reported)
  const isChangedHere = before !== null && !isSame(snippetText(row), before)
  if (!isNews || isSame(snippetText(row), reported)) {
    // The server's text is unchanged: the synchronization sends a local edit or the deletion.
    snippets.put({ ...row, ...agreed })
    return snippetsChanged
  }
  if (isChangedHere && row.is_deleted === 0) {
    snippets.put({ ...row, ...agreed })
    snippets.put({ ...newServerSnippet(context, id, reported), ...unsharedSnippet })
    return snippetsChanged
  }
  // An edit elsewhere wins over a deletion here.
  snippets.put({ ...row, ...asShown(reported, row), ...agreed, is_deleted: 0, updated_at: context.now })
  return snippetsChanged
}

function newServerSnippet({ now }: SnippetContext, id: number, reported: SnippetText): SnippetRow {
  return {
    ...unsharedSnippet,
    id: idOfServerSnippet(id, now),
    name: reported.title,
    content: reported.content,
    folded: foldedSnippet({ name: reported.title, content: reported.content }),
    updated_at: now,
    server_id: id,
    synced_title: reported.title,
    synced_content: reported.content,
    is_deleted: 0,
    due_at: 0,
  }
}

/**
 * Returns the local id of a snippet that came from the server, in the form of a UUID. It contains the time, because a
 * later conflict of the same snippet makes another one.
 */
function idOfServerSnippet(id: number, now: number): string {
  const digits = (value: number, count: number) => value.toString(16).padStart(count, '0').slice(-count)
  return `${digits(id, 8)}-0000-4000-8000-${digits(now, 12)}`
}

/** Returns a snippet that has the reported text and that the server lacks as far as this client knows. */
function creationOf({ store }: SnippetContext, reported: SnippetText): SnippetRow | undefined {
  const rows = store.snippets.all().filter((row) => row.server_id === null)
  const sent = rows.find((row) => {
    const text = sentText(row)
    return text !== null && isSame(text, reported)
  })
  return sent ?? rows.find((row) => row.is_deleted === 0 && isSame(snippetText(row), reported))
}

/**
 * Applies an event. The queue keeps the order of changes: until the event of the last accepted write arrives, other
 * events contain earlier states.
 */
function storeReportedSnippet(context: SnippetContext, snippet: WireSnippet): readonly Change[] {
  const { snippets } = context.store
  const row = snippets.byServerId(snippet.id)
  const echoes = row === undefined ? [] : snippetEchoes(row)
  if (row === undefined || echoes.length === 0) return storeServerSnippet(context, snippet)
  const index = echoes.findIndex((echo) => isSame(echo, snippet))
  if (index !== -1) snippets.put({ ...row, echoes: writeSnippetEchoes(echoes.slice(index + 1)) })
  return []
}

/** Handles a snippet that the server has deleted: an unchanged copy is deleted, a changed one is created again. */
function forgetServerSnippet({ store }: SnippetContext, serverId: number): readonly Change[] {
  const row = store.snippets.byServerId(serverId)
  if (row === undefined) return []
  if (row.is_deleted === 0 && isDirtySnippet(row)) store.snippets.put({ ...row, ...unsharedSnippet })
  else store.snippets.remove(row.id)
  return snippetsChanged
}

/** Applies the whole list of a registration: snippets that it lacks were deleted. The list is null on older servers. */
function replaceServerSnippets(context: SnippetContext, list: readonly WireSnippet[] | null): readonly Change[] {
  if (list === null) return []
  const present = new Set(list.map(({ id }) => id))
  const gone = context.store.snippets
    .all()
    .flatMap(({ server_id: id }) => (id !== null && !present.has(id) ? [id] : []))
  return [
    ...gone.flatMap((id) => forgetServerSnippet(context, id)),
    ...list.flatMap((snippet) => storeServerSnippet(context, snippet)),
  ]
}

function handleSnippets(context: ReducerContext, event: EventIn<typeof snippetsWire>): readonly Change[] {
  switch (event.op) {
    case 'add':
    case 'update':
      return storeReportedSnippet(context, event.saved_snippet)
    case 'remove':
      return forgetServerSnippet(context, event.saved_snippet_id)
  }
}

export const snippetsSlice = slice({
  name: 'snippets',
  wire: snippetsWire,
  read: (answer) => answer.saved_snippets,
  replace: replaceServerSnippets,
  reducers: { saved_snippets: handleSnippets },
})
