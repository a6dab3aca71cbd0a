import { startCompletion } from '@codemirror/autocomplete'
import { StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Completing, Offer } from './offer.ts'
import { takeOffer } from './take-offer.ts'
import { writtenAt, type WrittenAt } from './written-at.ts'

/** A first offer that was chosen before the offers had come. */
interface LateChoice {
  readonly from: number
  readonly to: number
  /** What was written: what is changed before the offers come is not completed. */
  readonly text: string
  /** What further keys ask for, when this has come. */
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

/** Keeps what was chosen before its offers came. */
export const lateChoices: Extension = chosen

/** Forgets what was chosen: the field shows another text. */
export function forgetLateChoice(view: EditorView): void {
  if (view.state.field(chosen) !== null) view.dispatch({ effects: choose.of(null) })
}

/** The key that chose: Tab takes the first offer, Enter only one that was begun. */
export interface ChoosingKey {
  readonly takes: (offer: Offer) => boolean
  /** What the key does where there turns out to be nothing to complete. */
  readonly otherwise: () => void
}

/** Writes the first offer as soon as it comes, wherever the caret is then: a user who goes on writing at once has meant it, too. */
export async function chooseLate(
  view: EditorView,
  at: WrittenAt,
  completing: Completing,
  { takes, otherwise }: ChoosingKey,
): Promise<void> {
  const text = view.state.sliceDoc(at.from, at.to)
  const then: LateChoice['then'] = []
  view.dispatch({ effects: choose.of({ from: at.from, to: at.to, text, then }) })
  const { doc } = view.state
  const [offer] = (await completing.offers(at.written)) ?? []
  const choice = view.state.field(chosen)
  // It was changed since, or the field shows another place.
  if (choice?.then !== then) return
  view.dispatch({ effects: choose.of(null) })
  if (offer === undefined || !takes(offer)) {
    if (view.state.doc === doc) otherwise()
    return
  }
  takeOffer(view, completing, offer, choice)
  // Taking an offer ends what is asked for: what was typed meanwhile is asked anew.
  if (writtenAt(view.state, view.state.selection.main.head) !== null) startCompletion(view)
  for (const run of then) run()
}

/** Puts off what a further key does until what was chosen has come. @returns whether something was chosen */
export function afterLateChoice(view: EditorView, run: () => void): boolean {
  const choice = view.state.field(chosen)
  if (choice === null) return false
  choice.then.push(run)
  return true
}

/** Whether something was chosen whose offers have not come yet. */
export function isChoosingLate(state: EditorState): boolean {
  return state.field(chosen) !== null
}
