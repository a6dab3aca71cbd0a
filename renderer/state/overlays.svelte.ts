/** An entry of a menu; a `null` in a list of them is a line. */
export interface MenuEntry {
  readonly label: string
  /** Keys that do the same. */
  readonly hint?: string
  readonly isChecked?: boolean
  readonly isDanger?: boolean
  readonly onSelect: () => void
}

interface Place {
  readonly x: number
  readonly y: number
}

export interface EmojiPick {
  readonly type: string
  readonly code: string
  /** The character, or `:name:` of a custom emoji: what is written into a text. */
  readonly text: string
}

/** What an emoji is chosen for: only those that the server knows can be reactions. */
export type EmojiUse = 'reaction' | 'text'

export interface LightboxItem {
  /** Path below the media base. */
  readonly path: string
  /** What was sent, where that is shown as something else: what is saved. */
  readonly file: string | null
  /** A small picture that the message shows already. */
  readonly preview: string | null
  /** `1920x1080`, where it is known. */
  readonly size: string | null
  readonly name: string
  readonly kind: 'picture' | 'video'
}

/** What lies over the window: one menu, one picker, one picture at a time. Closing gives the focus back. */
export class Overlays {
  menu = $state.raw<(Place & { readonly label: string; readonly entries: readonly (MenuEntry | null)[] }) | null>(null)
  picker = $state.raw<(Place & { readonly use: EmojiUse; readonly onPick: (pick: EmojiPick) => void }) | null>(null)
  lightbox = $state.raw<{ readonly items: readonly LightboxItem[]; readonly index: number } | null>(null)
  isShowingShortcuts = $state.raw(false)
  isShowingConnections = $state.raw(false)
  isShowingSettings = $state.raw(false)
  #focused: HTMLElement | null = null
  #dialog: HTMLDialogElement | null = null

  #remember(): void {
    if (document.activeElement instanceof HTMLElement) this.#focused = document.activeElement
  }

  get isOpen(): boolean {
    const isDialogOpen = this.isShowingShortcuts || this.isShowingConnections || this.isShowingSettings
    return isDialogOpen || this.menu !== null || this.picker !== null || this.lightbox !== null
  }

  openMenu(label: string, place: Place, entries: readonly (MenuEntry | null)[]): void {
    this.#remember()
    this.menu = { ...place, label, entries }
  }

  openPicker(place: Place, onPick: (pick: EmojiPick) => void, use: EmojiUse = 'reaction'): void {
    this.#remember()
    this.picker = { ...place, use, onPick }
  }

  openLightbox(items: readonly LightboxItem[], index: number): void {
    this.#remember()
    this.lightbox = { items, index }
  }

  showShortcuts(): void {
    this.#remember()
    this.isShowingShortcuts = true
  }

  showConnections(): void {
    this.#remember()
    this.isShowingConnections = true
  }

  showSettings(): void {
    this.#remember()
    this.isShowingSettings = true
  }

  /** Shows an overlay's dialog above the rest of the page; to be attached to it. */
  readonly modal = (dialog: HTMLDialogElement): (() => void) => {
    this.#dialog = dialog
    dialog.showModal()
    // The browser tells of the closing later; a key that follows Escape at once must find it done.
    const onCancel = (event: Event) => {
      event.preventDefault()
      this.close()
    }
    const onClose = () => {
      if (this.#dialog === dialog) this.close()
    }
    dialog.addEventListener('cancel', onCancel)
    dialog.addEventListener('close', onClose)
    return () => {
      dialog.removeEventListener('cancel', onCancel)
      dialog.removeEventListener('close', onClose)
      if (this.#dialog === dialog) this.#dialog = null
    }
  }

  close(): void {
    this.menu = null
    this.picker = null
    this.lightbox = null
    this.isShowingShortcuts = false
    this.isShowingConnections = false
    this.isShowingSettings = false
    const dialog = this.#dialog
    this.#dialog = null
    // Before the focus goes back: nothing outside of a modal dialog can take it while that is open.
    dialog?.close()
    const focused = this.#focused
    this.#focused = null
    if (focused?.isConnected === true) focused.focus()
  }
}

/** Where a menu or picker of a button opens: below it. */
export function below(element: Element): Place {
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left, y: bottom + 4 }
}
