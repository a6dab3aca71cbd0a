import type { ActionFailures, DraftFailures } from '../../preload/contract/action-failures.ts'
import type { OutcomeFailures } from '../../preload/contract/failures.ts'
import type { Section } from '../catalogue.ts'

const empty = {
  send: 'There is nothing to send yet: write something first.',
  edit: 'A message cannot be empty. Delete it instead.',
  schedule: 'A message cannot be empty.',
}
const archived = {
  send: 'This stream is archived: nobody writes there any more.',
  change: 'This stream is archived: what was written there can be read, and not be changed any more.',
}
const topicMissing = {
  compose: 'Every message needs a topic in this organization. Say what this one is about, then send it.',
  send: 'Every message needs a topic here. Say what this one is about, then send it.',
  resolve: 'Messages without a topic cannot be marked as done. Give them a topic first.',
  move: 'Give the conversation a topic first.',
}
const features = {
  follow_topics: 'This server is too old for following topics.',
  unmute_topics: 'This server is too old for topics that stand out of a muted stream.',
  schedule: 'This server is too old for sending later.',
  edit_scheduled:
    'This server is too old for changing a message that is to be sent later. Delete it, and schedule it anew.',
}
const wanted = {
  text: 'The text of this message has to come from the server',
  receipts: 'Who has read it has to come from the server',
  history: 'The earlier versions have to come from the server',
  preview: 'How your text will look has to come from the server',
}
const changed = { edit: 'edited', delete: 'deleted' }

function tooLong({ act, length, most }: ActionFailures['MESSAGE_TOO_LONG']): string {
  switch (act) {
    case 'send':
      return `This message has ${length} characters; the server takes at most ${most}. Shorten it or send it in parts.`
    case 'edit':
      return `This message has ${length} characters; the server takes at most ${most}.`
    case 'schedule':
      return `The server takes at most ${most} characters.`
  }
}

function notAllowed(values: ActionFailures['NOT_ALLOWED']): string {
  switch (values.act) {
    case 'change_of_other':
      return 'Only its author may change this message.'
    case 'edit_widget':
      return 'The text of polls and to-do lists cannot be edited.'
    case 'move_topic':
      return 'Your organization does not let you move messages to another topic.'
    case 'move_stream':
      return 'Your organization does not let you move messages to another stream.'
    case 'resolve':
      return 'Your organization does not let you mark topics as resolved, or remove the mark.'
    case 'edit':
    case 'delete':
      return values.isLate
        ? `This message is too old to be ${changed[values.act]}: your organization allows that for a limited time only.`
        : `Your organization does not allow messages to be ${changed[values.act]}.`
  }
}

export const actions = {
  EMPTY_MESSAGE: ({ act }) => empty[act],
  FILE_INCOMPLETE: ({ name }) =>
    `“${name}” was not copied whole before Skein was interrupted. Add it again, or take it off the message.`,
  BAD_MESSAGE: 'The text contains a null character; remove it.',
  MESSAGE_TOO_LONG: tooLong,
  STREAM_ARCHIVED: ({ act }) => archived[act],
  TOPIC_TOO_LONG: ({ most }) => `A topic has at most ${most} characters.`,
  TOPIC_MISSING: ({ act }) => topicMissing[act],
  TOPIC_UNWANTED: ({ topic }) => `Messages have no topic here: write to “${topic}” instead.`,
  NO_MESSAGE: 'This message is not here any more.',
  NO_STREAM: 'This stream is not here any more.',
  NO_EMOJI: 'This server does not know this emoji.',
  NO_SUCH_CHOICE: 'This cannot be done with this poll or list.',
  NO_DRAFT: 'This draft is not here any more.',
  NO_RECIPIENT: 'Say first who should get this: open the draft and choose a topic or people.',
  NO_RECEIPTS: 'Your organization does not tell who has read a message.',
  NOT_ALLOWED: notAllowed,
  NOT_SUBSCRIBED: 'You are not subscribed to this stream, so there is nothing to set.',
  MUTE_SELF: 'You cannot mute yourself.',
  NOT_SCHEDULED: 'This message was sent or deleted meanwhile.',
  TIME_PASSED: 'This time has passed. Choose a later one.',
  FEATURE_MISSING: ({ feature }) => features[feature],
  ALREADY_LEAVING: ({ isMessage }) => (isMessage ? 'This message is just being sent.' : 'This is just being sent.'),
  NOT_IN_OUTBOX: 'This message is not waiting any more.',
  OFFLINE: (values) => `${wanted[values.wanted]}, which cannot be reached now. Try again when you are online.`,
} satisfies Section<ActionFailures>

export const outcomes = {
  UNREADABLE:
    'Skein cannot read what was stored here; perhaps a newer version wrote it. Copy its text if you need it, then take it back.',
  READABLE_AGAIN: 'An older version of Skein could not read this, so it was not sent. Send it now?',
  CHANGED_MEANWHILE:
    'Somebody has changed this message since you began. Your text is kept: look at theirs, then try again to replace it.',
  MOVE_TOO_LATE: ({ allowed, total }) =>
    `Only ${allowed} of the ${total} messages of this topic are recent enough to be moved.`,
  SCHEDULED_GONE: ({ cause }, say) => `${cause === null ? '' : `${say(cause)} `}It was sent or deleted meanwhile.`,
  SEND_TIME_PASSED: 'Its time passed before the server had it. Choose another time.',
  SCHEDULED_NOT_SENT: 'It could not be sent at its time. Choose another time, or delete it.',
  CHOICE_LOST: 'The connection broke, and this did not arrive. Send it again?',
  ATTACHMENT_GONE: ({ name }) =>
    `The copy of “${name}” is not on this disk any more. Take the message back and add the file again.`,
  ATTACHMENT_REFUSED: ({ name, cause }, say) => `“${name}” was not taken${cause === null ? '.' : `: ${say(cause)}`}`,
  ATTACHMENT_TOO_LARGE: 'It is too large for this server.',
} satisfies Section<OutcomeFailures>

export const drafts = {
  DRAFT_WITHOUT_TEXT: 'Only text is kept at the server; this draft has none.',
  DRAFT_NULL_CHARACTER: 'The text contains a null character, which the server does not take.',
  DRAFT_TOO_LONG: ({ most }) => `Longer than the server’s ${most} characters: kept on this computer only.`,
  DRAFT_TOPIC_TOO_LONG: 'The topic is too long for the server: kept on this computer only.',
} satisfies Section<DraftFailures>
