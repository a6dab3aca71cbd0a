import type { ServerContext } from '../../context/context.ts'
import { renderMarkdown, type Rendered } from '../../markdown/render.ts'
import { directoryOf } from '../../streams/directories.ts'
import type { UserRow } from '../../store/people/users.ts'

/** Renders a text for storage, with the parts that depend on the time of writing at some levels. */
export function renderStored(context: ServerContext, content: string, writer: UserRow): Rendered {
  const rendered = renderMarkdown(content, directoryOf(context, writer))
  return context.layer === undefined ? rendered : { ...rendered, html: context.layer.storedHtml(rendered.html) }
}
