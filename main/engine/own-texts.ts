import type { Core } from './core/core.ts'
import { DraftSync, type WaitingDrafts } from './drafts/synchronization.ts'
import { savedSnippets } from './state/snippets/snippet-reducers.ts'
import { SnippetSync } from './snippets/synchronization.ts'

/** Synchronizes the user's own texts, which are drafts and snippets, with the server. */
export class OwnTexts {
  readonly #drafts: DraftSync
  readonly #snippets: SnippetSync

  /** @param isOnline whether the client has caught up; before that it does not know the server's texts */
  constructor(core: Core, isOnline: () => boolean) {
    this.#drafts = new DraftSync(core, isOnline)
    this.#snippets = new SnippetSync(core, isOnline)
    core.onCommit('drafts', (changes) => {
      if (changes.some((change) => change.kind === 'drafts' || change.kind === 'preferences')) this.#drafts.run()
    })
    core.onCommit('snippets', (changes) => {
      if (changes.some((change) => change.kind === 'part' && change.part === savedSnippets)) this.#snippets.run()
    })
  }

  /** Looks for texts to send. */
  run(): void {
    this.#drafts.run()
    this.#snippets.run()
  }

  /** Ends the pauses at the user's request. */
  retry(): void {
    this.#drafts.retry()
    this.#snippets.retry()
  }

  stop(): void {
    this.#drafts.stop()
    this.#snippets.stop()
  }

  /** The drafts that the server does not have yet; null if there are none. */
  waitingDrafts(): WaitingDrafts | null {
    return this.#drafts.waiting()
  }
}
