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
import { lastPaste } from './last-paste.ts'
import { lineLooks } from './line-looks.ts'
import { continueForm } from './markdown-edits.ts'
import { KnownEmoji } from './known-emoji.ts'
import { messageHighlighter } from './message-language.ts'
import { plainKeyOf } from '../../commands/press.ts'
import { pasteText } from './paste.ts'

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
  /** Completes names; null where nothing is completed. */
  readonly completing: Completing | null
  /** Pasted files. @returns whether they were taken */
  readonly onfiles: (files: readonly File[]) => boolean
}

/** Keys that belong to the offers of a completion, while there are some. */
const keysOfOffers = new Set(['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Tab', 'Escape'])

/** Marks a change that did not come from the user. */
const isAdopted = Annotation.define<boolean>()

const looks = new Compartment()
const past = new Compartment()

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

/**
 * Keeps the height of a field in which something is about to replace what is selected. The browser takes the old text away
 * before it writes the new one: the field would be small for a moment, in which what lies above it is scrolled.
 */
function keepHeight(field: HTMLElement): void {
  field.style.minHeight = `${field.offsetHeight}px`
  // Nothing is written where that was refused.
  requestAnimationFrame(() => releaseHeight(field))
}

function releaseHeight(field: HTMLElement): void {
  if (field.style.minHeight !== '') field.style.minHeight = ''
}

/**
 * Forgets on which of two lines the caret stood where one is wrapped. The editor puts it there again when it hears of the lost
 * focus, which takes the focus back: whoever has pressed Home could not go on to another field.
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
  /** The key for pasting without formatting was pressed. */
  #isPastingPlain = false
  /** The looks that the editor has. */
  #styled: readonly unknown[] = []

  constructor(parent: HTMLElement, host: EditorHost, session: EditingSession, text: string) {
    this.#host = host
    this.#session = session
    // A landmark of the page: the offers belong to what is in it.
    const over = parent.closest<HTMLElement>('main') ?? document.body
    this.view = new EditorView({ parent, state: EditorState.create({ extensions: this.#extensions(over) }) })
    this.restyle()
    this.#open(text)
  }

  get session(): EditingSession {
    return this.#session
  }

  /**
   * Shows another place. The view stays as it is: a new state would have it measure its letters, which costs two layouts of
   * the page.
   */
  change(session: EditingSession, text: string): void {
    this.leave()
    this.#session = session
    this.#emoji.forget(this.view)
    this.#open(text)
  }

  /** What is written is kept with its session. */
  leave(): void {
    const { state } = this.view
    // The draft has not been read yet: what was kept before still waits for it.
    if (state.doc.length === 0 && this.#session.kept !== null) return
    this.#session.kept = {
      text: state.doc.toString(),
      selection: state.selection,
      history: state.field(historyField, false),
    }
  }

  /** Shows a text that came from elsewhere: from another device, or since this one was sent. */
  adopt(text: string): void {
    // A text that was sent is not had back by undoing.
    if (text === '') {
      this.#session.kept = null
      this.#open('')
      return
    }
    // A draft that is read only now is opened as one that was here at once: the caret is where it was.
    if (this.view.state.doc.length === 0) {
      this.#open(text)
      return
    }
    const change = changeTo(this.view.state, text)
    if (change !== null) this.view.dispatch(change)
  }

  /** What makes a text longer than `most` characters: the last paste, if the rest is short enough; otherwise all of it. */
  longText(most: number): { readonly from: number; readonly text: string } {
    const { doc } = this.view.state
    const pasted = this.view.state.field(lastPaste)
    const isEnough = pasted !== null && doc.length - (pasted.to - pasted.from) <= most
    const { from, to } = isEnough ? pasted : { from: 0, to: doc.length }
    return { from, text: doc.sliceString(from, to) }
  }

  /** Takes a text away, if it still stands where it was; undoing brings it back. */
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

  /** Takes over the looks of the host, if they have changed. */
  restyle(): void {
    const { label, placeholder, isDisabled, attributes } = this.#host
    const wanted = [label, placeholder, isDisabled, attributes]
    if (wanted.every((look, index) => look === this.#styled[index]) && this.#styled.length > 0) return
    this.#styled = wanted
    this.view.dispatch({ effects: looks.reconfigure(looksOf(this.#host)) })
  }

  /** Shows a text: with what was written before, if that led to it. */
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
    // Only a field that is new takes the value with which it begins.
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
          // The browser puts the caret at the start of a field that had none when it got the focus.
          focus: (_event, view) => view.focus(),
          blur: (_event, view) => leaveWrap(view),
          beforeinput(_event, view) {
            // The editor may not have heard yet what has just been selected.
            if (document.getSelection()?.isCollapsed === false) keepHeight(view.contentDOM)
          },
          input(_event, view) {
            // The editor reads what was written in an earlier microtask.
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
    // With Caps Lock the character is that of the key without Shift, which undoes; so it does where nothing is to be redone.
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
    // A table of a spreadsheet comes with a picture of it: that is a text. A file may come with its path.
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

  /** Dropped files are attached; the editor would write what is in them. A conversation takes them wherever they are dropped. */
  #drop(event: DragEvent, view: EditorView): boolean {
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length === 0) return false
    event.preventDefault()
    if (view.dom.closest('main.conversation') === null) this.#host.onfiles(files)
    return true
  }
}

/** Whether a letter is pressed with Shift and Ctrl or ⌘. */
function isChordOf(event: KeyboardEvent, letter: string): boolean {
  return event.shiftKey && (event.ctrlKey || event.metaKey) && !event.altKey && plainKeyOf(event) === letter
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
