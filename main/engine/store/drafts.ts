import { z } from 'zod'
import type { EngineDatabase } from './file/database.ts'

const attachmentSchema = z.object({
  /** The name of the copy in `outgoing/`. */
  id: z.string(),
  name: z.string(),
  type: z.string(),
  /** The size is in bytes. */
  size: z.number(),
  /** The file's path on the server, once it is uploaded. */
  uri: z.string().optional(),
  /** The text of the link, if it differs from the name. */
  alt: z.string().optional(),
  /** It tells whether personal data was removed from a picture. */
  metadata: z.enum(['removed', 'kept']).optional(),
  /** The copy is incomplete: it is still being written, or was interrupted. */
  isArriving: z.boolean().optional(),
})

/** A file of a draft or of a pending message. */
export type Attachment = z.infer<typeof attachmentSchema>

export const attachmentsSchema = z.array(attachmentSchema)

/**
 * A draft. The `synced_` columns are the state that client and server last agreed on, the `sent_` columns that of a
 * request without an answer.
 */
export interface DraftRow {
  id: string
  /** The key is empty for a draft without a recipient. */
  conversation: string
  topic: string
  content: string
  /** A JSON list of `Attachment`. */
  attachments: string
  /** The time is in UNIX milliseconds. */
  updated_at: number
  server_id: number | null
  synced_content: string | null
  synced_topic: string | null
  is_deleted: number
  sent_content: string | null
  sent_topic: string | null
  /**
   * The draft is not sent to the server before this time (UNIX milliseconds), because the user still types or may
   * undo a deletion.
   */
  due_at: number
  attempt_at: number | null
  /** The stored failure for which the server refuses the draft. */
  refusal: string | null
  /** A JSON list of `DraftEcho`, oldest first. */
  echoes: string
}

const echoesSchema = z.array(z.object({ content: z.string(), timestamp: z.number() }))

/**
 * Content that the server accepted and whose event has not arrived. `timestamp` is in seconds, as sent to the server.
 */
export type DraftEcho = z.infer<typeof echoesSchema>[number]

/** Older echoes are dropped, because their events are no longer expected. */
const mostEchoes = 20

/** The table of drafts and of the files of edits. */
export function draftTable(database: EngineDatabase) {
  const columns = [
    'id',
    'conversation',
    'topic',
    'content',
    'attachments',
    'updated_at',
    'server_id',
    'synced_content',
    'synced_topic',
    'is_deleted',
    'sent_content',
    'sent_topic',
    'due_at',
    'attempt_at',
    'refusal',
    'echoes',
  ] as const satisfies readonly (keyof DraftRow)[]
  const get = database.prepare<[string], DraftRow>('SELECT * FROM draft WHERE id = ?')
  const newest = database.prepare<[string], DraftRow>(
    'SELECT * FROM draft WHERE conversation = ? AND is_deleted = 0 ORDER BY updated_at DESC, id LIMIT 1',
  )
  const byServerId = database.prepare<[number], DraftRow>('SELECT * FROM draft WHERE server_id = ?')
  const all = database.prepare<[], DraftRow>(
    "SELECT * FROM draft WHERE conversation NOT LIKE 'edit:%' ORDER BY updated_at DESC, id",
  )
  const withFiles = database.prepare<[], DraftRow>("SELECT * FROM draft WHERE attachments <> '[]'")
  const count = database.prepare<[], { count: number }>('SELECT count(*) AS count FROM draft')
  const sent = database.prepare<[string], DraftRow>(
    'SELECT * FROM draft WHERE server_id IS NULL AND sent_content = ? ORDER BY updated_at DESC, id',
  )
  const put = database.prepare<DraftRow>(
    `INSERT INTO draft (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})
     ON CONFLICT (id) DO UPDATE SET ${columns
       .slice(1)
       .map((name) => `${name} = @${name}`)
       .join(', ')}`,
  )
  const remove = database.prepare('DELETE FROM draft WHERE id = ?')
  return {
    reads: {
      get: (id: string) => get.get(id),
      /** Returns the draft of a conversation's composer. */
      newest: (conversation: string) => newest.get(conversation),
      byServerId: (serverId: number) => byServerId.get(serverId),
      /** Returns all drafts, including deleted ones, newest first. The files of edits are left out. */
      all: () => all.all(),
      /** Returns every row with files, including those of edits. */
      withFiles: () => withFiles.all(),
      count: () => count.get()?.count ?? 0,
      /** Returns the drafts that were sent with this content and have no server id yet, newest first. */
      sent: (content: string) => sent.all(content),
    },
    writes: {
      put: (row: DraftRow) => put.run(row),
      remove: (id: string) => remove.run(id),
    },
  }
}

/** Parses the files of a draft. */
export function draftAttachments(row: Pick<DraftRow, 'attachments'>): Attachment[] {
  return attachmentsSchema.parse(JSON.parse(row.attachments))
}

/** Parses the contents that the server accepted and whose events have not arrived. */
export function draftEchoes(row: Pick<DraftRow, 'echoes'>): DraftEcho[] {
  return echoesSchema.parse(JSON.parse(row.echoes))
}

/** Serializes the newest echoes. */
export function writeDraftEchoes(echoes: readonly DraftEcho[]): string {
  return JSON.stringify(echoes.slice(-mostEchoes))
}

/** Creates a local draft that the server does not know. */
export function newDraft(
  draft: Pick<DraftRow, 'id' | 'conversation' | 'topic' | 'content' | 'updated_at'> & Partial<DraftRow>,
): DraftRow {
  return {
    attachments: '[]',
    server_id: null,
    synced_content: null,
    synced_topic: null,
    is_deleted: 0,
    sent_content: null,
    sent_topic: null,
    due_at: 0,
    attempt_at: null,
    refusal: null,
    echoes: '[]',
    ...draft,
  }
}

/** Returns the id of the draft that has the files of a message's edit. */
export function editDraftId(messageId: number): string {
  return `edit:${messageId}`
}

/** Returns whether a draft only has the files of an edit. It is in no list, and the server never receives it. */
export function isOfEdit(draftId: string): boolean {
  return draftId.startsWith('edit:')
}
