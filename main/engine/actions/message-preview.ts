import type { Result } from '#contract/values.ts'
import { renderContent } from '../api/messages.ts'
import type { Core } from '../core/core.ts'
import { unreachable } from './message-details.ts'
import { readContent } from '../state/content/content.ts'

/** The server's rendering of a text; only the server knows every syntax, link and emoji of the organization. */
export async function previewContent(core: Core, content: string): Promise<Result<{ html: string }>> {
  const most = core.accountState.organization?.maxMessageLength ?? 10_000
  const length = [...content].length
  if (length > most) return { ok: false, error: { code: 'MESSAGE_TOO_LONG', values: { act: 'edit', length, most } } }
  try {
    const rendered = await renderContent(core.api, content, { priority: 'foreground' })
    if (rendered === null) return { ok: false, error: { code: 'SERVER_REFUSED' } }
    return { ok: true, value: { html: readContent(rendered, core.reducerContext().serverOrigin).html } }
  } catch (error) {
    return { ok: false, error: unreachable(error, 'preview') }
  }
}
