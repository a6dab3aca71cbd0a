import type { DraftFailures } from '#contract/drafts.ts'
import type { ActionFailures, OutcomeFailures } from '#contract/outbox.ts'
import type { Section } from '../section.ts'
import { word } from './format.ts'

const empty = {
  send: 'Write a message first.',
  edit: 'A message can’t be empty. Delete it instead.',
  schedule: 'A message can’t be empty.',
}
const archived = {
  get send() {
    return `This ${word.one} is archived, so no one can post in it.`
  },
  get change() {
    return `This ${word.one} is archived. You can read its messages but not change them.`
  },
}
const topicMissing = {
  compose: 'Messages need a topic in this organization. Add one, then send.',
  send: 'Messages need a topic here. Add one, then send.',
  resolve: 'Messages without a topic can’t be resolved. Add a topic first.',
  move: 'Add a topic first.',
}
const features = {
  follow_topics: 'This server is too old to support following topics.',
  get unmute_topics() {
    return `This server is too old to support unmuting topics in a muted ${word.one}.`
  },
  schedule: 'This server is too old to support scheduled messages.',
  edit_scheduled:
    'This server is too old to support editing scheduled messages. Cancel this one and schedule it again.',
}
const wanted = {
  get common_streams() {
    return `The ${word.many} you have in common are only on the server`
  },
  text: 'This message’s text is only on the server',
  receipts: 'Read receipts are only on the server',
  history: 'The edit history is only on the server',
  preview: 'Previews come from the server',
}
const changed = { edit: 'edited', delete: 'deleted' }

function tooLong({ act, length, most }: ActionFailures['MESSAGE_TOO_LONG']): string {
  switch (act) {
    case 'send':
      return `This message has ${length} characters; the limit is ${most}. Shorten it, or split it into several messages.`
    case 'edit':
      return `This message has ${length} characters; the limit is ${most}. Shorten it.`
    case 'schedule':
      return `Messages can have up to ${most} characters.`
  }
}

function notAllowed(values: ActionFailures['NOT_ALLOWED']): string {
  switch (values.act) {
    case 'change_of_other':
      return 'Only the author can change this message.'
    case 'edit_widget':
      return 'The text of polls and to-do lists can’t be edited.'
    case 'move_topic':
      return 'You don’t have permission to move messages to another topic.'
    case 'move_stream':
      return `You don’t have permission to move messages to another ${word.one}.`
    case 'resolve':
      return 'You don’t have permission to resolve or unresolve topics.'
    case 'edit':
    case 'delete':
      return values.isLate
        ? `This message is too old to be ${changed[values.act]}. Your organization sets a time limit.`
        : `Your organization doesn’t allow messages to be ${changed[values.act]}.`
  }
}

export const actions = {
  EMPTY_MESSAGE: ({ act }) => empty[act],
  FILE_INCOMPLETE: ({ name }) =>
    `“${name}” wasn’t fully copied before Skein was interrupted. Add it again, or remove it from the message.`,
  BAD_MESSAGE: 'The text contains a null character. Remove it and try again.',
  MESSAGE_TOO_LONG: tooLong,
  STREAM_ARCHIVED: ({ act }) => archived[act],
  TOPIC_TOO_LONG: ({ most }) => `Topics can have up to ${most} characters.`,
  TOPIC_MISSING: ({ act }) => topicMissing[act],
  TOPIC_UNWANTED: ({ topic }) => `Messages here have no topic. Send it to “${topic}” instead.`,
  NO_MESSAGE: 'This message is no longer available.',
  get NO_STREAM() {
    return `This ${word.one} is no longer available.`
  },
  NO_EMOJI: 'This server doesn’t have this emoji.',
  NO_SUCH_CHOICE: 'That isn’t possible with this poll or to-do list.',
  NO_DRAFT: 'This draft no longer exists.',
  NO_RECIPIENT: 'This draft has no recipient. Open it and choose a topic or people.',
  NO_RECEIPTS: 'Your organization doesn’t show who has read a message.',
  NOT_ALLOWED: notAllowed,
  get NOT_SUBSCRIBED() {
    return `You’re not subscribed to this ${word.one}. Join it to change its settings.`
  },
  MUTE_SELF: 'You can’t mute yourself.',
  NOT_SCHEDULED: 'This message has already been sent or cancelled.',
  TIME_PASSED: 'That time has passed. Choose a later one.',
  FEATURE_MISSING: ({ feature }) => features[feature],
  ALREADY_LEAVING: ({ isMessage }): string =>
    isMessage ? 'This message is already being sent.' : 'This is already being sent.',
  NOT_IN_OUTBOX: 'This message is no longer waiting to be sent.',
  OFFLINE: (values) => `${wanted[values.wanted]}, which can’t be reached right now. Try again when you’re online.`,
} satisfies Section<ActionFailures>

export const outcomes = {
  UNREADABLE:
    'Skein can’t read what was saved here. It may have been saved by a newer version. Copy the text if you need it, then discard it.',
  READABLE_AGAIN: 'An older version of Skein couldn’t read this, so it wasn’t sent. Send it now?',
  CHANGED_MEANWHILE:
    'Someone else changed this message while you were editing it. Your text is saved. Check their version, then try again to replace it.',
  MOVE_TOO_LATE: ({ allowed, total }) =>
    `Only ${allowed} of the ${total} messages in this topic are recent enough to move.`,
  SCHEDULED_GONE: ({ cause }, sentenceOf) =>
    `${cause === null ? '' : `${sentenceOf(cause)} `}It has already been sent or cancelled.`,
  SEND_TIME_PASSED: 'The scheduled time passed before this reached the server. Choose another time.',
  SCHEDULED_NOT_SENT: 'This couldn’t be sent at the scheduled time. Choose another time, or cancel it.',
  CHOICE_LOST: 'The connection was lost before this arrived. Send it again?',
  ATTACHMENT_GONE: ({ name }) =>
    `The copy of “${name}” is no longer on this disk. Edit the message and add the file again.`,
  ATTACHMENT_REFUSED: ({ name, cause }, sentenceOf) =>
    `“${name}” couldn’t be uploaded.${cause === null ? '' : ` ${sentenceOf(cause)}`}`,
  ATTACHMENT_TOO_LARGE: 'It’s too large for this server.',
} satisfies Section<OutcomeFailures>

export const drafts = {
  DRAFT_WITHOUT_TEXT: 'Only text is synced to the server, and this draft has none.',
  DRAFT_NULL_CHARACTER: 'The text contains a null character, which the server doesn’t accept.',
  DRAFT_TOO_LONG: ({ most }) => `Over the server’s limit of ${most} characters. Saved on this computer only.`,
  DRAFT_TOPIC_TOO_LONG: 'The topic is too long for the server. Saved on this computer only.',
} satisfies Section<DraftFailures>
