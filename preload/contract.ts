import { z } from 'zod'
import type {
  CachePolicy,
  ComposerDraft,
  Connection,
  DraftRef,
  DraftWritten,
  EmojiChoice,
  Failure,
  FoundPerson,
  LinkTarget,
  MessageHistory,
  Narrow,
  OpenedView,
  PersonRef,
  SearchPage,
  ViewUpdate,
} from './contract-views.ts'
import { clientLimits } from '../shared/client-limits.ts'

export type * from './contract-views.ts'

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }

export type SendKey = 'enter' | 'ctrl+enter'
export type Theme = 'system' | 'light' | 'dark'
/** When the window is closed: `auto` keeps Skein running where a tray brings the window back. macOS always keeps it. */
export type Closing = 'auto' | 'hide' | 'quit'

/** What happens with new versions of Skein: they are fetched and installed when it ends, the user is told, or nothing. */
export type UpdateChoice = 'install' | 'tell' | 'never'

export interface Settings {
  readonly sendKey: SendKey
  readonly theme: Theme
  readonly doNotDisturb: boolean
  readonly closing: Closing
  readonly updates: UpdateChoice
}

/** How this installation comes to a new version. */
export type UpdateWay =
  /** Its package names no address where releases are; copies of the sources name none. */
  | { readonly kind: 'none'; readonly hindrance: 'no_address' }
  /** It can look for releases, and not install them. */
  | {
      readonly kind: 'tell'
      readonly hindrance: 'not_signed' | 'not_installed' | 'not_moved' | 'not_writable' | 'system_package'
    }
  | { readonly kind: 'install' }

export type UpdateStep =
  /** No newer version is known; `checkedAt` in UNIX milliseconds, null before the first question. */
  | { readonly kind: 'idle'; readonly checkedAt: number | null }
  | { readonly kind: 'checking' }
  /** There is a newer version, and it is the user's turn. */
  | { readonly kind: 'told'; readonly version: string }
  /** `part`: how much has come, 0 to 1. */
  | { readonly kind: 'fetching'; readonly version: string; readonly part: number }
  /** It is installed when the program ends. */
  | { readonly kind: 'ready'; readonly version: string }
  /** It is tried again by itself. */
  | { readonly kind: 'failed'; readonly sentence: string }

export interface UpdateNews {
  readonly way: UpdateWay
  readonly step: UpdateStep
  /** Where people find packages; null where the package does not say it. */
  readonly page: string | null
}

export interface AccountSummary {
  readonly id: string
  readonly server: string
  readonly organization: string
  readonly email: string
  readonly connection: Connection
  /** The server asks the whole account to wait until then (429), UNIX milliseconds; null where it does not. */
  readonly heldUntil: number | null
  readonly unread: number
  readonly mentions: number
  /** Actions that were refused and wait for the user. */
  readonly failed: number
}

/** What is wrong with the file that holds the accounts and settings (C6). */
export type SettingsProblem =
  /** Nothing is known of the accounts, and nothing is written. It is tried again; `reason` is for people. */
  | { readonly kind: 'unreadable'; readonly reason: string }
  /** It is kept under another name; so many accounts could be read of it. */
  | { readonly kind: 'damaged'; readonly keptAs: string; readonly accounts: number }

/** Everything outside the accounts' views. */
export interface AppState {
  readonly accounts: readonly AccountSummary[]
  readonly settingsProblem: SettingsProblem | null
  readonly settings: Settings
  /** Address under which pictures of an account stand: `{mediaBase}{accountId}/{path}`. */
  readonly mediaBase: string
  readonly platform: string
  readonly version: string
  readonly updates: UpdateNews
  /** A proxy that wants a name and a password; null while none does. */
  readonly proxyQuestion: ProxyQuestion | null
}

/** What a proxy wants to know before it lets Skein through. */
export interface ProxyQuestion {
  readonly id: number
  /** `host:port` */
  readonly proxy: string
  /** What the proxy calls itself, as one line; may be empty. */
  readonly realm: string
  /** The name of the last answer, which it did not take; null where this is the first question. */
  readonly refusedName: string | null
}

/** What has become of the wish to try again now. */
export type RetryOutcome =
  | { readonly kind: 'trying' }
  /** The server asks to wait until then, UNIX milliseconds; asking sooner would only make it longer. */
  | { readonly kind: 'held'; readonly until: number }
  /** There is no key to try with. */
  | { readonly kind: 'no_key' }

/** What a server says of itself before anybody signs in. */
export interface DiscoveredServer {
  readonly url: string
  readonly name: string
  readonly acceptsPassword: boolean
}

/** Accounts are named by UUIDs: the names are those of folders and of keychain entries too (X5). */
export const accountIdSchema = z.uuid()
const id = accountIdSchema
/** What the page itself gives a name. */
const ownId = z.string().min(1).max(clientLimits.pageId.most)
const integer = z.number().int().nonnegative()
const topicNarrow = z.strictObject({
  kind: z.literal('topic'),
  streamId: integer,
  topic: z.string().max(clientLimits.pageTopic.most),
})
const streamNarrow = z.strictObject({ kind: z.literal('stream'), streamId: integer })
const directNarrow = z.strictObject({
  kind: z.literal('direct'),
  userIds: z.array(integer).max(clientLimits.pagePeople.most),
})
const narrow = z.discriminatedUnion('kind', [topicNarrow, streamNarrow, directNarrow])
const feedNarrow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['combined', 'direct_all', 'mentions', 'starred', 'followed']) }),
  z.strictObject({ kind: z.literal('sender'), userId: integer }),
  z.strictObject({ kind: z.literal('has'), what: z.enum(['attachment', 'image', 'link', 'reaction']) }),
])
const destination = z.discriminatedUnion('kind', [topicNarrow, directNarrow])
const text = z.string().max(clientLimits.pageText.most)
const draftId = z.string().min(1).max(1500)
const fileName = z.string().min(1).max(300)
const view = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('navigation') }),
  z.strictObject({ type: z.literal('drafts') }),
  z.strictObject({
    type: z.literal('conversation'),
    narrow,
    anchor: z.union([z.enum(['first_unread', 'newest']), integer]),
  }),
  z.strictObject({ type: z.literal('feed'), narrow: feedNarrow, anchor: z.union([z.literal('newest'), integer]) }),
  z.strictObject({ type: z.literal('inbox') }),
  z.strictObject({ type: z.literal('recent') }),
  z.strictObject({ type: z.literal('people'), query: z.string().max(200) }),
  z.strictObject({ type: z.literal('scheduled') }),
  z.strictObject({ type: z.literal('uploads') }),
  z.strictObject({ type: z.literal('alert_words') }),
  z.strictObject({ type: z.literal('outbox') }),
  z.strictObject({ type: z.literal('connection') }),
  z.strictObject({ type: z.literal('search'), query: z.string().max(clientLimits.pageQuery.most) }),
])
const widgetText = z.string().trim().min(1).max(1000)
const widgetAct = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('vote'), key: z.string().max(100), isOn: z.boolean() }),
  z.strictObject({ type: z.literal('question'), question: widgetText }),
  z.strictObject({ type: z.literal('new_option'), text: widgetText }),
  z.strictObject({ type: z.literal('new_task'), text: widgetText, description: z.string().max(5000) }),
  z.strictObject({ type: z.literal('strike'), key: z.string().max(100) }),
])
const subscriptionProperty = z.union([
  z.strictObject({
    property: z.enum([
      'is_muted',
      'pin_to_top',
      'desktop_notifications',
      'audible_notifications',
      'push_notifications',
      'email_notifications',
      'wildcard_mentions_notify',
    ]),
    value: z.boolean(),
  }),
  z.strictObject({ property: z.literal('color'), value: z.string().regex(/^#[0-9a-f]{6}$/i) }),
])

/** Every call of the page, with the run-time check of its parameters. */
export const calls = {
  'app.state': z.strictObject({}),
  'app.settings': z.strictObject({
    sendKey: z.enum(['enter', 'ctrl+enter']).optional(),
    theme: z.enum(['system', 'light', 'dark']).optional(),
    doNotDisturb: z.boolean().optional(),
    closing: z.enum(['auto', 'hide', 'quit']).optional(),
    updates: z.enum(['install', 'tell', 'never']).optional(),
  }),
  /** Looks for a newer version of Skein, fetches the one that was told of, or starts the one that lies ready. */
  'app.update': z.strictObject({ action: z.enum(['check', 'fetch', 'restart']) }),
  /** The licence of Skein, with the notices of what it holds of others. */
  'app.licences': z.strictObject({}),
  'app.openLink': z.strictObject({ url: z.string().max(clientLimits.pageLink.most) }),
  /** Tries again to read the settings; of damaged ones: the user has seen it. */
  'app.settingsProblem': z.strictObject({ answer: z.enum(['retry', 'dismiss']) }),
  /** Something failed in the page; it goes to the log. */
  'app.pageError': z.strictObject({
    kind: z.enum(['error', 'rejection', 'screen']),
    message: z.string().max(clientLimits.pageErrorText.most),
    stack: z.string().max(clientLimits.pageErrorText.most),
  }),
  /** Makes a report, to be looked at. */
  'app.report': z.strictObject({}),
  /** Saves the report of this id where the user says. */
  'app.saveReport': z.strictObject({ id: integer }),
  /** Shows the log in the system's file manager. */
  'app.showLog': z.strictObject({}),
  /** Loads the page anew. */
  'app.reload': z.strictObject({}),
  'app.focus': z.strictObject({ isFocused: z.boolean() }),
  'app.answerProxy': z.strictObject({
    /** Of the question. */
    id: integer,
    /** null: the person does not want to. */
    credentials: z.strictObject({ username: z.string().max(500), password: z.string().max(2000) }).nullable(),
  }),
  'app.acknowledge': z.strictObject({ accountId: id, batch: integer }),
  'accounts.discover': z.strictObject({ server: z.string().max(2000) }),
  'accounts.signIn': z.strictObject({
    server: z.string().max(2000),
    email: z.string().min(1).max(500),
    secret: z.string().min(1).max(1000),
    secretKind: z.enum(['password', 'api_key']),
  }),
  'accounts.signOut': z.strictObject({ accountId: id }),
  /** Tries at once what waits for its next try. What the server asks to wait for is not tried (`RetryOutcome`). */
  'accounts.retry': z.strictObject({ accountId: id }),
  'views.open': z.strictObject({ accountId: id, viewId: ownId, query: view }),
  'views.close': z.strictObject({ accountId: id, viewId: ownId }),
  'views.more': z.strictObject({ accountId: id, viewId: ownId, direction: z.enum(['older', 'newer', 'newest']) }),
  /**
   * The first and the last message on screen, in the order of the list, told when it comes to rest: ids of rows and hits,
   * `newestId` of lines; null where there is none.
   */
  'views.look': z.strictObject({ accountId: id, viewId: ownId, first: integer.nullable(), last: integer.nullable() }),
  /**
   * `localId` names the text: it stays the same until an answer says that the text is queued, so that a repeated call is
   * no second message (C3).
   */
  'messages.send': z.strictObject({
    accountId: id,
    localId: z.uuid(),
    destination,
    content: text,
    draftId: draftId.optional(),
  }),
  'messages.markRead': z.strictObject({
    accountId: id,
    messageIds: z.array(integer).max(clientLimits.pageMarkRead.most),
  }),
  'messages.markUnread': z.strictObject({ accountId: id, narrow, fromId: integer }),
  /** Marks all that is shown as unread of a conversation as read; answers which messages these were, to take it back. */
  'messages.readConversation': z.strictObject({ accountId: id, narrow }),
  /** Makes messages that `messages.readConversation` has read unread again. */
  'messages.unreadAgain': z.strictObject({
    accountId: id,
    narrow,
    messageIds: z.array(integer).max(clientLimits.pageMessageIds.most),
  }),
  /** Marks a conversation, a stream or everything as read, however much it is. */
  'messages.markAllRead': z.strictObject({ accountId: id, scope: z.union([narrow, z.literal('all')]) }),
  'messages.move': z.strictObject({
    accountId: id,
    messageId: integer,
    streamId: integer,
    topic: z.string().max(clientLimits.pageTopic.most),
    mode: z.enum(['change_one', 'change_later', 'change_all']),
    notifyOld: z.boolean(),
    notifyNew: z.boolean(),
  }),
  'messages.schedule': z.strictObject({
    accountId: id,
    localId: z.uuid(),
    destination,
    content: text,
    draftId: draftId.optional(),
    /** UNIX seconds. */
    deliverAt: integer,
  }),
  'scheduled.edit': z.strictObject({
    accountId: id,
    scheduledId: integer,
    content: text.optional(),
    deliverAt: integer.optional(),
  }),
  'scheduled.delete': z.strictObject({ accountId: id, scheduledId: integer, keepDraft: z.boolean() }),
  /** `localId` names the act, as with `messages.send`. */
  'widgets.act': z.strictObject({ accountId: id, localId: z.uuid(), messageId: integer, act: widgetAct }),
  'messages.receipts': z.strictObject({ accountId: id, messageId: integer }),
  'cache.policy': z.strictObject({
    accountId: id,
    keepsEverything: z.boolean().optional(),
    days: z.number().int().min(1).max(36_500).optional(),
    maxBytes: z.number().int().min(10_000_000).max(1_000_000_000_000).optional(),
  }),
  'messages.star': z.strictObject({ accountId: id, messageId: integer, isStarred: z.boolean() }),
  'messages.raw': z.strictObject({ accountId: id, messageId: integer }),
  'messages.edit': z.strictObject({ accountId: id, messageId: integer, content: text, original: text.optional() }),
  'messages.delete': z.strictObject({ accountId: id, messageId: integer }),
  'messages.react': z.strictObject({
    accountId: id,
    messageId: integer,
    type: z.string().max(40),
    code: z.string().max(100),
    isOn: z.boolean(),
  }),
  'emoji.choice': z.strictObject({ accountId: id }),
  'topics.policy': z.strictObject({
    accountId: id,
    streamId: integer,
    topic: z.string().max(clientLimits.pageTopic.most),
    policy: z.number().int().min(0).max(3),
  }),
  'topics.resolve': z.strictObject({
    accountId: id,
    streamId: integer,
    topic: z.string().min(1).max(clientLimits.pageTopic.most),
    isResolved: z.boolean(),
  }),
  'streams.property': z.strictObject({ accountId: id, streamId: integer, change: subscriptionProperty }),
  'people.mute': z.strictObject({ accountId: id, userId: integer, isMuted: z.boolean() }),
  'people.muted': z.strictObject({ accountId: id }),
  /** Adds a word that the user is alerted to, or takes it away; words that differ in case are the same. */
  'alertWords.change': z.strictObject({
    accountId: id,
    word: z.string().max(clientLimits.pageQuery.most),
    isOn: z.boolean(),
  }),
  'messages.history': z.strictObject({ accountId: id, messageId: integer }),
  'outbox.retry': z.strictObject({ accountId: id, localId: ownId }),
  'outbox.cancel': z.strictObject({ accountId: id, localId: ownId }),
  /** Takes an action back without its text in the composer; the text can be had back for a moment. */
  'outbox.discard': z.strictObject({ accountId: id, localId: ownId }),
  'outbox.retryAll': z.strictObject({ accountId: id }),
  /** All that an action holds which cannot be read, for copying. */
  'outbox.text': z.strictObject({ accountId: id, localId: ownId }),
  'drafts.get': z.strictObject({ accountId: id, narrow }),
  'drafts.set': z.strictObject({
    accountId: id,
    narrow,
    draftId,
    topic: z.string().max(clientLimits.pageTopic.most),
    content: text,
    /** A sending of this composer whose answer did not come. Where it was queued, nothing is written (C3). */
    sending: z.uuid().optional(),
  }),
  'drafts.delete': z.strictObject({ accountId: id, draftId }),
  'drafts.restore': z.strictObject({ accountId: id, draftId }),
  'drafts.send': z.strictObject({ accountId: id, draftId, localId: z.uuid() }),
  'drafts.address': z.strictObject({ accountId: id, draftId, destination }),
  /** A file is copied in pieces: begin, append each piece in its order, finish; only then it hangs on the draft. */
  'attachments.begin': z.strictObject({ accountId: id, attachmentId: z.uuid(), size: integer }),
  'attachments.append': z.strictObject({
    accountId: id,
    attachmentId: z.uuid(),
    offset: integer,
    /** Base64 of at most 1 MiB. */
    data: z.base64().max(clientLimits.pageFileChunk.most),
  }),
  'attachments.finish': z.strictObject({
    accountId: id,
    attachmentId: z.uuid(),
    narrow,
    draftId,
    name: fileName,
    type: z.string().max(200),
    size: integer,
  }),
  'attachments.abort': z.strictObject({ accountId: id, attachmentId: z.uuid() }),
  'attachments.remove': z.strictObject({ accountId: id, draftId, attachmentId: z.uuid() }),
  /** Where a link into the organization leads: what it says of the place, and the message that it names. */
  'links.resolve': z.strictObject({ accountId: id, narrow: narrow.nullable(), messageId: integer.nullable() }),
  'media.save': z.strictObject({ accountId: id, path: z.string().max(clientLimits.mediaPath.most) }),
  'people.search': z.strictObject({ accountId: id, query: z.string().max(200) }),
  'messages.search': z.strictObject({
    accountId: id,
    query: z.string().max(clientLimits.pageQuery.most),
    /** Only messages below this id, for the next page. */
    before: integer.nullable(),
    limit: z.number().int().min(1).max(100),
    /** The disk answers at once; the server adds what was never fetched. */
    where: z.enum(['disk', 'server']),
  }),
} as const satisfies Record<string, z.ZodType>

/** A text that comes back from the outbox; `topic` is what was typed into the topic field of a stream. */
export interface DraftText {
  readonly topic: string
  readonly content: string
}

interface Outputs {
  'app.state': AppState
  'app.settings': Settings
  /** When it has begun; how it goes on is in the state. */
  'app.update': null
  'app.licences': { readonly text: string }
  'app.openLink': null
  'app.settingsProblem': null
  'app.focus': null
  'app.pageError': null
  'app.report': { readonly id: number; readonly text: string }
  /** Where it lies; null where the user thought better of it. */
  'app.saveReport': { readonly path: string | null }
  'app.showLog': null
  'app.reload': null
  'app.answerProxy': null
  'app.acknowledge': null
  'accounts.discover': DiscoveredServer
  'accounts.signIn': { readonly accountId: string; readonly keyIsStored: boolean }
  'accounts.signOut': null
  'accounts.retry': RetryOutcome
  'views.open': OpenedView
  'views.close': null
  'views.more': null
  'views.look': null
  'messages.send': null
  'messages.markRead': null
  'messages.markUnread': null
  'messages.readConversation': { readonly messageIds: readonly number[] }
  'messages.unreadAgain': null
  'messages.star': null
  'messages.markAllRead': null
  'messages.move': null
  'messages.schedule': null
  'scheduled.edit': null
  /** The text that is a draft now, where it was kept. */
  'scheduled.delete': DraftText
  'widgets.act': null
  /** Who has read a message, in no order. */
  'messages.receipts': readonly PersonRef[]
  /** The policy as it is now. */
  'cache.policy': CachePolicy
  'topics.resolve': null
  /** The Markdown source of a message. */
  'messages.raw': { readonly content: string }
  'messages.edit': null
  'messages.delete': null
  'messages.history': MessageHistory
  'outbox.retry': null
  /** The text that was taken back, for the composer. */
  'outbox.cancel': DraftText
  /** The draft that `drafts.restore` makes of the text, for a moment; null where nothing was written. */
  'outbox.discard': { readonly draftId: string | null }
  /** How many go out again. */
  'outbox.retryAll': { readonly count: number }
  'outbox.text': { readonly text: string }
  'messages.react': null
  'emoji.choice': EmojiChoice
  'topics.policy': null
  'streams.property': null
  'people.mute': null
  'people.muted': readonly PersonRef[]
  'alertWords.change': null
  'drafts.get': ComposerDraft
  'drafts.set': DraftWritten
  'drafts.delete': null
  'drafts.restore': null
  'drafts.send': null
  'drafts.address': null
  'attachments.begin': null
  'attachments.append': null
  'attachments.finish': DraftRef
  'attachments.abort': null
  'attachments.remove': DraftRef
  'links.resolve': LinkTarget
  /** Whether the file was saved; the user may think better of it. */
  'media.save': { readonly isSaved: boolean }
  'people.search': readonly FoundPerson[]
  'messages.search': SearchPage
}

export type CallName = keyof typeof calls
export type Input<N extends CallName> = z.input<(typeof calls)[N]>
export type Output<N extends CallName> = Outputs[N]

/** What main pushes to the page, as JSON text on the update channel. */
export type Update =
  | { readonly type: 'app'; readonly state: AppState }
  | {
      readonly type: 'views'
      readonly accountId: string
      readonly batch: number
      readonly updates: readonly ViewUpdate[]
    }
  /** The account's engine was restarted: its views must be opened again. */
  | { readonly type: 'engine_restarted'; readonly accountId: string }
  /** A notification was clicked: the conversation opens, at the message where there is one. */
  | { readonly type: 'open'; readonly accountId: string; readonly narrow: Narrow; readonly messageId: number | null }
  /** An entry of the application menu was chosen that the page carries out. */
  | { readonly type: 'command'; readonly command: 'settings' }
  /** A sentence for the user, about something that happened outside the window. */
  | { readonly type: 'tell'; readonly sentence: string }

/** What the preload gives the page as `window.skein`. */
export interface Bridge {
  call<N extends CallName>(name: N, input: Input<N>): Promise<Result<Output<N>>>
  /** Returns the function that ends the subscription. `text` is an `Update` as JSON. */
  onUpdate(listener: (text: string) => void): () => void
}
