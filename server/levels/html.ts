const code = /(<pre[\s>][\s\S]*?<\/pre>|<code>[\s\S]*?<\/code>)/

/** Changes rendered text outside of code. */
export function outsideCode(html: string, change: (part: string) => string): string {
  return html
    .split(code)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}
