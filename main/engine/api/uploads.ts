import { z } from 'zod'
import type { TransportUpload } from '../ports.ts'
import type { Api, CallOptions } from './client.ts'

/** `POST /user_uploads`: returns the file's path at the server. A repeated call makes a second file, which nobody sees. */
export async function uploadFile(api: Api, upload: TransportUpload, options: CallOptions): Promise<string> {
  const answer = await api.call('POST', '/user_uploads', {}, z.object({ uri: z.string() }), { ...options, upload })
  return answer.uri
}
