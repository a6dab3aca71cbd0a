import { smallPictureBounds, wholePictureBounds } from './picture/picture-bounds.ts'

/** The unit of a limit. */
export type ClientUnit =
  | 'characters'
  | 'bytes'
  | 'entries'
  | 'elements'
  | 'levels'
  | 'rows'
  | 'paths'
  | 'ms'
  | 's'
  | 'requests'
  | 'em'
  | 'pixels'

/** A bound of the client: its amount, its unit, and what happens beyond it. */
export interface ClientLimit {
  readonly most: number
  readonly unit: ClientUnit
  /** The bounded quantity. */
  readonly bounds: string
  /** The action beyond the bound. */
  readonly beyond: string
}

function limit(most: number, unit: ClientUnit, bounds: string, beyond: string): ClientLimit {
  return { most, unit, bounds, beyond }
}

const kib = 1024
const mib = 1024 * kib
const gib = 1024 * mib

/**
 * Every limit of the client on input from outside or on state that grows with it. Texts count in UTF-16 code units.
 * Constants of the client's own work, such as rows of a transaction, are beside the code that uses them.
 */
export const clientLimits = {
  // Answers of the server.
  answer: limit(256 * mib, 'bytes', 'an answer of the service', 'the request fails'),
  signInAnswer: limit(2 * mib, 'bytes', 'an answer before the sign-in', 'the sign-in fails with a sentence'),
  releaseText: limit(256 * kib, 'bytes', 'what the address of updates says', 'there is no update'),
  subscribersAnswer: limit(32 * mib, 'bytes', 'the subscribers of all own streams', 'the request fails'),
  eventsAnswer: limit(32 * mib, 'bytes', 'an answer of the event queue', 'the engine registers anew'),
  eventValues: limit(
    100_000,
    'entries',
    'values in an event or a message',
    'it is not read; the engine registers anew',
  ),
  registeredLong: limit(
    100_000,
    'entries',
    'a list of people, streams, groups or unread messages of a registration',
    'the others are left out',
  ),
  registeredShort: limit(20_000, 'entries', 'another list of a registration', 'the others are left out'),
  registeredUnread: limit(60_000, 'entries', 'unread messages of a registration', 'the others count as not told'),
  registeredMembers: limit(500_000, 'entries', 'members of all groups of a registration', 'the others are left out'),
  otherText: limit(10_000, 'characters', 'a name, a topic or another text of an event or a message', 'cut'),
  topicLinks: limit(10, 'entries', "links in a topic's name", 'the others are left out'),
  topicLinkAddress: limit(2_000, 'characters', "the address of a link in a topic's name", 'it is no link'),
  linkifiers: limit(200, 'entries', 'linkifiers that a topic is matched with', 'the others are not'),
  linkifierSteps: limit(1_000, 'entries', 'steps of the compiled pattern of a linkifier', 'it makes no links'),
  linkifierTime: limit(50, 'ms', "time of all linkifiers for a topic's name", 'further matches are no links'),
  receipts: limit(20_000, 'entries', 'people who have read a message', 'the others are left out'),
  starred: limit(20_000, 'entries', 'starred messages that are counted', 'the others are not'),
  scheduled: limit(5_000, 'entries', 'messages that wait at the server, in its list', 'the others are left out'),
  attachments: limit(20_000, 'entries', 'files in the list of uploads', 'the others are left out'),
  directPeople: limit(500, 'entries', 'people of a direct conversation', 'what is said of a larger one is left out'),
  topicListAnswer: limit(16 * mib, 'bytes', 'the list of topics of a stream', 'the list is not taken'),
  groupsAnswer: limit(16 * mib, 'bytes', 'the list of all groups', 'the list is not taken'),
  topics: limit(5_000, 'entries', 'topics taken from a list, newest first', 'older topics are left out'),
  emojiDataAnswer: limit(4 * mib, 'bytes', 'the emoji table of the server', "the client's own table stays"),
  emojiCodes: limit(20_000, 'entries', 'emoji taken from the table of the server', 'the others are left out'),
  emojiNames: limit(40, 'entries', 'names taken for one emoji', 'the others are left out'),
  refusalReason: limit(500, 'characters', 'what the server says of a refusal', 'cut'),
  signInQuote: limit(300, 'characters', 'what the server says of a refused sign-in', 'cut'),
  streamArrival: limit(
    4_000,
    'ms',
    'how long a joined, left or new stream waits for its event',
    'the call answers before the list shows it',
  ),
  linkWait: limit(4_000, 'ms', 'how long a link waits for the message it names', 'it opens where that was known last'),
  retryAfter: limit(3_600, 's', 'how long a 429 holds the account', 'the account waits this long'),
  signInWait: limit(86_400, 's', 'how long a sign-in is told to wait', 'a longer wait is not believed'),
  queueLifetime: limit(7 * 86_400, 's', 'the life of a queue that the server tells', 'this much is believed'),
  redirects: limit(4, 'requests', 'redirects followed for one file', 'the redirect itself is the answer'),
  requestUnderWay: limit(6, 'requests', 'connections to one host in one session', 'requests wait in their lanes'),

  // Files.
  pictureFile: limit(25 * mib, 'bytes', 'a picture that is shown', 'it is not shown; it can be saved'),
  picturePixels: limit(
    wholePictureBounds.pixels,
    'pixels',
    'a frame of a picture that is shown',
    'a sentence stands in its place; it can be saved',
  ),
  animationPixels: limit(
    wholePictureBounds.animationPixels,
    'pixels',
    'all frames of an animation that is shown',
    'a sentence stands in its place; it can be saved',
  ),
  smallPicturePixels: limit(
    smallPictureBounds.pixels,
    'pixels',
    'a frame of an avatar, an icon or an emoji',
    'initials or the name are shown',
  ),
  smallAnimationPixels: limit(
    smallPictureBounds.animationPixels,
    'pixels',
    'all frames of an avatar, an icon or an emoji',
    'initials or the name are shown',
  ),
  playedFile: limit(4 * gib, 'bytes', 'a video or sound that is played', 'playing fails; it can be saved'),
  savedFile: limit(4 * gib, 'bytes', 'a file that is saved', 'saving fails with a sentence, nothing is left behind'),
  exportedFile: limit(1 * gib, 'bytes', 'a file that an export copies', 'the export states that it is missing'),
  exportedFiles: limit(50_000, 'entries', 'files that an export copies', 'the export states that they are missing'),
  exportTitle: limit(500, 'characters', 'the name of what is exported', 'the page cuts it'),
  mediaCache: limit(500 * mib, 'bytes', 'pictures on disk', 'those not seen for longest go'),
  missingMedia: limit(2_000, 'paths', 'pictures that a server does not have', 'the oldest is requested again'),
  mediaPending: limit(64 * mib, 'bytes', 'pictures that wait for the disk', 'they are not kept'),
  bodyWaiting: limit(256 * kib, 'bytes', 'an answer that waits for its reader', 'the server has to wait'),
  bodyBuffer: limit(32 * mib, 'bytes', 'a body that is sent from memory', 'it is streamed from the disk'),
  mediaPath: limit(2_000, 'characters', 'the path of a picture or file', 'it is none'),

  // Requests of the page.
  pageId: limit(100, 'characters', 'an identifier in a call', 'the call is refused'),
  pageTopic: limit(1_000, 'characters', 'a topic in a call', 'the call is refused'),
  pageText: limit(200_000, 'characters', 'the text of a message in a call', 'the call is refused'),
  draftText: limit(
    2_000_000,
    'characters',
    'the text of a draft or of an edit in a call',
    'it is not stored, which the composer says',
  ),
  followedMoves: limit(
    100,
    'entries',
    'moves of whole topics that a text on its way to its draft follows',
    'it stays in the old place until the page has followed',
  ),
  attachmentName: limit(300, 'characters', 'the name of an attached file in a call', 'the call is refused'),
  attachmentAlt: limit(1_000, 'characters', 'the description of an attached file in a call', 'the call is refused'),
  deletedFiles: limit(100, 'entries', 'uploaded files that one call deletes', 'the call is refused'),
  orderedAttachments: limit(1_000, 'entries', 'files that a call puts in order', 'the call is refused'),
  snippetName: limit(200, 'characters', 'the name of a saved text', 'the call is refused'),
  snippetText: limit(20_000, 'characters', 'a saved text', 'the call is refused'),
  pageStreamName: limit(1_000, 'characters', 'the name of a new stream in a call', 'the call is refused'),
  pageStreamDescription: limit(
    20_000,
    'characters',
    'the description of a new stream in a call',
    'the call is refused',
  ),
  pageGroupName: limit(1_000, 'characters', 'the name of a group in a call', 'the call is refused'),
  pageGroupDescription: limit(20_000, 'characters', 'the description of a group in a call', 'the call is refused'),
  pageGroupPeople: limit(500, 'entries', 'members that one call adds or removes', 'the call is refused'),
  pageSubgroups: limit(100, 'entries', 'subgroups that one call adds or removes', 'the call is refused'),
  pageOrganizationName: limit(1_000, 'characters', 'the name of the organization in a call', 'the call is refused'),
  pageOrganizationDescription: limit(
    20_000,
    'characters',
    'the description of the organization in a call',
    'the call is refused',
  ),
  settingChoices: limit(500, 'entries', 'streams or groups that a setting offers', 'the others are left out'),
  streamsOnScreen: limit(100, 'entries', 'streams that one call says are on screen', 'the call is refused'),
  pageQuery: limit(1_000, 'characters', 'the words of a search', 'the call is refused'),
  recentSearches: limit(20, 'entries', 'searches that are offered again', 'the oldest are forgotten'),
  searchedAccounts: limit(20, 'entries', 'organizations of one search', 'the others are left out'),
  searchTerms: limit(50, 'entries', 'words and filters of a search, and people of one', 'the search is refused'),
  arrangedAccounts: limit(1_000, 'entries', 'accounts in an order', 'the call is refused'),
  accountLanguage: limit(35, 'characters', 'the language of an account at its server', 'it counts as unknown'),
  spellingLanguage: limit(20, 'characters', 'the code of a language in the choice of spelling', 'the call is refused'),
  spellingLanguages: limit(50, 'entries', 'languages in the choice of spelling', 'the call is refused'),
  proxyServer: limit(300, 'characters', 'the server of a proxy in the settings', 'the field takes no more'),
  proxyBypass: limit(4_000, 'characters', 'the hosts that are reached without a proxy', 'the field takes no more'),
  proxyScript: limit(2_000, 'characters', 'the address of a proxy script', 'the field takes no more'),
  keysOfCommand: limit(3, 'entries', 'the keys that the user chooses for a command', 'the stored choice is ignored'),
  chord: limit(30, 'characters', 'the notation of a chosen key', 'the stored choice is ignored'),
  nameQuery: limit(200, 'characters', 'a name that is looked for', 'the call is refused; the page cuts it'),
  pageMessageIds: limit(10_000, 'entries', 'messages that one call names', 'the call is refused'),
  pageMarkRead: limit(5_000, 'entries', 'messages that one call marks as read', 'the call is refused'),
  pagePeople: limit(500, 'entries', 'people of a direct conversation in a call', 'the call is refused'),
  pageFileChunk: limit(1_400_000, 'characters', 'a chunk of a file in base64', 'the call is refused'),
  alertWord: limit(100, 'characters', 'an alert word', 'it is not taken'),
  fullName: limit(100, 'characters', 'the own name', 'it is not taken'),
  statusText: limit(60, 'characters', 'the own status', 'it is not taken'),
  profileText: limit(50, 'characters', 'a short field of the own profile', 'it is not taken'),
  profileLongText: limit(500, 'characters', 'a long field or a link of the own profile', 'it is not taken'),
  profileFields: limit(100, 'entries', 'custom fields of a profile', 'the others are left out'),
  profileChoices: limit(500, 'entries', 'options of a field of a profile', 'the others are left out'),
  profilePeople: limit(50, 'entries', 'people of a field of a profile', 'the others are left out'),
  password: limit(1_000, 'characters', 'a password in a call', 'the call is refused'),
  pageProfile: limit(10_000, 'characters', 'a value of the own account in a call', 'the call is refused'),
  alertWords: limit(1_000, 'entries', 'alert words', 'another one is not taken'),
  pageLink: limit(10_000, 'characters', 'an address that is opened', 'the call is refused'),
  menuLinks: limit(5, 'entries', "links in a topic's name that its menu offers", 'the others are in the header'),
  linkText: limit(500, 'characters', 'the text of a link that is opened', 'the page cuts it'),

  // The HTML of a message (main/engine/state/content/content.ts).
  contentSource: limit(
    4_000_000,
    'characters',
    "a server's HTML of a message",
    'its text is shown, without formatting',
  ),
  contentElements: limit(50_000, 'elements', "elements in a server's HTML of a message", 'its text is shown'),
  contentNesting: limit(1_000, 'levels', "nested elements in a server's HTML", 'its text is shown'),
  contentHtml: limit(500_000, 'characters', 'the HTML that is kept of a message', 'its text is shown'),
  contentText: limit(
    200_000,
    'characters',
    'the text that is shown without formatting',
    'cut; the browser has the rest',
  ),
  historyVersions: limit(500, 'entries', 'versions of an edited message', 'older ones are left to the browser'),
  historyHtml: limit(4_000_000, 'characters', 'the HTML of all versions of a message', 'older ones are left out'),
  contentDepth: limit(64, 'levels', 'nested elements of a message', 'inner elements give way to their text'),
  contentClasses: limit(8, 'entries', 'classes of an element', 'the others are left out'),

  // Formulas of messages, drawn in a worker of the page.
  formulaSource: limit(2_000, 'characters', 'the source of a formula', 'the source is shown'),
  formulaSources: limit(10_000, 'characters', 'the sources of all formulas of a message', 'the others stay sources'),
  formulaOutput: limit(50_000, 'characters', 'the HTML of a drawn formula', 'the source is shown'),
  formulaOutputs: limit(200_000, 'characters', 'the HTML of all formulas of a message', 'the others stay sources'),
  formulaTime: limit(2_000, 'ms', 'drawing the formulas of a message', 'the worker is ended, the others stay sources'),
  formulasWaiting: limit(200, 'entries', 'messages that wait for the worker', 'those that wait longest stay sources'),
  formulasKept: limit(4_000_000, 'characters', 'drawn formulas that the page keeps', 'the oldest are drawn anew'),

  // Display.
  batchText: limit(
    500_000,
    'characters',
    'messages that one batch brings to the page',
    'the bodies of the others follow, those nearest the reader first',
  ),
  bodyElements: limit(3_000, 'elements', 'elements of a message that are drawn at once', '"Show more" draws the next'),
  bodyText: limit(20_000, 'characters', 'text of a message that is drawn at once', '"Show more" draws the next'),
  historyShown: limit(
    20,
    'entries',
    'versions of a message shown at first',
    '"Show older versions" shows as many more',
  ),
  reactionsText: limit(
    400_000,
    'characters',
    'the different reactions of a message, with their names, that come to the page',
    'the others are left out',
  ),
  reactionsFirst: limit(60, 'entries', 'different reactions of a message shown at first', '"more" shows the next'),
  reactionsMore: limit(200, 'entries', 'different reactions that "more" shows', '"more" shows the next'),
  windowRows: limit(600, 'rows', 'rows of a conversation or feed in a view', 'rows on the far side leave the view'),
  feedRowsRead: limit(5_000, 'rows', 'rows that one step of a feed looks at', 'the rest comes with the next step'),
  recentSearched: limit(
    5_000,
    'rows',
    'conversations that the filters of the recent ones look through',
    'the older ones are left out',
  ),
  ownSearched: limit(
    5_000,
    'rows',
    'own messages by which a conversation counts as one where the user wrote',
    'older ones do not count',
  ),
  listStep: limit(
    60,
    'rows',
    'conversations by which the inbox and the recent ones grow',
    'the next come on scrolling',
  ),
  inboxRows: limit(500, 'rows', 'conversations in the inbox', 'the older ones are left out'),
  topicChoices: limit(200, 'rows', 'muted or followed topics in their list', 'the search finds the others'),
  mutedPeople: limit(1_000, 'rows', 'muted people in their list', 'the others are left out'),
  shownFieldText: limit(10_000, 'characters', 'a text in a field of a profile', 'cut'),
  profileGroups: limit(100, 'entries', 'groups in a profile', 'the others are left out'),
  personBots: limit(20, 'entries', 'bots named before their owner is deactivated', 'the others are counted'),
  commonStreams: limit(1_000, 'entries', 'streams in common with a person', 'the others are left out'),
  directoryRows: limit(200, 'rows', 'people by which the directory grows', 'the next come on scrolling'),
  directoryListed: limit(20_000, 'rows', 'people that the directory lists', 'the search finds the others'),
  directoryGroups: limit(200, 'entries', 'user groups offered as a filter of the directory', 'the others are not'),
  profileSearched: limit(
    1_000,
    'characters',
    "a person's profile that the search of the directory reads",
    'the rest is not found',
  ),
  reactionNames: limit(12, 'entries', 'names that one reaction lists', 'the others are a number'),
  streamLine: limit(300, 'characters', 'the description of a stream in the list of all', 'cut'),
  previewText: limit(200, 'characters', 'the preview of a conversation', 'cut'),
  paletteRows: limit(50, 'rows', 'entries that the palette lists', 'the others are left out'),
  nameWords: limit(8, 'entries', 'words of a search by name', 'the others are ignored'),
  narrowsFound: limit(
    20,
    'entries',
    'streams, topics or direct conversations that were found',
    'the others are left out',
  ),
  mentionsOffered: limit(
    12,
    'rows',
    'people and groups that are offered for a mention',
    'more letters find the others',
  ),
  reactorsListed: limit(2_000, 'rows', 'people who reacted to a message that are listed', 'the others are a number'),
  receiptsListed: limit(2_000, 'rows', 'people who have read a message that are listed', 'the others are a number'),
  filesStep: limit(200, 'rows', 'uploaded files by which their list grows', 'the next come on scrolling'),
  fileUses: limit(10, 'entries', 'messages with a file that its row names', 'the others are a number'),
  readersStep: limit(200, 'rows', 'people by which the list of a conversation grows', 'the next come on scrolling'),
  participantsRead: limit(
    1_000,
    'rows',
    'messages of a topic whose senders took part',
    'senders of older ones are left out',
  ),
  mentionsChecked: limit(20, 'entries', 'people whom a text mentions that are looked up', 'the others are not'),
  groupLine: limit(300, 'characters', 'the description of a group in the list of all', 'cut'),
  groupMembers: limit(100, 'rows', 'members of a user group that are listed', 'the search finds the others'),
  subgroupsListed: limit(100, 'rows', 'subgroups of a user group that are listed', 'the search finds the others'),
  groupUses: limit(10, 'entries', 'groups or streams that use a group and are named', 'the others are left out'),
  groupWriting: limit(20, 'entries', 'people of a group to whom one writes at once', 'it is not offered'),
  directsSearched: limit(
    2_000,
    'entries',
    'direct conversations that a search by name looks at',
    'older ones are not found',
  ),
  snippetWords: limit(10, 'entries', 'words of a search of snippets', 'the others are ignored'),
  snippetsShown: limit(200, 'entries', 'snippets in their list', 'the search finds the others'),
  snippetStart: limit(300, 'characters', 'a saved text in the list', 'cut'),
  actionText: limit(300, 'characters', 'the text of an action in a list', 'cut; copying gives all of it'),
  cleanedBodies: limit(2_000, 'entries', 'cleaned bodies that the page keeps', 'the oldest goes'),
  keptEdits: limit(100, 'entries', 'unfinished edits of an account', 'the oldest goes'),
  editNarrow: limit(20_000, 'characters', 'the narrow of an unfinished edit in a call', 'the call is refused'),
  leftForms: limit(100, 'entries', 'forms of an account that were left with text in them', 'the oldest goes'),
  formName: limit(20_000, 'characters', 'the name of a form in a call', 'the call is refused'),
  formField: limit(200_000, 'characters', 'the text of a field of a form in a call', 'the call is refused'),
  visitedRoutes: limit(200, 'entries', 'routes of an account to which one can go back', 'the oldest goes'),
  rowHeights: limit(4_000, 'entries', 'heights of rows that the page keeps', 'they are measured anew'),
  keptHeights: limit(60, 'entries', 'lists that were left and whose heights of rows the page keeps', 'the oldest goes'),
  keptHeightsOfList: limit(100, 'entries', 'heights of rows that the page keeps of such a list', 'the oldest goes'),
  certificates: limit(8, 'entries', 'client certificates offered for choice', 'the others are not offered'),
  ownAuthorities: limit(50, 'entries', 'certificate authorities of the user', 'a further one is refused'),
  authorityFile: limit(1_000_000, 'bytes', 'a file of certificate authorities', 'the file is refused'),
  fingerprint: limit(200, 'characters', 'the fingerprint of a certificate in a call', 'the call is refused'),
  serverChain: limit(10, 'entries', 'certificates of a server that are looked at', 'the others are ignored'),
  proxyRealm: limit(200, 'characters', 'the name that a proxy gives itself', 'cut'),

  // State in memory and on disk.
  notifiedAtOnce: limit(5, 'entries', 'notifications of one moment', 'they become one summary'),
  notificationBody: limit(240, 'characters', 'the text of a notification', 'cut'),
  notificationsLate: limit(1_000, 'entries', 'messages whose notification waits for the disk', 'the oldest goes'),
  shownTitle: limit(120, 'characters', 'the title of a notification', 'cut'),
  shownBody: limit(300, 'characters', 'the body that a notification shows', 'cut'),
  notificationReply: limit(10_000, 'characters', 'an answer to a notification of an earlier run', 'it is refused'),
  notificationsHeld: limit(200, 'entries', 'notifications whose clicks are heard', 'the oldest is forgotten'),
  notificationLog: limit(20_000, 'rows', 'decisions about notifications that are kept', 'the oldest are removed'),
  notificationLogAge: limit(28 * 86_400_000, 'ms', 'the age of a kept decision', 'it is removed'),
  notificationLogRound: limit(2_000, 'rows', 'decisions of one round that are kept', 'only the newest are kept'),
  snippets: limit(1_000, 'entries', 'snippets of an account', 'a further one is refused'),
  serverDrafts: limit(1_000, 'entries', 'drafts, those of the server among them', "the server's others are left out"),
  presencePeople: limit(100_000, 'entries', 'people whose presence is known', 'others count as away'),
  typingPlaces: limit(200, 'entries', 'conversations in which somebody writes', 'the oldest is forgotten'),
  subscriberCounts: limit(10_000, 'entries', 'streams whose subscribers were counted', 'the oldest is counted anew'),
  subscriberLists: limit(20, 'entries', 'streams whose list of subscribers is stored', 'the oldest is fetched anew'),
  subscribersStored: limit(100_000, 'entries', 'subscribers of a stream that are stored', 'the others are left out'),
  addedSingly: limit(
    20,
    'entries',
    'people who are added to a stream one by one after a refusal of all',
    'none of more is added',
  ),
  unansweredStreams: limit(
    100,
    'entries',
    'new streams of which the server may have heard',
    'the oldest counts as never sent',
  ),
  settledRows: limit(10_000, 'entries', 'rows whose question is remembered', 'they may be asked for again'),
  awaitedTopics: limit(500, 'entries', 'messages that the queue may still tell of', 'the oldest goes'),
  failedTries: limit(1_000, 'entries', 'actions whose failed tries are remembered', 'the oldest goes'),
  logLine: limit(10_000, 'characters', 'one line of the log', 'cut'),
  pageErrors: limit(10, 'entries', 'errors of the page that a minute writes down', 'the others are counted'),
  pageErrorText: limit(4_000, 'characters', 'what the page says of an error', 'the call is refused; the page cuts it'),
  logFile: limit(2 * mib, 'bytes', 'the log', 'it begins anew, the old one is kept once'),
  ownerFile: limit(16 * kib, 'bytes', 'the file that says whose a folder is', 'it is none of ours'),
  accountFolders: limit(1_000, 'entries', 'folders looked through at sign-in', 'the others are not looked through'),
} as const satisfies Record<string, ClientLimit>
