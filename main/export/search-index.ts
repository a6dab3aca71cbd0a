import type { MessageRow } from '#engine/store/message-row.ts'
import type { UserId } from '#shared/ids.ts'
import type { ExportFolder } from './folder.ts'

/** A file of the index has about this many characters. */
const fileCharacters = 1_000_000

/**
 * The index of the search: programs that hand their data over when a page loads them, because a page of a folder cannot
 * read other files. Each file has the messages of its part as lists: page, message, sender, time, text.
 */
export class SearchIndex {
  readonly #folder: ExportFolder
  readonly #pages: { readonly address: string; readonly title: string }[] = []
  readonly #senders = new Map<UserId, number>()
  readonly #names: string[] = []
  #entries: string[] = []
  #size = 0
  #files = 0

  constructor(folder: ExportFolder) {
    this.#folder = folder
  }

  /** The number of files with messages. */
  get files(): number {
    return this.#files
  }

  /** Begins a page: the messages added next are on it. */
  begin(address: string, title: string): void {
    this.#pages.push({ address, title })
  }

  add(row: MessageRow, senderName: string): void {
    let sender = this.#senders.get(row.sender_id)
    if (sender === undefined) {
      sender = this.#names.push(senderName) - 1
      this.#senders.set(row.sender_id, sender)
    }
    const entry = scriptJson([this.#pages.length - 1, row.id, sender, row.timestamp, row.plain])
    this.#entries.push(entry)
    this.#size += entry.length
    if (this.#size > fileCharacters) this.#flush()
  }

  /** Writes what is left, and the names of pages and people. */
  end(): void {
    this.#flush()
    this.#folder.write(
      'search/names.js',
      `skeinSearch.names(${scriptJson({ pages: this.#pages.map(({ address, title }) => [address, title]), people: this.#names })})\n`,
    )
  }

  #flush(): void {
    if (this.#entries.length === 0) return
    this.#files += 1
    this.#folder.write(`search/${this.#files}.js`, `skeinSearch.add([\n${this.#entries.join(',\n')}\n])\n`)
    this.#entries = []
    this.#size = 0
  }
}

/** JSON that is also a program, whatever its texts contain. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
