import { allRead } from './all-read.ts'
import { common } from './common.ts'
import { composer, attachments, composerClosed, newMessage } from './composer.ts'
import { connection, proxy, signingIn } from '#renderer/features/connection/en.ts'
import { conversation } from './conversation.ts'
import { dialogs } from './dialogs.ts'
import { draftList } from '#renderer/features/drafts/en.ts'
import { media, emojiPicker } from './media.ts'
import { lightbox } from '#renderer/features/lightbox/en.ts'
import { menus } from './menus.ts'
import { message } from './message.ts'
import { navigation, quiet, rail, stateLine, accountMenu } from '#renderer/features/navigation/en.ts'
import { moments } from './times.ts'
import { unsent } from '#renderer/features/outbox/en.ts'
import { settings } from '#renderer/features/settings/en.ts'
import { sidePanel, wholeWindow } from './window.ts'

export const screens = {
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
