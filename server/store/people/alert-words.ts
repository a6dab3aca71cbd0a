import type { ServerDatabase } from '../database.ts'

/** The alert words of users. */
export function alertWordTable(database: ServerDatabase) {
  const every = database.prepare<[], { user_id: number; word: string }>(
    'SELECT user_id, word FROM alert_word ORDER BY user_id, position, word_key',
  )
  const add = database.prepare(
    `INSERT INTO alert_word (user_id, word_key, word, position)
     VALUES (@userId, @key, @word, (SELECT coalesce(max(position), 0) + 1 FROM alert_word WHERE user_id = @userId))
     ON CONFLICT DO NOTHING`,
  )
  const remove = database.prepare('DELETE FROM alert_word WHERE user_id = ? AND word_key = ?')
  let words: Map<number, string[]> | undefined
  function loaded(): ReadonlyMap<number, readonly string[]> {
    if (words === undefined) {
      words = new Map()
      for (const row of every.all()) {
        const own = words.get(row.user_id)
        if (own === undefined) words.set(row.user_id, [row.word])
        else own.push(row.word)
      }
    }
    return words
  }
  return {
    ofUser: (userId: number): readonly string[] => loaded().get(userId) ?? [],
    /** Returns all users with alert words. */
    all: loaded,
    add(userId: number, word: string): boolean {
      words = undefined
      return add.run({ userId, key: word.toLowerCase(), word }).changes > 0
    },
    remove(userId: number, word: string): boolean {
      words = undefined
      return remove.run(userId, word.toLowerCase()).changes > 0
    },
    /** Reloads the in-memory cache after a rollback. */
    forget(): void {
      words = undefined
    },
  }
}

export type AlertWordTable = ReturnType<typeof alertWordTable>
