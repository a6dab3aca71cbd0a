import type { AllReadWords } from './reading/all-read.ts'
import type { CommonWords } from './common.ts'
import type { ComposerWords, AttachmentsWords, ComposerClosedWords, NewMessageWords } from './composer.ts'
import type { ConnectionWords, ProxyWords, SigningInWords } from './connection.ts'
import type { ConversationWords } from './conversation.ts'
import type { DialogsWords } from './dialogs.ts'
import type { DraftListWords } from './drafts.ts'
import type { MediaWords, LightboxWords, EmojiPickerWords } from './media.ts'
import type { MenuWords } from './menus.ts'
import type { MessageWords } from './message.ts'
import type { NavigationWords, RailWords, StateLineWords, AccountMenuWords } from './navigation.ts'
import type { MomentsWords } from './times.ts'
import type { UnsentWords } from './outbox.ts'
import type { SettingsWords } from './settings.ts'
import type { WholeWindowWords } from './window.ts'

/** Labels and sentences of the page, by screen. */
export interface ScreenWords {
  readonly allRead: AllReadWords
  readonly common: CommonWords
  readonly composer: ComposerWords
  readonly attachments: AttachmentsWords
  readonly composerClosed: ComposerClosedWords
  readonly newMessage: NewMessageWords
  readonly connection: ConnectionWords
  readonly proxy: ProxyWords
  readonly signingIn: SigningInWords
  readonly conversation: ConversationWords
  readonly dialogs: DialogsWords
  readonly draftList: DraftListWords
  readonly media: MediaWords
  readonly lightbox: LightboxWords
  readonly emojiPicker: EmojiPickerWords
  readonly menus: MenuWords
  readonly moments: MomentsWords
  readonly message: MessageWords
  readonly navigation: NavigationWords
  readonly rail: RailWords
  readonly stateLine: StateLineWords
  readonly accountMenu: AccountMenuWords
  readonly unsent: UnsentWords
  readonly settings: SettingsWords
  readonly wholeWindow: WholeWindowWords
}
