import type { ExportConnection } from '#engine/store/file/export-connection.ts'
import { conversationOf, directConversation, topicConversation, topicKey } from '#engine/values/conversation.ts'
import { addressOf } from './names.ts'
import { pageFile } from './pages/lists.ts'
import type { ExportPlan, PlannedConversation } from './plan.ts'

const idPattern = /^\d{1,15}$/

/** Finds the pages of an export to which links between its messages lead. */
export class ConversationLinks {
  readonly #source: ExportConnection
  readonly #byKey: ReadonlyMap<string, PlannedConversation>

  constructor(source: ExportConnection, plan: ExportPlan) {
    this.#source = source
    this.#byKey = new Map(
      plan.conversations.map((planned) => {
        const { conversation } = planned
        const key =
          conversation.kind === 'topic'
            ? topicConversation(conversation.streamId, conversation.topicKey)
            : directConversation(conversation.directKey)
        return [key, planned]
      }),
    )
  }

  /**
   * Returns the address, from a page of a conversation, of the message or topic that a link into the organization
   * names; null if the export lacks it. A message is found where it is now, also after a move.
   */
  find(link: URL): string | null {
    if (!link.hash.startsWith('#narrow/')) return null
    const parts = link.hash.slice('#narrow/'.length).split('/')
    const valueOf = (...operators: string[]) => {
      const at = parts.findIndex((part, index) => index % 2 === 0 && operators.includes(part))
      return at < 0 ? undefined : parts[at + 1]
    }
    const messageId = valueOf('near', 'id', 'with')
    if (messageId !== undefined && idPattern.test(messageId)) return this.#message(Number(messageId))
    const streamId = /^(\d{1,15})(?:-|$)/.exec(valueOf('channel', 'stream') ?? '')?.[1]
    const topic = decoded(valueOf('topic', 'subject'))
    if (streamId === undefined || topic === null) return null
    const planned = this.#byKey.get(topicConversation(Number(streamId), topicKey(topic)))
    return planned === undefined ? null : pageAddress(planned, 0)
  }

  #message(id: number): string | null {
    const row = this.#source.message(id)
    if (row === undefined) return null
    const planned = this.#byKey.get(conversationOf(row))
    const page = planned?.pages.findIndex(({ after, high }) => after < id && id <= high) ?? -1
    return planned === undefined || page < 0 ? null : `${pageAddress(planned, page)}#m${id}`
  }
}

function pageAddress(planned: PlannedConversation, page: number): string {
  return `../${addressOf(pageFile(planned, page))}`
}

/** Decodes an operand, which has `.` instead of `%`; null if it is missing or malformed. */
function decoded(operand: string | undefined): string | null {
  if (operand === undefined) return null
  try {
    return decodeURIComponent(operand.replaceAll('.', '%'))
  } catch {
    return null
  }
}
