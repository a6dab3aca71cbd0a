import { smallPictureBounds } from '#shared/picture/picture-bounds.ts'
import { badRequest, ServiceError } from './errors.ts'

/** What a limit counts. */
export type Unit = 'code points' | 'bytes' | 'MiB' | 'entries' | 'ms' | 's' | 'requests' | 'levels' | 'pixels'

/** The refusal of a request that exceeds a limit. */
export interface Refusal {
  readonly code: string
  readonly message: string
  /** HTTP status. */
  readonly status: number
}

/** A bound of the server: its amount and unit, and what happens beyond it. */
export interface Limit {
  readonly most: number
  readonly unit: Unit
  /** The bounded quantity. */
  readonly bounds: string
  /** The refusal, or a description of the server's other reaction. */
  readonly beyond: Refusal | string
}

/** A refusal with the code `BAD_REQUEST` and the status 400 by default. */
export function refused(message: string, { code = 'BAD_REQUEST', status = 400 } = {}): Refusal {
  return { code, message, status }
}

/** Creates a limit; `Limit` describes the parameters. */
export function limit(most: number, unit: Unit, bounds: string, beyond: Refusal | string): Limit {
  return { most, unit, bounds, beyond }
}

/** A limit on the code points of a text, whose refusal names the text. */
export function textLimit(most: number, name: string, bounds = name): Limit {
  return limit(most, 'code points', bounds, refused(`${name} is too long (limit: ${most} characters)`))
}

/** A limit on the entries of a list. */
export function listLimit(most: number, bounds: string): Limit {
  return limit(most, 'entries', bounds, refused(`At most ${most} ${bounds} are taken`))
}

const mib = 1024 * 1024

/** Of linkifiers and playgrounds. */
export const urlTemplateLimit = textLimit(1000, 'url_template', 'URL template of a linkifier or playground')

/** The rate limiter adds a `Retry-After` header. */
const later = refused('API usage exceeded rate limit', { code: 'RATE_LIMIT_HIT', status: 429 })

/** Minimum length of a password in code points. */
export const passwordLength = 6

/**
 * The limits of the server; a self-contained resource has its own limits in its file. Texts are counted in Unicode code
 * points; the limits of names, topics and messages are the family's (wire-protocol.md §2.15).
 */
export const limits = {
  // Texts.
  streamName: limit(60, 'code points', 'name of a stream', refused('Stream name too long (limit: 60 characters).')),
  streamDescription: limit(
    1024,
    'code points',
    'description of a stream',
    refused('Stream description is too long (limit: 1024 characters).'),
  ),
  topic: limit(60, 'code points', 'topic', 'cut, with "..." at its end'),
  message: limit(10_000, 'code points', 'text of a message or draft', 'cut, with a note at its end'),
  fullName: limit(100, 'code points', 'name of a user', refused('Name too long!')),
  groupName: limit(100, 'code points', 'name of a group', refused('User group name cannot exceed 100 characters.')),
  groupDescription: textLimit(1024, 'Description', 'description of a group'),
  statusText: textLimit(60, 'status_text', 'status of a user'),
  alertWord: textLimit(100, 'alert word'),
  linkifierPattern: textLimit(1000, 'pattern', 'pattern of a linkifier'),
  linkifierProgram: limit(1000, 'entries', 'steps of the compiled pattern of a linkifier', 'refused with the reason'),
  linkifierTime: limit(100, 'ms', 'time of all linkifiers for one message', 'further matches stay text'),
  linkifiers: listLimit(100, 'linkifiers'),
  profileFieldName: textLimit(40, 'Name', 'name of a profile field'),
  profileFieldHint: textLimit(80, 'Hint', 'hint of a profile field'),
  profileText: textLimit(50, 'profile value', 'value of a short profile field'),
  profileLongText: textLimit(500, 'profile value', 'value of a long profile field'),
  organizationName: textLimit(40, 'Organization name'),
  organizationDescription: textLimit(1000, 'Organization description'),
  // A task may be as long as a message, whose length JSON may double.
  submessage: textLimit(25_000, 'content', 'submessage'),
  widget: textLimit(10_000, 'widget_content'),

  // Requests. The body parser has its own refusals.
  body: limit(
    2 * mib,
    'bytes',
    'body of a request, without an uploaded file',
    refused('Request body is too large', { status: 413 }),
  ),
  bodyTime: limit(
    60_000,
    'ms',
    'arriving of a body, or of what comes before the file in it',
    refused('The body took too long to arrive', { status: 408 }),
  ),
  requestTime: limit(600_000, 'ms', 'arriving of a whole request', 'the connection ends'),
  bodyFields: limit(1000, 'entries', 'fields of a body', refused('A request has at most 1000 fields and one file')),
  idleFiles: limit(
    10,
    'entries',
    'files sent to an endpoint that takes none',
    refused('A request has at most 1000 fields and one file'),
  ),
  refusal: limit(2000, 'code points', 'words of a refusal', 'their end is left out'),
  list: listLimit(100_000, 'entries of one list'),
  jsonDepth: limit(100, 'levels', 'JSON in a parameter, lists and objects in each other', 'refused as no JSON'),
  jsonEntries: limit(500_000, 'entries', 'JSON in a parameter, in all its lists and objects', 'refused as no JSON'),
  narrowTerms: listLimit(100, 'terms of a narrow'),
  narrowOperand: limit(
    1000,
    'code points',
    'operand of a narrow, such as the words of a search',
    refused('An operand of a narrow has at most 1000 characters'),
  ),
  searchWords: limit(100, 'entries', 'words of all searches of a narrow', refused('A search has at most 100 words')),
  drafts: listLimit(100, 'drafts of one request'),
  draftsOfUser: listLimit(1000, 'drafts of a user'),
  profileValues: listLimit(1000, 'profile values of one request'),
  messagesPerRequest: limit(
    5000,
    'entries',
    'messages of one answer',
    refused('Too many messages requested (maximum 5000).'),
  ),
  messagesFlagged: listLimit(100_000, 'messages whose flag one request changes'),
  recipients: limit(500, 'entries', 'people that a direct message or typing names', refused('Too many recipients')),
  subscriptions: listLimit(1000, 'streams of one request'),

  // Formulas. Beyond a limit, the source is shown.
  formulaSource: limit(2000, 'code points', 'source of a formula', 'shown as it was typed'),
  formulaOutput: limit(50_000, 'code points', 'HTML of a drawn formula', 'shown as it was typed'),
  formulaOutputs: limit(100_000, 'code points', 'HTML of the formulas of a message', 'the others are shown as typed'),

  closing: limit(5000, 'ms', 'calls that are under way when the server closes', 'they are not waited for'),
  slice: limit(25, 'ms', 'building or writing of an answer at a time', 'other requests have their turn'),

  // Drawing of code and formulas. With this number, a text of the smallest formulas can reach `formulaOutputs`.
  drawings: limit(300, 'entries', 'drawn parts of a text', 'the others are shown as they were typed'),
  drawingTime: limit(2000, 'ms', 'drawing the parts of one text', 'they are shown as they were typed'),
  drawingWait: limit(10_000, 'ms', 'waiting for a thread that draws', 'the text is shown as it was typed'),
  drawingsKept: limit(8 * mib, 'code points', 'drawn parts that are kept for renderings', 'the oldest are drawn anew'),

  // Amounts for each user or organization.
  alertWords: listLimit(1000, 'alert words'),
  bots: listLimit(1000, 'bots of one owner'),
  profileFieldsInSummary: limit(
    2,
    'entries',
    'profile fields in the summary',
    refused('Only 2 custom profile fields can be displayed in the profile summary.'),
  ),
  // Clients number the tasks of a user from 0 to 1000; each task may be struck out once.
  submessagesOfUser: limit(
    2002,
    'entries',
    'submessages of one user at a message',
    refused('You have added too much to this message.'),
  ),
  submessageText: limit(
    256 * 1024,
    'code points',
    'text of all submessages of a message',
    refused('This message has too many submessages.'),
  ),
  edits: limit(
    500,
    'entries',
    'texts that a message had before',
    refused('This message was edited too often; send a new one.'),
  ),
  editText: limit(
    4 * mib,
    'code points',
    'all texts that a message had before, with their HTML',
    refused('This message was edited too often; send a new one.'),
  ),
  editsListed: limit(
    50,
    'entries',
    'edits that a list of messages tells of one of them',
    'the newest are told, and the newest that changed the text; all are in its history',
  ),
  editTextListed: limit(
    65_536,
    'code points',
    'earlier texts of one message in a list of messages',
    'the newest is told, and of the others what fits; all are in its history',
  ),
  messagesAnswer: limit(
    16 * mib,
    'code points',
    'texts of the messages in one answer',
    'those farthest from the anchor are left for the next request, `found_oldest` and `found_newest` say so',
  ),
  submessagesOfMessage: limit(
    5000,
    'entries',
    'submessages of a message',
    refused('This message has too many submessages.'),
  ),
  fileName: limit(180, 'bytes', 'name of an uploaded file in its address, as UTF-8', 'its beginning is cut off'),
  pictureBytes: limit(
    5 * mib,
    'bytes',
    'avatar, icon or logo',
    refused('Uploaded file is larger than the allowed limit of 5 MiB'),
  ),
  picturePixels: limit(
    smallPictureBounds.pixels,
    'pixels',
    'avatar, icon, logo or emoji',
    refused(`Image size exceeds limit: at most ${smallPictureBounds.pixels} pixels are taken.`, { code: 'BAD_IMAGE' }),
  ),
  animationPixels: limit(
    smallPictureBounds.animationPixels,
    'pixels',
    'all frames of an animated avatar, icon, logo or emoji',
    refused(
      `Image size exceeds limit: at most ${smallPictureBounds.animationPixels} pixels are taken in all frames of an animation.`,
      { code: 'BAD_IMAGE' },
    ),
  ),
  emojiBytes: limit(
    256 * 1024,
    'bytes',
    'picture of an emoji',
    refused('Uploaded file is larger than the allowed limit of 256 KiB'),
  ),

  // Registration.
  unreadTold: limit(
    50_000,
    'entries',
    'unread messages that a registration names',
    'the newest are named, `old_unreads_missing` is true',
  ),
  directConversationsTold: limit(
    1000,
    'entries',
    'direct conversations that a registration names',
    'the newest are named',
  ),
  starredTold: limit(10_000, 'entries', 'starred messages that a registration names', 'the newest are named'),
  draftsTold: limit(1000, 'entries', 'drafts that a registration names', 'the newest are named'),
  presenceTold: limit(
    100,
    'entries',
    'people to whom a changed presence is told',
    'nobody is told; clients ask each minute',
  ),

  // Signing in.
  wrongPasswords: limit(
    5,
    'requests',
    'wrong passwords of an account in half an hour, at sign-in and as `old_password`',
    later,
  ),
  wrongPasswordsFrom: limit(
    100,
    'requests',
    'wrong passwords from an address in half an hour, whatever the names',
    later,
  ),
  wrongKeysFrom: limit(100, 'requests', 'wrong API keys from an address in a minute', later),
  lookups: limit(200, 'requests', 'people that a user looks up by their address in a minute', later),
  password: limit(1000, 'code points', 'password', refused('Password is too long (limit: 1000 characters)')),
  passwordsAtOnce: limit(2, 'entries', 'passwords that are hashed at a time, 128 MiB each', 'the next ones wait'),
  passwordsWaiting: limit(
    40,
    'entries',
    'passwords that wait to be hashed',
    refused('Too many people are signing in; try again in a moment', { code: 'RATE_LIMIT_HIT', status: 429 }),
  ),
  rememberedKeys: limit(
    10_000,
    'entries',
    'accounts or addresses whose requests a rate limiter remembers',
    'the one that asked least recently is forgotten',
  ),

  // Invitations.
  invitedAtOnce: listLimit(500, 'addresses of one invitation'),
  invitationsOfDay: limit(
    1000,
    'entries',
    'invitations of the organization in 24 hours',
    refused('Too many invitations were created today; try again tomorrow.'),
  ),
  openInvitations: limit(
    2000,
    'entries',
    'open invitations of the organization',
    refused('Too many invitations are open; revoke some.'),
  ),
  invitationLife: limit(
    10 * 365 * 86_400,
    's',
    'time until an invitation expires',
    refused('An invitation is valid for at most ten years'),
  ),
  welcomeText: textLimit(8000, 'welcome_message_custom_text', 'welcome of an invitation'),
  joining: limit(
    100,
    'requests',
    'pages for joining that an address asks for in half an hour',
    refused('Too many people joined from your network; try again later', { code: 'RATE_LIMIT_HIT', status: 429 }),
  ),

  // Exports.
  exportsOfWeek: limit(5, 'entries', 'exports of the organization in seven days', refused('Exceeded rate limit.')),
  exportedMessages: limit(
    250_000,
    'entries',
    'messages of an organization that is exported',
    refused('The organization is too large to be exported here; ask the operator of the server for a backup.'),
  ),
  exportedBytes: limit(20 * 1024 * mib, 'bytes', 'uploaded files of an organization that is exported', 'it is refused'),
  exportedAtOnce: limit(100, 'entries', 'objects that an export reads at a time', 'the rest follows'),
  exportedInFile: limit(1000, 'entries', 'messages of a file of an export, about', 'the rest is in further files'),
  endedExports: limit(50, 'entries', 'failed and deleted exports that are told', 'the oldest are forgotten'),

  // Background work.
  expiredAtOnce: limit(100, 'entries', 'expired messages that are deleted at a time', 'the rest goes in 20 ms'),

  // Event queues.
  queueTerms: listLimit(100, 'narrow terms of a queue'),
  queueTypes: listLimit(200, 'event types of a queue'),
  queueOptions: limit(
    32_768,
    'code points',
    'narrow and event types of a queue together',
    refused('The narrow and the event types of a queue are too long'),
  ),
  queueTerm: textLimit(500, 'narrow term', 'operator or operand in the narrow of a queue'),
  queueType: textLimit(100, 'event type'),
  queueLifetime: limit(7 * 86_400, 's', 'life of a queue without a poll', 'a queue lives that long and no longer'),
  capabilities: listLimit(100, 'client capabilities'),
  queuesOfUser: limit(50, 'entries', 'queues of a user', 'the one that was not polled for the longest time ends'),
  idleQueuesOfUser: limit(
    10,
    'entries',
    'queues of a user that no poll has waited for in ten minutes',
    'the one that was not polled for the longest time ends',
  ),
  queueEvents: limit(20_000, 'entries', 'events that wait in an idle queue', 'the queue ends'),
  queueBytes: limit(16 * mib, 'bytes', 'text that waits in a queue', 'the queue ends'),
  idleEvents: limit(
    1_000_000,
    'entries',
    'events that wait in all idle queues together',
    'the queues end that were not polled for the longest time',
  ),
  eventsAnswer: limit(4 * mib, 'bytes', 'text of the events in one answer', 'the rest is given by the next poll'),
} as const satisfies Record<string, Limit>

/** The error for exceeding a limit. */
export function refusal({ beyond, bounds }: Limit): ServiceError {
  if (typeof beyond === 'string') throw new TypeError(`nothing is refused for its ${bounds}`)
  return new ServiceError(beyond.code, beyond.message, { status: beyond.status })
}

/** @throws ServiceError the limit's refusal */
export function requireAtMost(given: Limit, count: number): void {
  if (count > given.most) throw refusal(given)
}

/** @throws ServiceError the limit's refusal, for a text of more code points */
export function requireShort(given: Limit, text: string): void {
  if (isLonger(text, given.most)) throw refusal(given)
}

/** Whether a text has more code points than `most`. Long texts are not iterated. */
export function isLonger(text: string, most: number): boolean {
  if (text.length <= most) return false
  return text.length > 2 * most || [...text].length > most
}

/** The first code points of a text. */
export function firstPoints(text: string, count: number): string {
  if (text.length <= count) return text
  return [...text.slice(0, 2 * count)].slice(0, count).join('')
}

/**
 * Returns the text if it is within its limit; the refusal of an empty text contains `name`. @throws ServiceError
 * `BAD_REQUEST`
 */
export function requireLength(name: string, text: string, given: Limit): string {
  requireShort(given, text)
  if (text.includes('\0')) throw badRequest(`${name} must not contain null bytes`)
  return text
}
