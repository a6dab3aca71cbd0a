import type { ServerDatabase } from '../database.ts'

export interface CustomEmojiRow {
  id: number
  name: string
  file: string
  author_id: number | null
  is_deactivated: number
}

export function customEmojiTable(database: ServerDatabase) {
  const all = database.prepare<[], CustomEmojiRow>('SELECT * FROM custom_emoji ORDER BY id')
  const get = database.prepare<[number], CustomEmojiRow>('SELECT * FROM custom_emoji WHERE id = ?')
  const byName = database.prepare<[string], CustomEmojiRow>(
    'SELECT * FROM custom_emoji WHERE name = ? AND is_deactivated = 0',
  )
  const add = database.prepare('INSERT INTO custom_emoji (name, file, author_id) VALUES (?, ?, ?)')
  const deactivate = database.prepare('UPDATE custom_emoji SET is_deactivated = 1 WHERE id = ?')
  return {
    all: () => all.all(),
    get: (id: number) => get.get(id),
    /** Returns the active custom emoji with this name. */
    byName: (name: string) => byName.get(name),
    add: (name: string, file: string, authorId: number | null) => Number(add.run(name, file, authorId).lastInsertRowid),
    deactivate: (id: number) => deactivate.run(id),
  }
}

export type CustomEmojiTable = ReturnType<typeof customEmojiTable>

/** Returns the address of a custom emoji's picture. */
export function emojiAddress(row: CustomEmojiRow): string {
  return `/user_avatars/1/emoji/images/${row.file}`
}

/** A custom emoji as clients receive it (wire-protocol.md §2.10). */
export function emojiObject(row: CustomEmojiRow): Record<string, unknown> {
  return {
    id: String(row.id),
    name: row.name,
    source_url: emojiAddress(row),
    still_url: null,
    deactivated: row.is_deactivated === 1,
    author_id: row.author_id,
  }
}
