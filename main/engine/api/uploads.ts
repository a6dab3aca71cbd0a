import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { TransportUpload } from '../ports.ts'
import type { Api, CallOptions } from './client.ts'

const path = z.string().max(clientLimits.mediaPath.most)

/** The file's path. `uri` is its name before feature level 272 and may disappear. */
const answerSchema = z.union([
  z.object({ url: path }).transform((answer) => answer.url),
  z.object({ uri: path }).transform((answer) => answer.uri),
])

/** `POST /user_uploads`: returns the file's path on the server. A repeated call creates a second, unused file. */
export async function uploadFile(api: Api, upload: TransportUpload, options: CallOptions): Promise<string> {
  return api.call('POST', '/user_uploads', {}, answerSchema, { ...options, upload })
}

/** `DELETE /attachments/{attachment_id}`. The server refuses an unknown id with the code of any bad request. */
export async function deleteAttachment(api: Api, id: number, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/attachments/${id}`, {}, z.object({}), options)
}
