import type { EngineDatabase } from './database.ts'

export interface DraftRow {
  conversation: string
  topic: string
  content: string
  updated_at: number
}

export function draftTable(database: EngineDatabase) {
  const get = database.prepare<[string], DraftRow>('SELECT * FROM draft WHERE conversation = ?')
  const put = database.prepare<DraftRow>(
    `INSERT INTO draft (conversation, topic, content, updated_at) VALUES (@conversation, @topic, @content, @updated_at)
     ON CONFLICT (conversation) DO UPDATE SET topic = @topic, content = @content, updated_at = @updated_at`,
  )
  const remove = database.prepare('DELETE FROM draft WHERE conversation = ?')
  return {
    get: (conversation: string) => get.get(conversation),
    put: (row: DraftRow) => put.run(row),
    remove: (conversation: string) => remove.run(conversation),
  }
}

export type DraftTable = ReturnType<typeof draftTable>
