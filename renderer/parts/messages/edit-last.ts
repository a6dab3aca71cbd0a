import type { Result } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { LastWritten } from '#contract/messages.ts'
import type { MessageId } from '#shared/ids.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { narrowKey } from '../../state/routes/routes.ts'

/** The composer of the conversation whose last message is edited. */
interface EmptyComposer {
  readonly content: string
  readonly narrow: Narrow
  focusRequests: number
  /** Stores the current text. */
  flush(): Promise<void>
}

/** The parts of the page that the editing of the last message uses. */
export interface EditLastParts {
  readonly composer: EmptyComposer
  readonly ask: (narrow: Narrow) => Promise<Result<LastWritten>>
  /** Opens a message for editing. */
  readonly editMessage: (messageId: MessageId) => void
  /** Opens the conversation whose draft contains the text now. */
  readonly showDraft: (narrow: Narrow) => void
  /** Shows a notice. */
  readonly notify: (sentence: string) => void
}

/**
 * Edits the last message that the user wrote in a conversation. A message that still waits returns to the composer. One
 * that is being sent is edited once its outcome is known, unless the user goes on writing.
 */
export class EditLast {
  readonly #parts: () => EditLastParts
  #waitsFor: EmptyComposer | null = null
  #isAsking = false

  constructor(parts: () => EditLastParts) {
    this.#parts = parts
  }

  /** Whether the outcome of a message is awaited. */
  get isWaiting(): boolean {
    return this.#waitsFor !== null
  }

  async edit(): Promise<void> {
    if (this.#isAsking) return
    const parts = this.#parts()
    const { composer, ask, editMessage, showDraft, notify } = parts
    const wasWaiting = this.#waitsFor === composer
    this.#isAsking = true
    await composer.flush()
    const result = await ask(composer.narrow)
    this.#isAsking = false
    this.#waitsFor = null
    if (!result.ok) {
      notify(sentenceOf(result.error))
      return
    }
    const last = result.value
    switch (last.kind) {
      case 'nothing':
        return
      case 'leaving':
        this.#waitsFor = composer
        if (!wasWaiting) notify(catalogue.screens.composer.editWaits)
        return
      case 'taken_back':
        if (narrowKey(last.narrow) === narrowKey(composer.narrow)) composer.focusRequests += 1
        else showDraft(last.narrow)
        return
      case 'message':
        editMessage(last.messageId)
    }
  }

  /** Looks whether the outcome is known, after the messages of the conversation have changed. */
  async look(): Promise<void> {
    const waiting = this.#waitsFor
    if (waiting === null) return
    const isGone = this.#parts().composer !== waiting || waiting.content !== ''
    if (isGone) this.#waitsFor = null
    else await this.edit()
  }
}

/** Returns the parts of the page with which a composer edits the last message of its conversation. */
export function editLastParts(
  parts: Pick<PageParts, 'calls' | 'notices' | 'routeNavigator'>,
  composer: EmptyComposer & { readonly accountId: string },
  editMessage: (messageId: MessageId) => void,
): EditLastParts {
  return {
    composer,
    ask: (narrow) => parts.calls.lastWritten(composer.accountId, narrow),
    editMessage,
    showDraft(narrow) {
      parts.routeNavigator.show(narrow)
      parts.routeNavigator.focusComposer()
    },
    notify: parts.notices.notify,
  }
}
