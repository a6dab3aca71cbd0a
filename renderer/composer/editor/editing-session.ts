import { history, historyKeymap, standardKeymap } from '@codemirror/commands'
import { deleteMarkupBackward } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState, Prec, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { lineLooks } from './line-looks.ts'
import { continueForm } from './markdown-edits.ts'
import { message, messageHighlighter } from './message-language.ts'
import { markdownOf } from './pasted-markup.ts'

/** Who shows an editor now. */
export interface EditorHost {
  readonly label: string
  readonly placeholder: string
  readonly isDisabled: boolean
  /** Attributes of the text field, such as those of its description. */
  readonly attributes?: Readonly<Record<string, string>>
  /** The user changed the text. */
  readonly onedit: (text: string) => void
  /** A key, before the editor gets it. @returns whether it was used */
  readonly onkey: (event: KeyboardEvent) => boolean
  /** Pasted files. @returns whether they were taken */
  readonly onfiles: (files: readonly File[]) => boolean
}

const nobody: EditorHost = {
  label: '',
  placeholder: '',
  isDisabled: true,
  onedit: () => undefined,
  onkey: () => false,
  onfiles: () => false,
}

/** Marks a change that did not come from the user. */
const isAdopted = Annotation.define<boolean>()

const looks = new Compartment()

/** The nonce of the page, which its policy asks of style elements; empty where the page has no policy. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

function looksOf(host: EditorHost): Extension {
  return [
    placeholder(host.placeholder),
    EditorView.editable.of(!host.isDisabled),
    EditorView.contentAttributes.of({
      'aria-label': host.label,
      'aria-multiline': 'true',
      'aria-disabled': String(host.isDisabled),
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
      ...host.attributes,
    }),
  ]
}

/** What is written in one place, with what can be undone, as long as it is kept: it outlives the field that shows it. */
export class EditingSession {
  #host = nobody
  #state: EditorState | null = null

  /** What an editor shows for a text: what was written here before, if that led to this text. */
  open(text: string, host: EditorHost): EditorState {
    this.#host = host
    const known = this.#state
    // A text that was sent is not had back by undoing.
    const state = known === null || text === '' ? this.#create(text) : known.update(changeTo(known, text) ?? {}).state
    this.#state = state.update({ effects: looks.reconfigure(looksOf(host)) }).state
    return this.#state
  }

  /** The looks of the host have changed. */
  restyle(view: EditorView): void {
    view.dispatch({ effects: looks.reconfigure(looksOf(this.#host)) })
  }

  /** Shows a text that came from elsewhere: from another device, or since this one was sent. */
  adopt(view: EditorView, text: string): void {
    if (text === '') {
      view.setState(this.open('', this.#host))
      return
    }
    const change = changeTo(view.state, text)
    if (change !== null) view.dispatch(change)
  }

  /** The field goes. */
  leave(view: EditorView): void {
    this.#state = view.state
    this.#host = nobody
  }

  #create(text: string): EditorState {
    return EditorState.create({ doc: text, selection: { anchor: text.length }, extensions: this.#extensions() })
  }

  #extensions(): Extension {
    return [
      history(),
      message,
      syntaxHighlighting(messageHighlighter),
      lineLooks,
      EditorView.lineWrapping,
      EditorView.cspNonce.of(styleNonce()),
      looks.of([]),
      Prec.highest(
        EditorView.domEventHandlers({
          keydown: (event) => this.#host.onkey(event),
          paste: (event, view) => this.#paste(event, view),
        }),
      ),
      keymap.of([
        { key: 'Backspace', run: deleteMarkupBackward },
        { key: 'Enter', shift: continueForm, run: continueForm },
        ...historyKeymap,
        ...standardKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged || update.transactions.some((each) => each.annotation(isAdopted) === true)) return
        this.#host.onedit(update.state.doc.toString())
      }),
    ]
  }

  #paste(event: ClipboardEvent, view: EditorView): boolean {
    const data = event.clipboardData
    if (data === null) return false
    const plain = data.getData('text/plain')
    // A table of a spreadsheet comes with a picture of it.
    if (data.files.length > 0 && plain === '' && this.#host.onfiles([...data.files])) {
      event.preventDefault()
      return true
    }
    // An address over a selection becomes its link.
    if (/^\S+$/.test(plain) && !view.state.selection.main.empty) return false
    const written = markdownOf(data.getData('text/html'))
    if (written === null) return false
    event.preventDefault()
    view.dispatch(view.state.replaceSelection(written), { userEvent: 'input.paste', scrollIntoView: true })
    return true
  }
}

/** The smallest change from what is written to a text; null if it is that. The caret stays where it is, if it can. */
function changeTo(state: EditorState, text: string) {
  const old = state.doc.toString()
  if (old === text) return null
  const most = Math.min(old.length, text.length)
  let start = 0
  while (start < most && old[start] === text[start]) start += 1
  let end = 0
  while (end < most - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end += 1
  const changes = { from: start, to: old.length - end, insert: text.slice(start, text.length - end) }
  return { changes, annotations: isAdopted.of(true) }
}
