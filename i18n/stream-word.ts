import type { StreamWord } from '#contract/accounts.ts'

let source: () => StreamWord = () => 'stream'

/** Sets where the word for streams comes from: in the page the shown account, which can change at any time. */
export function followStreamWord(word: () => StreamWord): void {
  source = word
}

/**
 * The word that the organization uses for its streams. Read while a component is drawn, it draws it again when it
 * changes. The catalogues read it in getters and functions, so that no text keeps the word of another account.
 */
export function streamWordNow(): StreamWord {
  return source()
}

/** Makes texts with another word than the present one, such as those of a notification for its account. */
export function withStreamWord<T>(word: StreamWord, make: () => T): T {
  const before = source
  source = () => word
  try {
    return make()
  } finally {
    source = before
  }
}

/** A text with the present word and with the other one, for searches that find both; once if it contains neither. */
export function inBothWords(make: () => string): readonly string[] {
  const shown = make()
  const other = withStreamWord(streamWordNow() === 'stream' ? 'channel' : 'stream', make)
  return shown === other ? [shown] : [shown, other]
}
