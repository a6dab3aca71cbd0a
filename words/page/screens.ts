import type { CommonWords } from './common.ts'
import type { ConnectionWords, ProxyWords, SigningInWords } from './connection.ts'
import type { DialogsWords } from './dialogs.ts'
import type { SettingsWords } from './settings.ts'

/** Labels and sentences of the page, by screen. */
export interface ScreenWords {
  readonly common: CommonWords
  readonly settings: SettingsWords
  readonly dialogs: DialogsWords
  readonly connection: ConnectionWords
  readonly proxy: ProxyWords
  readonly signingIn: SigningInWords
}
