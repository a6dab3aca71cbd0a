import type { Page } from '@playwright/test'
import type { DrawnEditor } from './written-text.ts'

/** The content of the focused field of the shown conversation, with the selection as offsets. */
export interface Field {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** An action in the focused field. */
export type Deed =
  | { readonly kind: 'writes'; readonly text: string }
  | { readonly kind: 'pastes'; readonly text: string }
  | { readonly kind: 'presses'; readonly key: string; readonly isControl: boolean; readonly isShift: boolean }

/** The timeout for the expected content of the field, milliseconds. */
const patienceMs = 10_000

/**
 * Reads the composer when it has the focus, in the conversation with a title. The page waits itself, which is one round
 * trip: finding the field by its role costs more than a key.
 * @param wanted the text to wait for; null takes the present one
 * @throws if the field is not ready after ten seconds
 */
export async function readField(page: Page, title: string, wanted: string | null): Promise<Field> {
  const read = await page.evaluate(
    async ({ title, wanted, patienceMs }) => {
      const until = performance.now() + patienceMs
      for (;;) {
        const field = document.querySelector('.composer .cm-content')
        const shown = document.querySelector('main.conversation h1')?.textContent ?? ''
        const isOver = performance.now() > until
        if (shown.includes(title) && document.activeElement === field && field?.ariaDisabled !== 'true') {
          const { view } = (field as unknown as DrawnEditor).cmTile
          const { state } = view
          const text = state.doc.toString()
          const { focusNode, focusOffset } = document.getSelection() ?? { focusNode: null, focusOffset: 0 }
          // The browser inserts at its own caret.
          const caret = field?.contains(focusNode) === true ? view.posAtDOM(focusNode as Node, focusOffset) : null
          if (isOver && caret !== state.selection.main.head) {
            return `the browser’s caret is at ${caret}, the editor’s at ${state.selection.main.head} of ${text.length}`
          }
          if (caret === state.selection.main.head && (wanted === null || text === wanted || isOver)) {
            return { text, from: state.selection.main.from, to: state.selection.main.to }
          }
        }
        if (isOver) return `in “${shown}” the focus has ${document.activeElement?.outerHTML ?? 'nothing'}`
        await new Promise(requestAnimationFrame)
      }
    },
    { title, wanted, patienceMs },
  )
  if (typeof read === 'string') throw new Error(read.slice(0, 400))
  return read
}

/**
 * Performs a few actions in turn in the page, without a round trip for each: that is ten times as fast as real keys,
 * which pass through the whole browser.
 * @returns the field after each
 */
export function doInPage(page: Page, deeds: readonly Deed[]): Promise<Field[]> {
  return page.evaluate(async (deeds) => {
    const field = document.querySelector('.composer .cm-content')
    const fields: Field[] = []
    for (const deed of deeds) {
      if (field === null || document.activeElement !== field) throw new Error('the composer has lost the focus')
      switch (deed.kind) {
        case 'writes': {
          // oxlint-disable-next-line @typescript-eslint/no-deprecated -- no newer call writes as the user does
          document.execCommand('insertText', false, deed.text)
          break
        }
        case 'pastes': {
          const clipboardData = new DataTransfer()
          clipboardData.setData('text/plain', deed.text)
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
          break
        }
        case 'presses': {
          const { key, isControl: ctrlKey, isShift: shiftKey } = deed
          field.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey, shiftKey, bubbles: true, cancelable: true }))
          break
        }
      }
      // The editor reads the browser's change, and all pending tasks run.
      await new Promise((done) => setTimeout(done))
      const { view } = (field as unknown as DrawnEditor).cmTile
      const { state } = view
      const { focusNode, focusOffset } = document.getSelection() ?? { focusNode: null, focusOffset: 0 }
      const caret = field.contains(focusNode) ? view.posAtDOM(focusNode as Node, focusOffset) : null
      const { head } = state.selection.main
      if (caret !== head) {
        const at = `the browser’s caret is at ${caret}, the editor’s at ${head} of ${state.doc.toString().length}`
        throw new Error(`${at} after ${JSON.stringify(deed)}`)
      }
      fields.push({ text: state.doc.toString(), from: state.selection.main.from, to: state.selection.main.to })
    }
    return fields
  }, deeds)
}
