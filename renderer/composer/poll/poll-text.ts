/** A poll as it is written. */
export interface WrittenPoll {
  readonly question: string
  readonly options: readonly string[]
}

const command = /^\/poll(?:[ \t]+([^\n]*))?(?:\n|$)/
/** The marks of a list, which the service leaves out of an option. */
const marks = /^\s*(?:[-*]\s*)?/

/** Reads the text of a poll; the lines of another text become one. */
export function readPoll(content: string): WrittenPoll {
  const found = command.exec(content)
  const [first = '', ...rest] = content.split('\n')
  return {
    question: (found === null ? first : (found[1] ?? '')).trim(),
    options: rest.map((line) => line.replace(marks, '').trimEnd()).filter((line) => line !== ''),
  }
}

/** The message of a poll (wire-protocol.md §2.4.5). Options without a text are left out. */
export function writtenPoll({ question, options }: WrittenPoll): string {
  const lines = options.map(oneLine).filter((line) => line !== '')
  return [`/poll ${oneLine(question)}`.trimEnd(), ...lines].join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim()
}
