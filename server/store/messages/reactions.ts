import type { ServerDatabase } from '../database.ts'

export interface ReactionRow {
  message_id: number
  user_id: number
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

export function reactionTable(database: ServerDatabase) {
  const ofMessage = database.prepare<[number], ReactionRow>('SELECT * FROM reaction WHERE message_id = ? ORDER BY id')
  const add = database.prepare<ReactionRow>(
    `INSERT INTO reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
     VALUES (@message_id, @user_id, @emoji_name, @emoji_code, @reaction_type) ON CONFLICT DO NOTHING`,
  )
  const remove = database.prepare(
    'DELETE FROM reaction WHERE message_id = ? AND user_id = ? AND reaction_type = ? AND emoji_code = ?',
  )
  return {
    /** Returns the reactions of a message, oldest first. */
    ofMessage: (messageId: number) => ofMessage.all(messageId),
    /** Returns whether it was added. */
    add: (row: ReactionRow) => add.run(row).changes > 0,
    /** Returns whether it existed. */
    remove: (row: Omit<ReactionRow, 'emoji_name'>) =>
      remove.run(row.message_id, row.user_id, row.reaction_type, row.emoji_code).changes > 0,
  }
}

export type ReactionTable = ReturnType<typeof reactionTable>
