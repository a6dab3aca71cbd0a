import { flushSync } from 'svelte'

/** A menu entry; `null` in a list is a separator. */
export interface MenuEntry {
  readonly label: string
  /** The keyboard shortcut of the same action. */
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
  /** The character, or `:name:` of a custom emoji, for insertion into a text. */
  readonly text: string
}

/** The purpose of an emoji: reactions need one that the server knows. */
export type EmojiUse = 'reaction' | 'text'

export interface LightboxItem {
  /** Path below the media base. */
  readonly path: string
  /** The original if it differs from the displayed image; it is the one to save. */
  readonly file: string | null
  /** A thumbnail that the message already shows. */
  readonly preview: string | null
  /** `1920x1080`, if it is known. */
  readonly size: string | null
  readonly name: string
  readonly kind: 'picture' | 'video'
}

/** The overlays of the window: one menu, one picker, one lightbox at a time. Closing restores the focus. */
export class Overlays {
  menu = $state.raw<(Place & { readonly label: string; readonly entries: readonly (MenuEntry | null)[] }) | null>(null)
  picker = $state.raw<(Place & { readonly use: EmojiUse; readonly onPick: (pick: EmojiPick) => void }) | null>(null)
  lightbox = $state.raw<{ readonly items: readonly LightboxItem[]; readonly index: number } | null>(null)
  isShowingShortcuts = $state.raw(false)
  isShowingConnections = $state.raw(false)
  isShowingSettings = $state.raw(false)
  #focused: HTMLElement | null = null

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
    this.lightbox = { items, index }
  }

  showShortcuts(): void {
    this.isShowingShortcuts = true
  }

  showConnections(): void {
    this.isShowingConnections = true
  }

  showSettings(): void {
    this.isShowingSettings = true
  }

  close(): void {
    this.menu = null
    this.picker = null
    this.lightbox = null
    this.isShowingShortcuts = false
    this.isShowingConnections = false
    this.isShowingSettings = false
    const focused = this.#focused
    this.#focused = null
    // The page follows now: a caller that opens another overlay finds the focus where it was before this one.
    flushSync()
    if (focused?.isConnected === true) focused.focus()
  }
}

/** The position of a button's menu or picker: below it. */
export function below(element: Element): Place {
  const { left, bottom } = element.getBoundingClientRect()
  return { x: left, y: bottom + 4 }
}
