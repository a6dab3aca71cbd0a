import { flushSync } from 'svelte'
import type { Failure } from '#contract/values.ts'
import type { GroupId, MessageId, StreamId, UserId } from '#shared/ids.ts'
import type { OpenMove } from '../moves/move-form.svelte.ts'
import type { Palette } from '../palette/palette.svelte.ts'
import type { Position } from '../ui/overlay/position.ts'

/** A menu entry; `null` in a list is a separator. */
export interface MenuEntry {
  readonly label: string
  /** The keyboard shortcut of the same action. */
  readonly hint?: string
  readonly isChecked?: boolean
  readonly isDanger?: boolean
  readonly onSelect: () => void
}

/** A menu that is shown. */
export interface OpenMenu {
  /** The accessible name. */
  readonly label: string
  readonly position: Position
  readonly entries: readonly (MenuEntry | null)[]
  /** A line above the entries. */
  readonly heading?: string
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

/** An emoji picker that is shown. */
export interface OpenPicker {
  readonly position: Position
  readonly use: EmojiUse
  /** Whose emoji there are; null for the shown account. */
  readonly accountId: string | null
  readonly onPick: (pick: EmojiPick) => void
}

/** A day and a time to choose. */
export interface OpenMomentPicker {
  /** The accessible name. */
  readonly label: string
  /** What the button says that chooses. */
  readonly act: string
  readonly position: Position
  /** The moment that is shown first, in UNIX seconds. */
  readonly seconds: number
  /** Why a moment cannot be chosen. */
  readonly problemOf: (seconds: number) => Failure | null
  readonly onPick: (seconds: number) => void
}

/** The settings of a stream that are shown, or the way out of it. */
export interface OpenStreamSettings {
  readonly streamId: StreamId
  readonly purpose: 'settings' | 'leave'
}

/** The message whose reactions are listed. */
export interface OpenReactors {
  readonly accountId: string
  readonly messageId: MessageId
}

/** People who are chosen for something. */
export interface OpenPeople {
  readonly accountId: string
  readonly title: string
  /** On the button that completes the choice. */
  readonly confirm: string
  readonly onchosen: (userIds: UserId[]) => void
}

/** The user group that is shown. */
export interface OpenGroup {
  readonly accountId: string
  readonly groupId: GroupId
  readonly name: string
}

/** The overlays of the window: one menu, one picker, one lightbox at a time. What draws them gives the focus back. */
export class Overlays {
  menu = $state.raw<OpenMenu | null>(null)
  picker = $state.raw<OpenPicker | null>(null)
  moment = $state.raw<OpenMomentPicker | null>(null)
  lightbox = $state.raw<{ readonly items: readonly LightboxItem[]; readonly index: number } | null>(null)
  palette = $state.raw<Palette | null>(null)
  streamSettings = $state.raw<OpenStreamSettings | null>(null)
  group = $state.raw<OpenGroup | null>(null)
  reactors = $state.raw<OpenReactors | null>(null)
  moving = $state.raw<OpenMove | null>(null)
  people = $state.raw<OpenPeople | null>(null)
  isShowingShortcuts = $state.raw(false)
  isShowingConnections = $state.raw(false)
  isShowingSettings = $state.raw(false)

  get isOpen(): boolean {
    const isListOpen = this.isShowingShortcuts || this.isShowingConnections || this.isShowingSettings
    const isShowingWho = this.group !== null || this.reactors !== null || this.people !== null
    const isDialogOpen = isListOpen || this.streamSettings !== null || isShowingWho || this.moving !== null
    const isPicking = this.picker !== null || this.moment !== null
    return isDialogOpen || isPicking || this.palette !== null || this.menu !== null || this.lightbox !== null
  }

  openMenu(label: string, position: Position, entries: readonly (MenuEntry | null)[], heading?: string): void {
    this.menu = { label, position, entries, ...(heading === undefined ? {} : { heading }) }
  }

  openPicker(
    position: Position,
    onPick: OpenPicker['onPick'],
    { use = 'reaction', accountId = null }: Partial<Pick<OpenPicker, 'use' | 'accountId'>> = {},
  ): void {
    this.picker = { position, use, accountId, onPick }
  }

  openMoment(opened: OpenMomentPicker): void {
    this.moment = opened
  }

  openLightbox(items: readonly LightboxItem[], index: number): void {
    this.lightbox = { items, index }
  }

  openPalette(palette: Palette): void {
    this.palette = palette
  }

  openStreamSettings(streamId: StreamId, purpose: OpenStreamSettings['purpose']): void {
    this.streamSettings = { streamId, purpose }
  }

  openGroup({ accountId, groupId, name }: OpenGroup): void {
    this.group = { accountId, groupId, name }
  }

  /** @param accountId whose message it is; undefined while no account is shown */
  openReactors(accountId: string | undefined, messageId: MessageId): void {
    if (accountId !== undefined) this.reactors = { accountId, messageId }
  }

  /** `move`: what the dialog begins with. */
  openMove(move: OpenMove): void {
    this.moving = move
  }

  openPeople(opened: OpenPeople): void {
    this.people = opened
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
    this.moment = null
    this.lightbox = null
    this.palette = null
    this.streamSettings = null
    this.group = null
    this.reactors = null
    this.moving = null
    this.people = null
    this.isShowingShortcuts = false
    this.isShowingConnections = false
    this.isShowingSettings = false
    // The page follows now: a caller that opens another overlay finds the focus where it was before this one.
    flushSync()
  }
}
