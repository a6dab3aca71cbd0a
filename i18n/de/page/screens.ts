import type { screens as english } from '../../en/page/screens.ts'
import { allRead } from './all-read.ts'
import { common } from './common.ts'
import { composer, attachments, composerClosed, newMessage } from './composer.ts'
import { connection, proxy, signingIn } from '#renderer/features/connection/de.ts'
import { conversation } from './conversation.ts'
import { dialogs } from './dialogs.ts'
import { draftList } from '#renderer/features/drafts/de.ts'
import { media, emojiPicker } from './media.ts'
import { lightbox } from '#renderer/features/lightbox/de.ts'
import { menus } from './menus.ts'
import { message } from './message.ts'
import { navigation, quiet, rail, stateLine, accountMenu } from '#renderer/features/navigation/de.ts'
import { moments } from './times.ts'
import { unsent } from '#renderer/features/outbox/de.ts'
import { settings } from '#renderer/features/settings/de.ts'
import { sidePanel, wholeWindow } from './window.ts'

export const screens: typeof english = {
  allRead,
  common,
  composer,
  attachments,
  composerClosed,
  newMessage,
  connection,
  proxy,
  signingIn,
  conversation,
  dialogs,
  draftList,
  media,
  lightbox,
  emojiPicker,
  menus,
  moments,
  message,
  navigation,
  quiet,
  rail,
  stateLine,
  accountMenu,
  unsent,
  settings,
  sidePanel,
  wholeWindow,
}
