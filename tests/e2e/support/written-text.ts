import { expect as base, type Locator } from '@playwright/test'

/** The text of a Markdown field or of a plain one. */
export function writtenIn(locator: Locator): Promise<string> {
  return locator.evaluate((field) => {
    if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value
    const placeholder = field.querySelector('.cm-placeholder')
    if (placeholder !== null) return ''
    return [...field.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n')
  })
}

/** The content of an editor, with the selection as offsets: only the visible lines of a long text are drawn. */
export function stateIn(
  locator: Locator,
): Promise<{ readonly text: string; readonly from: number; readonly to: number }> {
  return locator.evaluate((field) => {
    const { view } = (field as unknown as DrawnEditor).cmTile
    const { from, to } = view.state.selection.main
    return { text: view.state.doc.toString(), from, to }
  })
}

/** CodeMirror's content element, as `EditorView.findFromDOM` finds its view. */
export interface DrawnEditor {
  readonly cmTile: {
    readonly view: {
      readonly posAtDOM: (node: Node, offset: number) => number
      readonly state: {
        readonly doc: { toString(): string }
        readonly selection: { readonly main: { readonly from: number; readonly to: number; readonly head: number } }
      }
    }
  }
}

export const expect = base.extend({
  /** Waits until a field has a text. */
  async toHoldText(locator: Locator, expected: string | RegExp, options: { timeout?: number } = {}) {
    let actual: string | null = null
    const read = async () => {
      actual = await writtenIn(locator)
      return actual
    }
    const polled = base.poll(read, { timeout: this.timeout, ...options })
    const asked = this.isNot ? polled.not : polled
    let isMet = true
    try {
      if (typeof expected === 'string') await asked.toBe(expected)
      else await asked.toMatch(expected)
    } catch {
      isMet = false
    }
    const pass = this.isNot ? !isMet : isMet
    return {
      pass,
      message: () =>
        `${String(locator)} ${this.isNot ? 'must not hold' : 'must hold'} ${this.utils.printExpected(expected)}, and holds ${this.utils.printReceived(actual)}`,
    }
  },
})
