import { flushSync } from 'svelte'
import type { Failure } from '#contract/base/failures.ts'
import type { Narrow } from '#contract/base/values.ts'
import type { GroupId, MessageId, StreamId, UserId } from '#shared/ids.ts'
import type { MenuEntry, OpenMenu } from '../ui/overlay/menu-entries.ts'
import type { RunnableCommand } from './commands/command.ts'
import type { Position } from '../ui/overlay/position.ts'

/** The emoji that the user has chosen in the picker. */
export interface EmojiPick {
  /** The type of reaction, as the server names it. */
  readonly type: string
  readonly code: string
  /** The character, or `:name:` of a custom emoji, for insertion into a text. */
  readonly text: string
  /** The first name of the emoji. */
  readonly name: string
  /** The path of a custom emoji's picture; null for a Unicode emoji. */
  readonly picture: string | null
}

/** The purpose of an emoji. A reaction needs an emoji that the server knows. */
export type EmojiUse = 'reaction' | 'text'

/** A picture or video in the lightbox. */
export interface LightboxItem {
  /** The path below the media base. */
  readonly path: string
  /** The path of the original, which is the file to save; null if the displayed image is the original. */
  readonly file: string | null
  /** The thumbnail that the message already shows; null for none. */
  readonly preview: string | null
  /** The size in pixels such as `1920x1080`; null if it is unknown. */
  readonly size: string | null
  readonly name: string
  readonly kind: 'picture' | 'video'
}

/** The emoji picker that is open. */
export interface OpenPicker {
  readonly position: Position
  readonly use: EmojiUse
  /** The account whose emoji are offered; null for the shown account. */
  readonly accountId: string | null
  readonly onPick: (pick: EmojiPick) => void
}

/** The picker of a day and a time that is open. */
export interface OpenMomentPicker {
  /** The accessible name. */
  readonly label: string
  /** The label of the button that confirms the choice. */
  readonly act: string
  readonly position: Position
  /** The moment that is selected first, in UNIX seconds. */
  readonly seconds: number
  /** Returns the reason why a moment cannot be chosen; null if it can. */
  readonly problemOf: (seconds: number) => Failure | null
  readonly onPick: (seconds: number) => void
}

/** The stream whose settings are open, or the question whether to leave it. */
export interface OpenStreamSettings {
  readonly streamId: StreamId
  readonly purpose: 'settings' | 'leave'
}

/** The people of a message: those who have read it, and those who reacted. */
export type MessagePeoplePart = 'readers' | 'reactors'

/** The message whose readers and reactions are listed, and the place where the list opens. */
export interface OpenReactors {
  readonly accountId: string
  readonly messageId: MessageId
  readonly position: Position
  /** The part that the user asked for, which comes first. */
  readonly first: MessagePeoplePart
}

/** The message about whose notification the user asks. */
export interface OpenWhy {
  readonly accountId: string
  readonly messageId: MessageId
}

/** The dialog in which the user chooses people. */
export interface OpenPeople {
  readonly accountId: string
  readonly title: string
  /** The label of the button that completes the choice. */
  readonly confirm: string
  readonly onchosen: (userIds: UserId[]) => void
}

/** The person whose card is open, and the place where it opens. */
export interface OpenPerson {
  readonly accountId: string
  readonly userId: UserId
  readonly position: Position
}

/** The user group that is open. */
export interface OpenGroup {
  readonly accountId: string
  readonly groupId: GroupId
  readonly name: string
  /** The form that opens with the group: that of its properties or of its members; missing for none. */
  readonly form?: 'form' | 'members'
}

/** The object of a move: a message with others of its topic, or a whole topic. */
export interface OpenMove {
  readonly accountId: string
  /** The message that is moved; null for the whole topic. */
  readonly messageId: MessageId | null
  readonly streamId: StreamId
  readonly topic: string
}

/** The conversation or stream whose export was asked for, with its names; null for the whole organization. */
export interface OpenExport {
  readonly accountId: string
  readonly shown: ExportedConversation | null
}

/** A conversation that can be exported. */
export interface ExportedConversation {
  readonly narrow: Narrow
  /** The topic, the people, or the stream. */
  readonly title: string
  /** The name of the stream; null for a direct conversation, and while it is unknown. */
  readonly streamName: string | null
}

/** A dialog about the own account. */
export type AccountDialog = 'status' | 'profile' | 'password' | 'api_key' | 'deactivation' | 'topics'

/** What is administered: a person or bot, or one that is added. */
export type OpenManaging =
  | { readonly kind: 'person'; readonly accountId: string; readonly userId: UserId }
  | { readonly kind: 'new_person' | 'new_bot'; readonly accountId: string }

/** The use of a conversation that the palette chooses, other than opening it. */
export interface PaletteAim {
  readonly label: string
  /** The placeholder of the empty field. */
  readonly example: string
  /** The label of the button that completes the choice of several people. */
  readonly several: string
  readonly choose: (narrow: Narrow) => Promise<void>
}

/**
 * The palette that is open: over every conversation and the commands that could be run when it was opened, or one that
 * chooses another conversation of an organization than `from`.
 */
export type OpenPalette =
  | { readonly kind: 'everything'; readonly commands: readonly RunnableCommand[] }
  | { readonly kind: 'aimed'; readonly accountId: string; readonly from: Narrow; readonly aim: PaletteAim }

/** The overlays of the window: at most one of each kind. The components that draw them give the focus back. */
export class Overlays {
  menu = $state.raw<OpenMenu | null>(null)
  picker = $state.raw<OpenPicker | null>(null)
  moment = $state.raw<OpenMomentPicker | null>(null)
  lightbox = $state.raw<{ readonly items: readonly LightboxItem[]; readonly index: number } | null>(null)
  palette = $state.raw<OpenPalette | null>(null)
  streamSettings = $state.raw<OpenStreamSettings | null>(null)
  group = $state.raw<OpenGroup | null>(null)
  reactors = $state.raw<OpenReactors | null>(null)
  why = $state.raw<OpenWhy | null>(null)
  moving = $state.raw<OpenMove | null>(null)
  people = $state.raw<OpenPeople | null>(null)
  person = $state.raw<OpenPerson | null>(null)
  account = $state.raw<AccountDialog | null>(null)
  managing = $state.raw<OpenManaging | null>(null)
  exporting = $state.raw<OpenExport | null>(null)
  isShowingShortcuts = $state.raw(false)
  isShowingConnections = $state.raw(false)
  isShowingSettings = $state.raw(false)
  isShowingMutedPeople = $state.raw(false)
  /** Whether the dialog for a new direct message is open. The navigation draws it. */
  isWriting = $state.raw(false)

  get isOpen(): boolean {
    const isListOpen =
      this.isShowingShortcuts || this.isShowingConnections || this.isShowingSettings || this.isShowingMutedPeople
    const isExplaining = this.why !== null
    const isShowingWho = this.group !== null || this.reactors !== null || this.people !== null || this.account !== null
    const isForm = this.moving !== null || this.exporting !== null || this.managing !== null
    const isDialogOpen = isListOpen || isExplaining || this.streamSettings !== null || isShowingWho || isForm
    const isPicking = this.picker !== null || this.moment !== null || this.person !== null
    return isDialogOpen || isPicking || this.palette !== null || this.menu !== null || this.lightbox !== null
  }

  openMenu(
    label: string,
    position: Position,
    entries: readonly (MenuEntry | null)[],
    heading?: string,
    detail?: OpenMenu['detail'],
  ): void {
    this.menu = {
      label,
      position,
      entries,
      ...(heading === undefined ? {} : { heading }),
      ...(detail === undefined ? {} : { detail }),
    }
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

  openPalette(palette: OpenPalette): void {
    this.palette = palette
  }

  /** Opens a palette that chooses another conversation of an organization. @param from the one that is not offered */
  openAimedPalette(accountId: string, from: Narrow, aim: PaletteAim): void {
    this.palette = { kind: 'aimed', accountId, from, aim }
  }

  openStreamSettings(streamId: StreamId, purpose: OpenStreamSettings['purpose']): void {
    this.streamSettings = { streamId, purpose }
  }

  openGroup({ accountId, groupId, name, form }: OpenGroup): void {
    this.group = { accountId, groupId, name, ...(form === undefined ? {} : { form }) }
  }

  /** Opens the card of a person of an account beside a name, picture or mention. Does nothing without an account. */
  openPerson(accountId: string | undefined, userId: UserId, position: Position): void {
    if (accountId !== undefined) this.person = { accountId, userId, position }
  }

  /** Lists the readers and the reactions of a message of an account. Does nothing without an account. */
  openReactors(
    accountId: string | undefined,
    messageId: MessageId,
    position: Position,
    first: MessagePeoplePart = 'reactors',
  ): void {
    if (accountId !== undefined) this.reactors = { accountId, messageId, position, first }
  }

  /** Explains why the user was notified of a message, or was not. Does nothing without an account. */
  openWhy(accountId: string | undefined, messageId: MessageId): void {
    if (accountId !== undefined) this.why = { accountId, messageId }
  }

  /** Opens the dialog that moves messages, which begins with `move`. */
  openMove(move: OpenMove): void {
    this.moving = move
  }

  /** Opens the dialog that exports messages. Does nothing without an account. */
  openExport(accountId: string | undefined, shown: ExportedConversation | null): void {
    if (accountId !== undefined) this.exporting = { accountId, shown }
  }

  openManaging(opened: OpenManaging): void {
    this.managing = opened
  }

  openPeople(opened: OpenPeople): void {
    this.people = opened
  }

  openAccount(dialog: AccountDialog): void {
    this.account = dialog
  }

  showShortcuts(): void {
    this.isShowingShortcuts = true
  }

  showConnections(): void {
    this.isShowingConnections = true
  }

  showMutedPeople(): void {
    this.isShowingMutedPeople = true
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
    this.why = null
    this.moving = null
    this.people = null
    this.person = null
    this.account = null
    this.managing = null
    this.exporting = null
    this.isShowingShortcuts = false
    this.isShowingConnections = false
    this.isShowingSettings = false
    this.isShowingMutedPeople = false
    // The page updates at once, so that a caller that opens another overlay finds the focus where it was before.
    flushSync()
  }
}
