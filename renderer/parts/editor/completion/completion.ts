import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  currentCompletions,
  moveCompletionSelection,
  pickedCompletion,
  startCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { Prec, type EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, tooltips } from '@codemirror/view'
import { afterFrame } from '#renderer/ui/after-frame.ts'
import {
  afterLateChoice,
  chooseLate,
  forgetLateChoice,
  isChoosingLate,
  lateChoices,
  type ChoosingKey,
} from './late-choice.ts'
import { isMovedTo, movedOffers, moveTo, answerName, isUnanswered, unansweredNames } from './offer-state.ts'
import { type Completing, type Offer, takeOffer } from './offer.ts'
import { mayBeTaken, takenByEnter } from './taken-by-enter.ts'
import { completableAt } from './completable.ts'

interface OfferCompletion extends Completion {
  readonly offer: Offer
}

async function complete(
  context: CompletionContext,
  completing: () => Completing | null,
): Promise<CompletionResult | null> {
  const asked = completing()
  if (asked === null) return null
  const at = completableAt(context.state, context.pos)
  if (at === null) return null
  // Further typing aborts this question; otherwise the editor would not ask about the new text.
  context.addEventListener('abort', () => undefined, { onDocChange: true })
  // The offers wait for the frame with the typed letter, because they would delay it.
  const [offers] = await Promise.all([asked.offers(at.completable), new Promise<void>(afterFrame)])
  if (context.aborted || offers === null) return null
  if (offers.length === 0) {
    if (context.view !== undefined) answerName(context.view)
    return null
  }
  return {
    from: at.from,
    to: at.to,
    filter: false,
    options: offers.map((offer): OfferCompletion => ({
      label: offer.label,
      detail: offer.detail,
      offer,
      apply(view: EditorView, picked: Completion, from: number, to: number) {
        takeOffer(view, asked, offer, { from, to, annotations: pickedCompletion.of(picked) })
      },
    })),
  }
}

/**
 * Completes names while they are written.
 * @param completing returns the source of offers; null if nothing is completed
 * @param over the element that contains the list of offers, above its other content
 */
export function completion(completing: () => Completing | null, over: HTMLElement): Extension {
  return [
    lateChoices,
    unansweredNames,
    movedOffers,
    autocompletion({
      override: [(context) => complete(context, completing)],
      defaultKeymap: false,
      icons: false,
      // A fast typist means the first offer as well, so keys work without a delay.
      interactionDelay: 0,
      activateOnTypingDelay: 0,
      updateSyncTime: 50,
      tooltipClass: (state) => (isTakenByEnter(state) ? '' : 'is-only-shown'),
      addToOptions: [
        {
          render: (option) => completing()?.mark((option as OfferCompletion).offer) ?? null,
          position: 20,
        },
      ],
    }),
    tooltips({ position: 'fixed', parent: over }),
    EditorView.updateListener.of(({ view, transactions }) => {
      // The editor asks only after a letter. After a deletion, this starts the completion of the corrected name.
      const isMended = transactions.some((each) => each.isUserEvent('delete.backward'))
      if (isMended && completionStatus(view.state) === null && isWritingName(view)) startCompletion(view)
    }),
    Prec.highest(
      keymap.of([
        { key: 'ArrowDown', run: moveTo(moveCompletionSelection(true)) },
        { key: 'ArrowUp', run: moveTo(moveCompletionSelection(false)) },
        { key: 'PageDown', run: moveTo(moveCompletionSelection(true, 'page')) },
        { key: 'PageUp', run: moveTo(moveCompletionSelection(false, 'page')) },
        { key: 'Tab', run: (view) => completeByTab(view, completing()) },
        { key: 'Escape', run: closeOffers },
      ]),
    ),
  ]
}

/**
 * Ends a completion. The editor asks after every letter whether there are offers; if none are possible, Escape belongs
 * to the surroundings of the field.
 */
function closeOffers(view: EditorView): boolean {
  const isWanted = isCompleting(view)
  return dismiss(view) && isWanted
}

/** Closes the offers until the name is changed again. @returns whether there was a completion */
function dismiss(view: EditorView): boolean {
  answerName(view)
  return closeCompletion(view)
}

/** Returns whether offers are shown or being asked for. */
export function isCompleting(view: EditorView): boolean {
  const status = completionStatus(view.state)
  return status === 'active' || (status === 'pending' && isWritingName(view))
}

/** Returns whether a name that can be completed is before the caret. */
function isWritingName({ state }: EditorView): boolean {
  return completableAt(state, state.selection.main.head) !== null
}

/** Returns whether Enter takes the selected offer, because the user has moved to it or has begun its name. */
function isTakenByEnter(state: EditorState): boolean {
  if (isMovedTo(state)) return true
  const at = completableAt(state, state.selection.main.head)
  const offers = (currentCompletions(state) as readonly OfferCompletion[]).map(({ offer }) => offer)
  return at !== null && takenByEnter(at.completable, offers) !== null
}

/** Takes the selected offer, initially the first one. @returns whether the key was used */
function completeByTab(view: EditorView, completing: Completing | null): boolean {
  return completeByKey(view, completing, { takes: () => true, otherwise: () => undefined })
}

/**
 * Takes the selected offer if the user has moved to it or has begun its name. Otherwise the text stays as it was typed.
 * @param otherwise runs if Enter turns out to take nothing
 * @returns whether the key was used
 */
export function completeByEnter(view: EditorView, completing: Completing | null, otherwise: () => void): boolean {
  const { state } = view
  const at = completableAt(state, state.selection.main.head)
  const isLeft =
    completionStatus(state) === 'active'
      ? !isTakenByEnter(state)
      : at !== null && !mayBeTaken(at.completable) && !isChoosingLate(state)
  if (isLeft) {
    dismiss(view)
    return false
  }
  return completeByKey(view, completing, {
    takes: (offer) => at !== null && takenByEnter(at.completable, [offer]) !== null,
    otherwise,
  })
}

/** Takes an offer with a key. A key that is pressed before the offers have arrived means the first of them. */
function completeByKey(view: EditorView, completing: Completing | null, key: ChoosingKey): boolean {
  const again = () => {
    if (!completeByKey(view, completing, key)) key.otherwise()
  }
  if (afterLateChoice(view, again)) return true
  const status = completionStatus(view.state)
  if (acceptCompletion(view)) return true
  const isToAsk = status === 'pending' || (status === null && isUnanswered(view.state))
  const at = isToAsk ? completableAt(view.state, view.state.selection.main.head) : null
  if (at === null || completing === null) return false
  // The key waits for the offers of this question. A second key does not wait for another one.
  dismiss(view)
  void chooseLate(view, at, completing, key)
  return true
}

/** Ends the present completion, because the field shows another text. */
export function endCompletion(view: EditorView): void {
  dismiss(view)
  forgetLateChoice(view)
}
