import type { MessageId } from '../values/ids.ts'
import { z } from 'zod'
import type { Api, CallOptions } from './client.ts'

/**
 * `POST /submessage`: adds a vote, an option or a task (wire-protocol.md §2.4.5). `content` is JSON; a repeated call
 * may revert itself.
 */
export async function sendSubmessage(
  api: Api,
  part: { readonly messageId: MessageId; readonly content: string },
  options: CallOptions,
): Promise<void> {
  const form = { message_id: String(part.messageId), msg_type: 'widget', content: part.content }
  await api.call('POST', '/submessage', form, z.object({}), { ...options, once: `message ${part.messageId}` })
}
