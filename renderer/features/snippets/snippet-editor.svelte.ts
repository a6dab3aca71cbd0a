import type { Failure } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Snippet } from '#contract/writing.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { EditingSession } from '../../parts/editor/markdown/editing-session.ts'

/** The pause in typing after which the text is stored, in milliseconds; it is well below the allowed loss of 500 ms. */
const saveDelayMs = 150
/** The interval at which the text is stored during continuous typing, in milliseconds. */
const saveAtLeastMs = 250
/** The delay before a failed save is repeated, in milliseconds. */
const retryMs = 2_000

const longest = clientLimits.snippetText.most

/** Failures after which the same save is not repeated, since the user must resolve them. */
const finalFailures: ReadonlySet<string> = new Set(['SNIPPETS_FULL', 'NO_ACCOUNT', 'BAD_PARAMETERS'])

const noAnswer: Failure = { code: 'NO_ANSWER' }

/** The parts of the page that the editor uses, and its snippet. */
export interface SnippetEditorPorts {
  readonly bridge: Bridge
  readonly accountId: string
  readonly snippetId: string
  /** The stored snippet; null for a new one. */
  readonly original: Snippet | null
}

/** A snippet that is being edited. Changes are stored during typing, but never an empty text. */
export class SnippetEditor {
  readonly snippetId: string
  readonly isNew: boolean
  /** The history of edits in the text, for undoing them. */
  readonly session = new EditingSession()
  name = $state('')
  content = $state('')
  failure = $state.raw<Failure | null>(null)
  readonly #ports: SnippetEditorPorts
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The time of the first unstored change; null if there is none. */
  #dirtySince: number | null = null
  #isStored: boolean
  /** The last call; each waits for the previous one, so that an earlier text is never stored last. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(ports: SnippetEditorPorts) {
    this.#ports = ports
    this.snippetId = ports.snippetId
    this.isNew = ports.original === null
    this.#isStored = ports.original !== null
    this.name = ports.original?.name ?? ''
    this.content = ports.original?.content ?? ''
  }

  /** Called after the user changed the name or the text. */
  edited(): void {
    this.failure = null
    const now = performance.now()
    this.#dirtySince ??= now
    const remaining = Math.max(0, saveAtLeastMs - (now - this.#dirtySince))
    this.#saveIn(Math.min(saveDelayMs, remaining))
  }

  /** Whether there are no unstored changes. */
  get #isSaved(): boolean {
    return this.#dirtySince === null
  }

  /** Stores unsaved changes; an empty text is not stored. @returns whether nothing remains to be stored */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    const { name, content } = this
    if (content.length > longest) {
      this.failure = { code: 'TEXT_TOO_LONG', values: { length: content.length, most: longest } }
      return false
    }
    if (!this.#isSaved && content.trim() !== '') {
      this.#dirtySince = null
      return this.#store({ name, content })
    }
    await this.#last
    return this.#isSaved
  }

  /** Stores the text at the end of its editing. @returns false, with a `failure`, if that failed */
  async finish(): Promise<boolean> {
    if (this.content.trim() !== '') return this.flush()
    // An abandoned new snippet is deleted.
    if (this.isNew && this.name.trim() === '') return this.revert()
    this.failure = { code: 'SNIPPET_EMPTY' }
    return false
  }

  /**
   * Restores the snippet as it was when the editor was opened; a new one is deleted. @returns whether that succeeded
   */
  async revert(): Promise<boolean> {
    clearTimeout(this.#timer)
    this.#dirtySince = null
    const { original } = this.#ports
    return original === null ? this.#remove() : this.#store(original)
  }

  #store(snippet: Snippet): Promise<boolean> {
    const { bridge, accountId, snippetId } = this.#ports
    return this.#inOrder(async () => {
      const result = await bridge.call('snippets.save', { accountId, snippetId, ...snippet })
      if (result.ok) this.#isStored = true
      return result.ok ? null : result.error
    })
  }

  #remove(): Promise<boolean> {
    const { bridge, accountId, snippetId } = this.#ports
    return this.#inOrder(async () => {
      if (!this.#isStored) return null
      const result = await bridge.call('snippets.delete', { accountId, snippetId })
      if (result.ok) this.#isStored = false
      return result.ok ? null : result.error
    })
  }

  async #inOrder(call: () => Promise<Failure | null>): Promise<boolean> {
    const made = this.#last.then(call).catch(() => noAnswer)
    this.#last = made
    const failure = await made
    if (failure === null) return true
    this.failure = failure
    this.#dirtySince ??= performance.now()
    if (!finalFailures.has(failure.code)) this.#saveIn(retryMs)
    return false
  }

  #saveIn(delayMs: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), delayMs)
  }
}

/** Returns the name of a snippet in lists: its own name, or its first line. */
export function shownName({ name, start }: { readonly name: string; readonly start: string }): string {
  return name || (start.trim().split('\n', 1)[0] ?? '')
}
