import {
  history,
  historyField,
  historyKeymap,
  insertNewlineAndIndent,
  isolateHistory,
  redo,
  standardKeymap,
} from '@codemirror/commands'
import { deleteMarkupBackward } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { Annotation, Compartment, EditorState, Prec, Transaction, type Extension } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { completeByEnter, completion, endCompletion, isCompleting } from '../completion/completion.ts'
import type { Completing } from '../completion/offer.ts'
import type { EditingSession } from './editing-session.ts'
import { lastPaste, pasteText } from './paste.ts'
import { lineLooks } from './line-looks.ts'
import { continueForm } from './markdown-edits.ts'
import { KnownEmoji, messageHighlighter } from './message-language.ts'
import { plainKeyOf } from '#renderer/state/commands/press.ts'

/** The component that shows an editor. */
export interface EditorHost {
  readonly label: string
  readonly placeholder: string
  readonly isDisabled: boolean
  /** The attributes of the text field, such as the id of its description. */
  readonly attributes?: Readonly<Record<string, string>>
  /** Receives the text after the user has changed it. */
  readonly onedit: (text: string) => void
  /** Handles a key before the editor does. @returns whether the key was used */
  readonly onkey: (event: KeyboardEvent) => boolean
  /** The source of offers for completion; null if nothing is completed. */
  readonly completing: Completing | null
  /** Takes pasted or dropped files. @returns whether they were taken */
  readonly onfiles: (files: readonly File[]) => boolean
}

/** The keys that belong to the list of offers while it is open. */
const keysOfOffers = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Tab', 'Escape'])

/** Marks a change that does not come from the user. */
const isAdopted = Annotation.define<boolean>()

const looks = new Compartment()
const past = new Compartment()

/** Returns the nonce that the page's content security policy requires of style elements; empty without a policy. */
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

/**
 * Keeps the height of a field in which the selection is about to be replaced. The browser removes the old text before
 * it writes the new one, so the field would be small for a moment, and the content above it would scroll.
 */
function keepHeight(field: HTMLElement): void {
  field.style.minHeight = `${field.offsetHeight}px`
  // A refused change writes nothing, so the height is released here as well.
  requestAnimationFrame(() => releaseHeight(field))
}

function releaseHeight(field: HTMLElement): void {
  if (field.style.minHeight !== '') field.style.minHeight = ''
}

/**
 * Drops the side of a line wrap on which the caret is. The editor would restore the caret when it loses the focus,
 * which takes the focus back, so that the user could not leave the field after Home.
 */
function leaveWrap(view: EditorView): void {
  const { main, ranges } = view.state.selection
  if (ranges.length === 1 && main.empty && main.assoc !== 0) view.dispatch({ selection: { anchor: main.head } })
}

/** An editor of Markdown in the page. */
export class MarkdownEditor {
  readonly view: EditorView
  readonly #host: EditorHost
  readonly #emoji = new KnownEmoji()
  #session: EditingSession
  /** Whether the key for pasting without formatting was the last one. */
  #isPastingPlain = false
  /** The properties of the host that the editor shows at present. */
  #styled: readonly unknown[] = []

  constructor(parent: HTMLElement, host: EditorHost, session: EditingSession, text: string) {
    this.#host = host
    this.#session = session
    // The list of offers lies in the main landmark, because it belongs to the content of that landmark.
    const over = parent.closest<HTMLElement>('main') ?? document.body
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.#extensions(over) }) })
    this.restyle()
    this.#open(text)
  }

  get session(): EditingSession {
    return this.#session
  }

  /**
   * Shows another session. The view keeps its state, because a new one would measure its letters, which costs two
   * layouts of the page.
   */
  change(session: EditingSession, text: string): void {
    this.leave()
    this.#session = session
    this.#emoji.forget(this.view)
    this.#open(text)
  }

  /** Keeps the state of the field in its session. */
  leave(): void {
    const { state } = this.view
    // The draft is not loaded yet, so the state that was kept before still waits for it.
    if (state.doc.length === 0 && this.#session.kept !== null) return
    this.#session.kept = {
      text: state.doc.toString(),
      selection: state.selection,
      history: state.field(historyField, false),
    }
  }

  /** Shows a text that does not come from the user, such as one from another device. */
  adopt(text: string): void {
    // An empty text follows sending, after which undoing must not restore the sent text.
    if (text === '') {
      this.#session.kept = null
      this.#open('')
      return
    }
    // A draft that is loaded only now opens like one that was present at once, with the caret where it was.
    if (this.view.state.doc.length === 0) {
      this.#open(text)
      return
    }
    const change = changeTo(this.view.state, text)
    if (change !== null) this.view.dispatch(change)
  }

  /** Returns the part that makes a text longer than `most` characters: the last paste if that suffices, or all. */
  longText(most: number): { readonly from: number; readonly text: string } {
    const { doc } = this.view.state
    const pasted = this.view.state.field(lastPaste)
    const isEnough = pasted !== null && doc.length - (pasted.to - pasted.from) <= most
    const { from, to } = isEnough ? pasted : { from: 0, to: doc.length }
    return { from, text: doc.sliceString(from, to) }
  }

  /** Removes a text that `longText` has returned, if it still exists. Undoing restores it. */
  takeAway({ from, text }: { readonly from: number; readonly text: string }): void {
    const { doc } = this.view.state
    const at = doc.sliceString(from, from + text.length) === text ? from : doc.toString().indexOf(text)
    if (at < 0 || text === '') return
    this.view.dispatch({
      changes: { from: at, to: at + text.length },
      userEvent: 'delete',
      annotations: isolateHistory.of('full'),
    })
  }

  /** Applies the properties of the host if they have changed. */
  restyle(): void {
    const { label, placeholder, isDisabled, attributes } = this.#host
    const wanted = [label, placeholder, isDisabled, attributes]
    if (wanted.every((look, index) => look === this.#styled[index]) && this.#styled.length > 0) return
    this.#styled = wanted
    this.view.dispatch({ effects: looks.reconfigure(looksOf(this.#host)) })
  }

  /** Shows a text, together with the kept state of the session that led to it. */
  #open(text: string): void {
    endCompletion(this.view)
    const { kept } = this.#session
    const isKept = kept !== null && text !== ''
    const shown = isKept ? kept.text : text
    const { length } = this.view.state.doc
    const isSame = this.view.state.doc.toString() === shown
    this.view.dispatch({
      ...(isSame ? {} : { changes: { from: 0, to: length, insert: shown } }),
      selection: isKept ? kept.selection : { anchor: shown.length },
      effects: past.reconfigure([]),
      annotations: [isAdopted.of(true), Transaction.addToHistory.of(false)],
      scrollIntoView: shown !== '',
    })
    // A history field adopts its initial value only when it is added anew.
    const saved = isKept ? kept.history : undefined
    this.view.dispatch({
      effects: past.reconfigure(saved === undefined ? history() : [history(), historyField.init(() => saved)]),
    })
    const change = changeTo(this.view.state, text)
    if (change !== null) this.view.dispatch(change)
    if (isKept) this.#session.kept = null
  }

  #extensions(over: HTMLElement): Extension {
    return [
      past.of([]),
      this.#emoji.extension,
      syntaxHighlighting(messageHighlighter),
      lineLooks,
      lastPaste,
      EditorView.lineWrapping,
      EditorView.cspNonce.of(styleNonce()),
      looks.of([]),
      Prec.highest(
        EditorView.domEventHandlers({
          keydown: (event, view) => this.#press(event, view),
          paste: (event, view) => this.#paste(event, view),
          drop: (event, view) => this.#drop(event, view),
          // The browser puts the caret at the start of a field that had none before it got the focus.
          focus: (_event, view) => view.focus(),
          blur: (_event, view) => leaveWrap(view),
          beforeinput(_event, view) {
            // The DOM is asked, because the editor may not know the newest selection yet.
            if (document.getSelection()?.isCollapsed === false) keepHeight(view.contentDOM)
          },
          input(_event, view) {
            // The editor reads the written text in an earlier microtask.
            queueMicrotask(() => releaseHeight(view.contentDOM))
          },
        }),
      ),
      completion(() => this.#host.completing, over),
      keymap.of([
        { key: 'Backspace', run: deleteMarkupBackward },
        { key: 'Enter', shift: continueForm, run: continueForm },
        ...historyKeymap,
        ...standardKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.#emoji.look(update.view, this.#host.completing)
        if (!update.docChanged || update.transactions.some((each) => each.annotation(isAdopted) === true)) return
        this.#host.onedit(update.state.doc.toString())
      }),
    ]
  }

  #press(event: KeyboardEvent, view: EditorView): boolean {
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing
    if (isPlain && event.key === 'Enter') {
      const otherwise = () => {
        if (!this.#host.onkey(event) && !continueForm(view)) insertNewlineAndIndent(view)
      }
      if (completeByEnter(view, this.#host.completing, otherwise)) {
        event.preventDefault()
        return true
      }
    }
    // The editor's own key would undo with Caps Lock, which changes the character, and with nothing to redo.
    if (isChordOf(event, 'Z')) {
      redo(view)
      event.preventDefault()
      return true
    }
    this.#isPastingPlain = isChordOf(event, 'V')
    if (isPlain && keysOfOffers.has(event.key) && isCompleting(view)) return false
    return this.#host.onkey(event)
  }

  #paste(event: ClipboardEvent, view: EditorView): boolean {
    const data = event.clipboardData
    if (data === null) return false
    const plain = data.getData('text/plain')
    const html = data.getData('text/html')
    // A spreadsheet adds a picture of a table to its text; the text is pasted. A file may have its path as plain text.
    const hasText = plain !== '' && html !== ''
    if (data.files.length > 0 && !hasText && this.#host.onfiles([...data.files])) {
      event.preventDefault()
      return true
    }
    const isWritten = pasteText(view, { plain, html }, this.#isPastingPlain)
    this.#isPastingPlain = false
    if (isWritten) event.preventDefault()
    return isWritten
  }

  /** Attaches dropped files, whose content the editor would write. The screen of a conversation does so itself. */
  #drop(event: DragEvent, view: EditorView): boolean {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return false
    event.preventDefault()
    if (view.dom.closest('main.conversation') === null) this.#host.onfiles(files)
    return true
  }
}

/** Returns whether a letter is pressed with Shift and Ctrl or ⌘. */
function isChordOf(event: KeyboardEvent, letter: string): boolean {
  return event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey && plainKeyOf(event) === letter
}

/** Returns the smallest change that leads to a text; null if the text is the same. The caret stays if it can. */
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
