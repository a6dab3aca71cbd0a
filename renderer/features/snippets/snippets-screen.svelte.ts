import type { Failure } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { Snippet, SnippetItem } from '#contract/writing.ts'
import type { Route } from '../../state/routes/routes.ts'
import type { LiveView } from '../../bridge/view-client.svelte.ts'
import { ListScreenState } from '../../state/routes/list-screen-state.ts'
import type { ScreenPorts, ScreenVisit } from '../../state/routes/screen-state.ts'
import { ReplacedView } from '../../bridge/replaced-view.svelte.ts'
import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'
import { SnippetEditor } from './snippet-editor.svelte.ts'

/** A deleted snippet, while it can be restored. */
export interface DeletedSnippet extends Snippet {
  readonly snippetId: string
}

/** The snippets of an account, which are searched, edited one at a time, and deleted. */
export class SnippetsScreen extends ListScreenState<'snippets'> {
  readonly route: Route = { kind: 'snippets' }
  readonly #bridge: Bridge
  readonly #accountId: string
  readonly #view: ReplacedView<'snippets'>
  /** The list at the time when the editor was opened; null if none is open. */
  #frozen = $state.raw<readonly SnippetItem[] | null>(null)
  #text = $state('')
  #editor = $state.raw<SnippetEditor | null>(null)
  /** Keeps the name of an empty snippet, which the engine does not store. */
  #left = $state.raw<LeftForm | null>(null)
  readonly #forms: LeftForms
  #deleted = $state.raw<DeletedSnippet | null>(null)
  /** The failure of the last call; null if there was none. */
  #refusal = $state.raw<Failure | null>(null)

  constructor(
    { accountId, position, text }: Pick<ScreenVisit, 'accountId' | 'position' | 'text'>,
    { bridge, views, leftForms }: Pick<ScreenPorts, 'bridge' | 'views' | 'leftForms'>,
  ) {
    super(position)
    this.#forms = leftForms
    this.#bridge = bridge
    this.#accountId = accountId
    this.#text = text
    this.#view = new ReplacedView(views, accountId)
    this.#view.ask({ type: 'snippets', text })
  }

  protected get shown(): LiveView<'snippets'> | null {
    return this.#view.shown
  }

  /** The found snippets. The list is frozen while one is edited, since a new name would move the editor. */
  override get items(): readonly SnippetItem[] {
    return this.#frozen ?? super.items
  }

  get refusal(): Failure | null {
    return this.#refusal
  }

  /** The open editor; null if none is open. */
  get editor(): SnippetEditor | null {
    return this.#editor
  }

  get deleted(): DeletedSnippet | null {
    return this.#deleted
  }

  /** The text of the search. */
  get text(): string {
    return this.#text
  }

  /**
   * Searches for a text. The previous list stays until the next one is loaded. An open editor is closed first; if that
   * fails, there is no search.
   */
  async search(text: string): Promise<void> {
    if (text === this.#text) return
    this.#text = text
    if (!(await this.finish()) || this.#text !== text) return
    this.#view.ask({ type: 'snippets', text })
  }

  /** Opens the editor for a new snippet. */
  async startNew(): Promise<void> {
    await this.#edit(crypto.randomUUID(), null)
  }

  /** Opens the editor for a snippet of the list. */
  async edit(snippetId: string): Promise<void> {
    const snippet = await this.read(snippetId)
    if (snippet !== null) await this.#edit(snippetId, snippet)
  }

  async #edit(snippetId: string, original: Snippet | null): Promise<void> {
    if (!(await this.finish())) return
    this.#refusal = null
    this.#frozen = super.items
    const editor = new SnippetEditor({ bridge: this.#bridge, accountId: this.#accountId, snippetId, original })
    this.#editor = editor
    const name = original?.name ?? ''
    this.#left = this.#forms.open({
      accountId: this.#accountId,
      name: original === null ? 'new_snippet' : `snippet:${snippetId}`,
      read: () => ({ name: editor.content.trim() === '' ? editor.name : name }),
      show: (texts) => (editor.name = texts.name ?? name),
    })
  }

  /** Keeps the name of the open editor while it has no text. */
  get left(): LeftForm | null {
    return this.#left
  }

  /**
   * Stores the open editor's snippet and closes it. @returns false if that failed; the editor stays open with its
   * failure
   */
  async finish(): Promise<boolean> {
    const editor = this.#editor
    if (editor === null) return true
    if (!(await editor.finish())) return false
    if (this.#editor === editor) this.#closeEditor()
    return true
  }

  /** Closes the editor and restores the earlier snippet. */
  async revert(): Promise<void> {
    const editor = this.#editor
    if (editor !== null && (await editor.revert()) && this.#editor === editor) this.#closeEditor()
  }

  #closeEditor(): void {
    this.#left?.done()
    this.#left = null
    this.#editor = null
    this.#frozen = null
  }

  /** Returns a whole snippet; null, with a `refusal`, if it cannot be read. */
  async read(snippetId: string): Promise<Snippet | null> {
    const result = await this.#bridge.call('snippets.get', { accountId: this.#accountId, snippetId })
    this.#refusal = result.ok ? null : result.error
    return result.ok ? result.value : null
  }

  /** Deletes a snippet, which can be restored until the next one is deleted. @returns whether it was deleted */
  async remove(snippetId: string): Promise<boolean> {
    const result = await this.#bridge.call('snippets.delete', { accountId: this.#accountId, snippetId })
    this.#refusal = result.ok ? null : result.error
    if (result.ok && result.value !== null) this.#deleted = { snippetId, ...result.value }
    return result.ok
  }

  /** Restores the deleted snippet. */
  async restore(): Promise<void> {
    const deleted = this.#deleted
    if (deleted === null) return
    const result = await this.#bridge.call('snippets.save', { accountId: this.#accountId, ...deleted })
    this.#refusal = result.ok ? null : result.error
    if (result.ok && this.#deleted === deleted) this.#deleted = null
  }

  /** Ends the possibility to restore the deleted snippet. */
  forgetDeleted(): void {
    this.#deleted = null
  }

  /** Stores the open editor's snippet and closes the views. */
  close(): void {
    void this.#editor?.flush()
    this.#left?.close()
    this.#view.close()
  }
}
