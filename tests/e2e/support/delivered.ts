import type { ServerProcess } from './processes.ts'

export const conversations = ['books', 'lunch on Friday', 'Tomasz Lis'] as const
export type ConversationName = (typeof conversations)[number]

const narrows = {
  books: [
    { operator: 'stream', operand: 'general' },
    { operator: 'topic', operand: 'books' },
  ],
  'lunch on Friday': [
    { operator: 'stream', operand: 'general' },
    { operator: 'topic', operand: 'lunch on Friday' },
  ],
  'Tomasz Lis': [{ operator: 'dm', operand: 'tomasz@alder.example' }],
} as const satisfies Record<ConversationName, unknown>

const pageSize = 1000
/** The ending of texts that the drill has edited. */
export const editedMark = ' (edited)'

/** The contents of a queued message with the names of its files, and its conversation. */
export type Sent = Map<string, ConversationName>

/** The errors at the server: messages of the drill that are missing or duplicated. */
export async function notOnce(server: ServerProcess, sent: Sent): Promise<string[]> {
  const wrong: string[] = []
  for (const conversation of conversations) {
    const counts = new Map<string, number>()
    for (const content of await contentsOf(server, conversation)) {
      const text = withNames(content)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
    for (const [text, where] of sent) {
      if (where === conversation && !counts.has(text)) wrong.push(`0 × ${text}`)
    }
    for (const [text, count] of counts) if (text.startsWith('round ') && count > 1) wrong.push(`${count} × ${text}`)
  }
  return wrong
}

/** The Markdown of every message of a conversation. */
export async function contentsOf(server: ServerProcess, conversation: ConversationName): Promise<string[]> {
  const contents: string[] = []
  let anchor = 'newest'
  for (;;) {
    const answer = await server.call('iris', 'GET', '/messages', {
      narrow: JSON.stringify(narrows[conversation]),
      anchor,
      include_anchor: String(anchor === 'newest'),
      num_before: String(pageSize),
      num_after: '0',
      apply_markdown: 'false',
    })
    const messages = answer.messages as { id: number; content: string }[] // shape of GET /messages
    contents.push(...messages.map((message) => message.content))
    const [oldest] = messages
    if (oldest === undefined || answer.found_oldest === true) return contents
    anchor = String(oldest.id)
  }
}

/** The first line of a message as sent, and the names of its files. */
function withNames(content: string): string {
  const words = (content.split('\n')[0] ?? '').replace(editedMark, '')
  return [words, ...[...content.matchAll(/^\[([^\]]+)\]\(\/user_uploads\//gm)].map((match) => match[1] ?? '')].join(' ')
}
