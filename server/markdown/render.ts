import { limits } from '../base/limits.ts'
import { blocksHtml } from './blocks/block-html.ts'
import { readBlocks } from './blocks/blocks.ts'
import type { Directory, Environment, Rendered } from './environment.ts'
import { insertFormulas } from './formulas.ts'
import { sanitizeRendered } from './html/sanitize.ts'

export type { Directory, Rendered } from './environment.ts'

/** Renders Markdown to HTML (wire-protocol.md §2.14). Raw HTML in the text is escaped. */
export function renderMarkdown(text: string, directory: Directory): Rendered {
  const environment: Environment = {
    directory,
    mentionedUserIds: new Set(),
    mentionedGroupIds: new Set(),
    wildcards: new Set(),
    uploads: new Set(),
    formulas: [],
    linkifierTime: { leftMs: limits.linkifierTime.most },
    previewed: new Set(),
    isQuoted: false,
  }
  const html = sanitizeRendered(blocksHtml(readBlocks(text).children, environment)).trim()
  return {
    html: insertFormulas(html, environment.formulas),
    mentionedUserIds: environment.mentionedUserIds,
    mentionedGroupIds: environment.mentionedGroupIds,
    mentionsEveryone: environment.wildcards.has('stream'),
    mentionsTopic: environment.wildcards.has('topic'),
    uploads: environment.uploads,
    hasLink: html.includes('<a '),
    hasImage: html.includes('<div class="message_inline_image'),
  }
}
