import type { ServerContext } from '../../context/context.ts'
import { badRequest } from '../../base/errors.ts'
import { firstPoints, isLonger, limits } from '../../base/limits.ts'
import type { UserRow } from '../../store/people/users.ts'
import { renderMarkdown, type Rendered } from '../../markdown/render.ts'
import { directoryOf } from '../../streams/access.ts'

/** The stored name of the empty topic, as upstream. */
export const noTopic = '(no topic)'

const truncated = '\n[message truncated]'

/**
 * Trims and truncates content as stock servers do; empty content is refused (wire-protocol.md §2.4.1). @throws
 * ServiceError `BAD_REQUEST`
 */
export function normalizeContent(text: string): string {
  const content = text.trimEnd().replace(/^\n+/, '')
  if (content === '') throw badRequest('Message must not be empty')
  if (content.includes('\0')) throw badRequest('Message must not contain null bytes')
  const { most } = limits.message
  return isLonger(content, most) ? firstPoints(content, most - truncated.length) + truncated : content
}

/** Renders the slow parts of a message; call before the change that stores it. */
export async function prepareContent(context: ServerContext, text: string, writer: UserRow): Promise<void> {
  if (text.trim() !== '' && !text.includes('\0')) await context.drawings.prepare(normalizeContent(text), writer.id)
}

/** Content for a preview: untrimmed, and checked like stored content, except that it may be empty. */
export function previewedContent(text: string): string {
  if (text.trim() === '') return ''
  const content = normalizeContent(text)
  return content === text.trimEnd().replace(/^\n+/, '') ? text : content
}

/** A topic in its stored form: trimmed and truncated. @throws ServiceError `BAD_REQUEST` */
export function normalizeTopic(text: string): string {
  const topic = text.trim()
  if (topic === '') throw badRequest("Topic can't be empty!")
  requirePrintable('topic', topic, '!')
  return cutTopic(topic)
}

/**
 * Checks that a name has one line and no invalid characters.
 * @throws ServiceError `BAD_REQUEST` with the position of the first invalid one, counted from 1 in code points
 */
export function requirePrintable(what: string, text: string, end: '!' | '.'): void {
  const at = text.search(/[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u)
  if (at >= 0) throw badRequest(`Invalid character in ${what}, at position ${[...text.slice(0, at)].length + 1}${end}`)
}

export function cutTopic(topic: string): string {
  const { most } = limits.topic
  return isLonger(topic, most) ? `${firstPoints(topic, most - 3)}...` : topic
}

/** Renders a text for storage, with the parts that depend on the time of writing at some levels. */
export function renderStored(context: ServerContext, content: string, writer: UserRow): Rendered {
  const rendered = renderMarkdown(content, directoryOf(context, writer))
  return context.layer === undefined ? rendered : { ...rendered, html: context.layer.storedHtml(rendered.html) }
}
