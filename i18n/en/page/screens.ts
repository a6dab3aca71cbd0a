import { allRead } from './reading/all-read.ts'
import { common } from './common.ts'
import { composer, attachments, composerClosed, newMessage } from './composer.ts'
import { connection, proxy, signingIn } from './connection.ts'
import { conversation } from './conversation.ts'
import { dialogs } from './dialogs.ts'
import { draftList } from './drafts.ts'
import { media, lightbox, emojiPicker } from './media.ts'
import { menus } from './menus.ts'
import { message } from './message.ts'
import { navigation, rail, stateLine, accountMenu } from './navigation.ts'
import { moments } from './times.ts'
import { unsent } from './outbox.ts'
import { settings } from './settings.ts'
import { wholeWindow } from './window.ts'

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
  rail,
  stateLine,
  accountMenu,
  unsent,
  settings,
  wholeWindow,
}
