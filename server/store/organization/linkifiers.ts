import type { ServerDatabase } from '../database.ts'

export interface LinkifierRow {
  id: number
  position: number
  pattern: string
  url_template: string
}

/** Patterns in texts and topics that become links. */
export function linkifierTable(database: ServerDatabase) {
  const all = database.prepare<[], LinkifierRow>('SELECT * FROM linkifier ORDER BY position, id')
  const add = database.prepare(
    'INSERT INTO linkifier (position, pattern, url_template) VALUES ((SELECT coalesce(max(position), 0) + 1 FROM linkifier), ?, ?)',
  )
  const change = database.prepare<LinkifierRow>(
    'UPDATE linkifier SET position = @position, pattern = @pattern, url_template = @url_template WHERE id = @id',
  )
  const remove = database.prepare('DELETE FROM linkifier WHERE id = ?')
  let rows: readonly LinkifierRow[] | undefined
  return {
    /** Returns the linkifiers in matching order; the same list object until one changes. */
    all: (): readonly LinkifierRow[] => (rows ??= all.all()),
    add(pattern: string, urlTemplate: string): number {
      rows = undefined
      return Number(add.run(pattern, urlTemplate).lastInsertRowid)
    },
    change(row: LinkifierRow): void {
      rows = undefined
      change.run(row)
    },
    remove(id: number): boolean {
      rows = undefined
      return remove.run(id).changes > 0
    },
    /** Reloads the in-memory cache after a rollback. */
    forget(): void {
      rows = undefined
    },
  }
}

export type LinkifierTable = ReturnType<typeof linkifierTable>
