import { formatFor } from '../format.ts'
import { streamWordNow } from '../stream-word.ts'

export const english = formatFor('en-GB')

/** The word for streams in English: `stream` or `channel`, as the organization says. */
export const word = {
  get one(): string {
    return streamWordNow()
  },
  get many(): string {
    return `${streamWordNow()}s`
  },
  /** At the beginning of a sentence or label. */
  get One(): string {
    return streamWordNow() === 'stream' ? 'Stream' : 'Channel'
  },
  /** At the beginning of a sentence or label. */
  get Many(): string {
    return `${word.One}s`
  },
}

/** All forms of both words, each of which finds texts with another one. */
export const streamWords: readonly string[] = ['stream', 'streams', 'channel', 'channels']
