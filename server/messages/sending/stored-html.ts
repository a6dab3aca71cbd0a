import type { ServerContext } from '../../context/context.ts'
import { renderMarkdown, type Rendered } from '../../markdown/render.ts'
import { directoryOf } from '../../streams/directories.ts'
import type { UserRow } from '../../store/people/users.ts'

/** Renders a text that is stored, with the parts that a level fixes when a text is written. */
export function renderStored(context: ServerContext, content: string, writer: UserRow): Rendered {
  const rendered = renderMarkdown(content, directoryOf(context, writer))
  return context.layer === undefined ? rendered : { ...rendered, html: context.layer.storedHtml(rendered.html) }
}
