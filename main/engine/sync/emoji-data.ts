import { z } from 'zod'
import type { Core } from '../core.ts'

const schema = z.object({ code_to_names: z.record(z.string(), z.array(z.string())) })
const timeoutMs = 30_000
const maxBytes = 4 * 1024 * 1024

/**
 * Fetches the server's own names of emoji once for each address (wire-protocol.md §2.2.1): a reaction must be sent with
 * the name that the server knows. A server that tells of none, or on another host, is taken to use the usual names.
 */
export async function fetchEmojiNames(core: Core): Promise<void> {
  const { organization } = core.world
  if (organization === undefined || organization.emojiDataUrl === '') return
  if (core.store.meta.emojiNames()?.url === organization.emojiDataUrl) return
  let url: URL
  try {
    url = new URL(organization.emojiDataUrl, organization.realmUri)
  } catch {
    return
  }
  if (url.origin !== new URL(organization.realmUri).origin) return
  try {
    const answer = await core.ports.transport.request({
      method: 'GET',
      path: url.pathname + url.search,
      form: {},
      priority: 'background',
      timeoutMs,
      maxBytes,
    })
    const data = schema.parse(JSON.parse(answer.body))
    core.commit(() => {
      core.store.meta.setEmojiNames({ url: organization.emojiDataUrl, names: data.code_to_names })
      return []
    })
  } catch (error) {
    core.ports.log('info', `names of emoji: ${String(error)}`)
  }
}
