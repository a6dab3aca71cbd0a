import { formatFor } from '../format.ts'
import { streamWordNow } from '../stream-word.ts'

export const german = formatFor('de-DE')

const isStream = () => streamWordNow() === 'stream'

/** The word for streams in German: `Stream` or `Kanal`, as the organization says. Both are masculine. */
export const word = {
  get one(): string {
    return isStream() ? 'Stream' : 'Kanal'
  },
  /** The genitive of one. */
  get ofOne(): string {
    return isStream() ? 'Streams' : 'Kanals'
  },
  get many(): string {
    return isStream() ? 'Streams' : 'Kanäle'
  },
  /** The dative of several. */
  get toMany(): string {
    return isStream() ? 'Streams' : 'Kanälen'
  },
}

/** All forms of both words, each of which finds texts with another one. */
export const streamWords: readonly string[] = ['Stream', 'Streams', 'Kanal', 'Kanals', 'Kanäle', 'Kanälen']
