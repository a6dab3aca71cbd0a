/** Replaces a redacted text. */
type Replacement = string | ((match: string) => string)

/** The known texts that a report must not contain: addresses, names and folders. */
export interface KnownWords {
  readonly emails: readonly string[]
  /** Host names, with their ports where they have one. */
  readonly servers: readonly string[]
  /** Names of organizations, of the user and of the computer. */
  readonly names: readonly string[]
  /** The user's home folder. */
  readonly home: string
}

const secretNames =
  'authorization|api[_-]?key|pass(?:word|phrase)?|secret|token|cookie|session(?:[_-]?id)?|credentials?|key'

/** Applied in this order: labelled secrets first, then texts that look like secrets. */
const patterns: readonly (readonly [pattern: RegExp, replacement: Replacement])[] = [
  [/\b(basic|bearer)\s+[^\s"',;)}\]]+/gi, '$1 [secret]'],
  // A name and its value, up to the closing quote if the value is quoted.
  [
    new RegExp(
      `(["'\`]?\\b[\\w-]*(?:${secretNames})["'\`]?\\s*[:=]\\s*)(?:"[^"\\n]*"?|'[^'\\n]*'?|\`[^\`\\n]*\`?|[^\\s"',;&)}\\]]+)`,
      'gi',
    ),
    '$1[secret]',
  ],
  // Addresses of Skein's own pages and files are kept, because they locate a failure; all others are removed.
  [/\b(?!(?:app|file|node):)[a-z][a-z0-9+.-]*:\/\/[^\s"'`<>)\]}]*/gi, '[address]'],
  [/\bdata:[^\s"'`<>)]*/gi, '[data]'],
  [/[^\s@/"'`<>()[\]{},;:=]+(?:@|%40)[^\s@/"'`<>()[\]{},;]+/gi, '[e-mail]'],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, '[address]'],
  [/\[?(?:\b[0-9a-f]{1,4}:){3,7}[0-9a-f]{0,4}\]?|\[?::[0-9a-f]{1,4}\b\]?/gi, '[address]'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '[id]'],
  [/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET)(\s+)[^\s"',;)]+/g, '$1$2[server]'],
  // Quoted text may be content of messages, for example in errors about malformed JSON or HTML.
  [/"[^"\n]*"?|“[^”\n]*”?|«[^»\n]*»?/g, '“[text]”'],
  [/`[^`\n]*`?/g, '`[text]`'],
  [/(^|[\s(=:,[])'([^'\n]*)'/g, (match) => (/^.?'[\w.$-]{1,40}'$/s.test(match) ? match : `${lead(match)}'[text]'`)],
  [/[\w+=-]{16,}/g, (match) => (/\d/.test(match) && /[a-z]/i.test(match) ? '[secret]' : match)],
  [/[A-Za-z0-9+/_=-]{24,}/g, (match) => (isMixed(match) || !match.includes('/') ? longWord(match) : match)],
]

function lead(match: string): string {
  return match.startsWith("'") ? '' : match.slice(0, 1)
}

/** Whether the text mixes letters and digits, as base64 does. */
function isMixed(text: string): boolean {
  return /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text)
}

/** Redacts a long word, unless it consists of letters only and may be the name of a function. */
function longWord(match: string): string {
  return match.length >= 32 || /\d/.test(match) ? '[secret]' : match
}

/** Hosts without a scheme. Lines of a stack contain similar words for functions and files. */
const host =
  /\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|org|net|edu|gov|int|io|dev|app|chat|cloud|info|biz|eu|de|uk|fr|nl|ch|at|se|no|pl|it|es|us|ca|au|jp|in|br|example|test|local|lan|internal|intranet|corp|home|invalid|localhost)\b(?::\d+)?/gi

/**
 * Redacts a text for a report: keys, passwords, e-mail and network addresses, names of servers and people, and possible
 * content of messages. When in doubt, it redacts.
 */
export function redactForReport(text: string, known: KnownWords): string {
  return withoutControls(text)
    .split('\n')
    .map((line) => redactLine(line, known))
    .join('\n')
}

function redactLine(line: string, known: KnownWords): string {
  let result = line
  const words: readonly (readonly [words: readonly string[], replacement: string])[] = [
    [[known.home], '~'],
    [known.emails, '[e-mail]'],
    [known.servers, '[server]'],
    [known.names, '[name]'],
  ]
  for (const [list, replacement] of words) {
    for (const word of list) if (word.length >= 3) result = replaceWord(result, word, replacement)
  }
  for (const [pattern, replacement] of patterns) {
    result =
      typeof replacement === 'string' ? result.replace(pattern, replacement) : result.replace(pattern, replacement)
  }
  return /^\s+at\s/.test(result) ? result : result.replace(host, '[server]')
}

/** Replaces a word regardless of case. A regular expression would need escaping. */
function replaceWord(text: string, word: string, replacement: string): string {
  const lower = text.toLowerCase()
  const wanted = word.toLowerCase()
  // The lower case of some letters has another length, which would shift positions.
  if (lower.length !== text.length) return text.replaceAll(word, replacement)
  let result = ''
  let from = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    result += text.slice(from, at) + replacement
    from = at + wanted.length
  }
  return result + text.slice(from)
}

/** Replaces control characters and marks of direction, which could disguise a text. */
function withoutControls(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
}
