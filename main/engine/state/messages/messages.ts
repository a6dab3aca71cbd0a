import { messagesWire } from '../../api/resources/messages.ts'
import { slice } from '../slice.ts'
import { handleUpdateMessage } from './edits.ts'
import { handleFlags } from './flags.ts'
import { handleDeleteMessage, handleMessage } from './new-and-deleted.ts'
import { handleReaction } from './reaction-events.ts'
import { handleSubmessage } from './submessages.ts'
import { unreadPart } from '../unread/unread-part.ts'

export const messagesSlice = slice({
  name: 'messages',
  wire: messagesWire,
  parts: [unreadPart],
  reducers: {
    message: handleMessage,
    update_message: handleUpdateMessage,
    delete_message: handleDeleteMessage,
    update_message_flags: handleFlags,
    reaction: handleReaction,
    submessage: handleSubmessage,
  },
})
