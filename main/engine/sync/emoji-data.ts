import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import type { Core } from '../core/core.ts'
import { codePattern, type EmojiNames } from '../values/emoji/emoji-names.ts'

const schema = z.object({ code_to_names: z.record(z.string(), z.unknown()) })
const nameSchema = z.string().regex(/^[^\s:]{1,100}$/)
const timeoutMs = 30_000
const maxBytes = clientLimits.emojiDataAnswer.most
/** The limit is several times the number of emoji in Unicode. */
const mostCodes = clientLimits.emojiCodes.most
const mostNames = clientLimits.emojiNames.most

/**
 * Parses the server's table leniently: invalid entries are skipped.
 * @throws if it contains no emoji
 */
export function readEmojiNames(body: string): EmojiNames {
  const entries = Object.entries(schema.parse(JSON.parse(body)).code_to_names).flatMap(([code, listed]) => {
    const names = (Array.isArray(listed) ? listed : []).filter((name) => nameSchema.safeParse(name).success) as string[]
    return codePattern.test(code) && names.length > 0 ? [[code, names.slice(0, mostNames)] as const] : []
  })
  if (entries.length === 0) throw new Error('the table of emoji is empty')
  return Object.fromEntries(entries.slice(0, mostCodes))
}

/**
 * Fetches the server's emoji names once for each address (wire-protocol.md §2.2.1), because a reaction must be sent
 * with a name that the server knows. A server without an address, or with one on another host, is assumed to use the
 * standard names.
 */
export async function fetchEmojiNames(core: Core): Promise<void> {
  const { organization } = core.accountState
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
    if (answer.status !== 200) throw new Error(`the server answered ${answer.status}`)
    const names = readEmojiNames(answer.body)
    core.commit(() => {
      core.store.meta.setEmojiNames({ url: organization.emojiDataUrl, names })
      return []
    })
  } catch (error) {
    core.ports.log('info', `names of emoji: ${String(error)}`)
  }
}
