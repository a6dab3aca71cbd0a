import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  pickedCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { Prec, type Extension } from '@codemirror/state'
import { keymap, tooltips, type EditorView } from '@codemirror/view'
import type { SyntaxNode } from '@lezer/common'
import type { Offer } from './offers.ts'
import { writtenBefore, type Written } from './written-before.ts'

/** Answers what can be completed, and draws what stands before a name. */
export interface Completing {
  readonly offers: (written: Written) => Promise<readonly Offer[]>
  readonly mark: (offer: Offer) => HTMLElement
}

/** Where nothing is completed but the name of the language: it is code. */
const literal = new Set(['FencedCode', 'CodeBlock', 'InlineCode', 'CodeText', 'URL', 'InlineMath'])

interface OfferCompletion extends Completion {
  readonly offer: Offer
}

function isInLiteral({ state, pos }: CompletionContext): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(pos, -1)
  while (node !== null && !literal.has(node.name)) node = node.parent
  return node !== null
}

async function complete(
  context: CompletionContext,
  completing: () => Completing | null,
): Promise<CompletionResult | null> {
  const asked = completing()
  if (asked === null) return null
  const { state, pos } = context
  const line = state.doc.lineAt(pos)
  const written = writtenBefore(state.sliceDoc(line.from, pos), line.number === 1)
  if (written === null || (written.kind !== 'language' && isInLiteral(context))) return null
  const offers = await asked.offers(written)
  if (context.aborted || offers.length === 0) return null
  // What is typed after the caret of the same name goes with it.
  const rest = /^\*{1,2}/.exec(state.sliceDoc(pos, line.to))?.[0].length ?? 0
  return {
    from: line.from + written.from,
    to: pos + rest,
    filter: false,
    options: offers.map((offer): OfferCompletion => ({
      label: offer.label,
      detail: offer.detail,
      offer,
      apply(view: EditorView, picked: Completion, from: number, to: number) {
        // A space that stands there already is not written twice.
        const isSpaced = offer.text.endsWith(' ') && state.sliceDoc(to, to + 1) === ' '
        const insert = isSpaced ? offer.text.trimEnd() : offer.text
        view.dispatch({
          changes: { from, to, insert },
          selection: { anchor: from + insert.length + (isSpaced ? 1 : 0) },
          annotations: pickedCompletion.of(picked),
          userEvent: 'input.complete',
          scrollIntoView: true,
        })
      },
    })),
  }
}

/**
 * Completes names while they are written.
 * @param completing is asked whenever something can be completed
 * @param over the element in which the offers lie, over what else is in it
 */
export function completion(completing: () => Completing | null, over: HTMLElement): Extension {
  return [
    autocompletion({
      override: [(context) => complete(context, completing)],
      defaultKeymap: false,
      icons: false,
      // Who types fast means the first offer, too.
      interactionDelay: 0,
      activateOnTypingDelay: 0,
      updateSyncTime: 50,
      addToOptions: [
        {
          render: (option) => completing()?.mark((option as OfferCompletion).offer) ?? null,
          position: 20,
        },
      ],
    }),
    tooltips({ position: 'fixed', parent: over }),
    Prec.highest(
      keymap.of([
        { key: 'ArrowDown', run: moveCompletionSelection(true) },
        { key: 'ArrowUp', run: moveCompletionSelection(false) },
        { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
        { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
        { key: 'Tab', run: acceptCompletion },
        { key: 'Escape', run: closeCompletion },
      ]),
    ),
  ]
}

/** How long a key waits for offers that are being asked for, in milliseconds. */
const mostWaitMs = 300

/**
 * Takes the offer that is chosen. Enter that is pressed while the offers are still asked for waits for them.
 * @param otherwise what Enter does where there turns out to be nothing to complete
 * @returns whether the key was used
 */
export function completeByEnter(view: EditorView, otherwise: () => void): boolean {
  const status = completionStatus(view.state)
  if (status === null) return false
  if (acceptCompletion(view)) return true
  if (status !== 'pending') return false
  const { head } = view.state.selection.main
  const line = view.state.doc.lineAt(head)
  if (writtenBefore(view.state.sliceDoc(line.from, head), line.number === 1) === null) return false
  const { doc } = view.state
  const until = performance.now() + mostWaitMs
  const look = () => {
    // Who goes on writing has not meant to complete.
    if (view.state.doc !== doc) return
    const isPending = completionStatus(view.state) === 'pending' && performance.now() < until
    if (isPending) requestAnimationFrame(look)
    else if (!acceptCompletion(view)) otherwise()
  }
  requestAnimationFrame(look)
  return true
}
