const fileLink = /\[([^[\]\n]*)\]\(\/user_uploads\/[^()\s]*\)/g

/** A text, and the names of the uploaded files that it links to. */
export interface TextWithFiles {
  readonly text: string
  readonly files: readonly string[]
}

/** Removes the links of uploaded files from a Markdown text. Links within a line of text stay. */
export function withoutFiles(content: string): TextWithFiles {
  const files: string[] = []
  const lines = content.split('\n').filter((line) => {
    const links = [...line.matchAll(fileLink)]
    if (links.length === 0 || line.replaceAll(fileLink, '').trim() !== '') return true
    files.push(...links.map(([, name = '']) => name))
    return false
  })
  return { text: lines.join('\n').trim(), files }
}
