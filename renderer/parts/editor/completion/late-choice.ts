import { startCompletion } from '@codemirror/autocomplete'
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type Completing, type Offer, takeOffer } from './offer.ts'
import { completableAt, type CompletableAt } from './completable.ts'

/** A choice of the first offer that was made before the offers arrived. */
interface LateChoice {
  readonly from: number
  readonly to: number
  /** The written name. If it changes before the offers arrive, it is not completed. */
  readonly text: string
  /** The actions of further keys, which run after the choice. */
  readonly then: (() => void)[]
}

const choose = StateEffect.define<LateChoice | null>()

const chosen = StateField.define<LateChoice | null>({
  create: () => null,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(choose)) return effect.value
    if (value === null || !transaction.docChanged) return value
    const { changes, newDoc } = transaction
    const from = changes.mapPos(value.from, 1)
    const to = changes.mapPos(value.to, -1)
    return from < to && newDoc.sliceString(from, to) === value.text ? { ...value, from, to } : null
  },
})

/** The editor extension that keeps a late choice. */
export const lateChoices: Extension = chosen

/** Drops a late choice, because the field shows another text. */
export function forgetLateChoice(view: EditorView): void {
  if (view.state.field(chosen) !== null) view.dispatch({ effects: choose.of(null) })
}

/** The behaviour of the key that has chosen. Tab takes the first offer, Enter only one whose name was begun. */
export interface ChoosingKey {
  readonly takes: (offer: Offer) => boolean
  /** The action of the key if nothing can be completed. */
  readonly otherwise: () => void
}

/** Writes the first offer when it arrives, wherever the caret is then. Further typing does not cancel the choice. */
export async function chooseLate(
  view: EditorView,
  at: CompletableAt,
  completing: Completing,
  { takes, otherwise }: ChoosingKey,
): Promise<void> {
  const text = view.state.sliceDoc(at.from, at.to)
  const then: LateChoice['then'] = []
  view.dispatch({ effects: choose.of({ from: at.from, to: at.to, text, then }) })
  const { doc } = view.state
  const [offer] = (await completing.offers(at.completable)) ?? []
  const choice = view.state.field(chosen)
  // The name has changed since, or the field shows another conversation.
  if (choice?.then !== then) return
  view.dispatch({ effects: choose.of(null) })
  if (offer === undefined || !takes(offer)) {
    if (view.state.doc === doc) otherwise()
    return
  }
  takeOffer(view, completing, offer, choice)
  // Taking an offer ends the completion, so a name that was typed meanwhile starts a new one.
  if (completableAt(view.state, view.state.selection.main.head) !== null) startCompletion(view)
  for (const run of then) run()
}

/** Defers the action of a further key until a late choice is written. @returns whether there is a late choice */
export function afterLateChoice(view: EditorView, run: () => void): boolean {
  const choice = view.state.field(chosen)
  if (choice === null) return false
  choice.then.push(run)
  return true
}

/** Returns whether a late choice waits for its offers. */
export function isChoosingLate(state: EditorState): boolean {
  return state.field(chosen) !== null
}
