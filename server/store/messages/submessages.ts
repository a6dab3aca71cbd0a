import type { ServerDatabase } from '../database.ts'

export interface SubmessageRow {
  id: number
  message_id: number
  sender_id: number
  msg_type: string
  /** JSON text. */
  content: string
}

/** Submessages of polls and to-do lists (wire-protocol.md §2.4.5). */
export function submessageTable(database: ServerDatabase) {
  const ofMessage = database.prepare<[number], SubmessageRow>(
    'SELECT * FROM submessage WHERE message_id = ? ORDER BY id',
  )
  const add = database.prepare<Omit<SubmessageRow, 'id'>>(
    'INSERT INTO submessage (message_id, sender_id, msg_type, content) VALUES (@message_id, @sender_id, @msg_type, @content)',
  )
  return {
    ofMessage: (messageId: number) => ofMessage.all(messageId),
    add: (row: Omit<SubmessageRow, 'id'>) => Number(add.run(row).lastInsertRowid),
  }
}

export type SubmessageTable = ReturnType<typeof submessageTable>
