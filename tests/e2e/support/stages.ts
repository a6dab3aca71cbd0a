import type { FoundNarrow } from '#contract/calls/search.ts'
import { textFailure } from '#support/text-failure.ts'
import type { AlertWordItem } from '#contract/resources/alert-words.ts'
import type { WritingWarnings } from '#contract/resources/writing.ts'
import type { Reactors } from '#contract/resources/reactions.ts'
import type { Mentionable } from '#contract/resources/mentions.ts'
import type { FoundGroup, GroupCard } from '#contract/resources/groups.ts'
import type { AccountSummary, ProxyQuestion, UpdateNews, SettingsProblem } from '#contract/app-state.ts'
import type { MessageHistory } from '#contract/calls/messages.ts'
import type { Connection, WaitReason } from '#contract/connection-state.ts'
import type { ConversationItem, MessageItem, PendingItem, ReactionItem } from '#contract/message-items.ts'
import type { AttachmentItem, PersonRef } from '#contract/values.ts'
import type { ConversationMeta } from '#contract/views/conversation.ts'
import type { ScheduledItem } from '#contract/resources/scheduled.ts'
import type { SearchItem, SearchMeta } from '#contract/views/search.ts'
import type { StreamItem, StreamSettingsMeta, StreamsMeta } from '#contract/resources/streams.ts'
import type { SnippetItem, SnippetsMeta } from '#contract/resources/snippets.ts'
import type { FeedItem, FeedMeta } from '#contract/views/feed.ts'
import type { ConversationEntry } from '#contract/views/inbox.ts'
import type { DraftItem } from '#contract/views/drafts.ts'
import type { NavigationItem, NavigationMeta } from '#contract/views/navigation.ts'
import type { OutboxItem, OutboxMeta } from '#contract/views/outbox.ts'
import { readContent } from '#engine/model/content/content.ts'
import { standardNames } from '#engine/values/emoji/emoji-names.ts'
import { connectionStages, firstFetch, firstRegistration, nothingWaits } from './connection-stages.ts'
import { now, type StageParts } from './stage-parts.ts'
import type { Stage } from './staged-page.ts'

export { now } from './stage-parts.ts'

const seconds = now / 1000

const person = (id: number, name: string, over: Partial<PersonRef> = {}): PersonRef => ({
  id,
  name,
  avatar: id % 2 === 0 ? `/avatar/${id}.png` : null,
  isGuest: false,
  isBot: false,
  isActive: true,
  ...over,
})

export const iris = person(1, 'Iris Lindqvist')
export const noor = person(2, 'Noor Haddad')
export const mei = person(3, 'Mei Okafor')
const yusra = person(5, 'يسرى القاسم')
const long = person(7, 'Maximiliane-Friederike von und zu Wolkenstein-Trostburg-Rodenegg the Younger', {
  isGuest: true,
})
const build = person(9, 'Build', { isBot: true })

const damaged = {
  kind: 'damaged',
  keptAs: '/home/iris/.config/skein/skein.json.damaged-2026-11-20T12-00-00',
  accounts: 0,
} as const

const draft = { revision: 1, draftId: null, topic: '', content: '', attachments: [] as readonly AttachmentItem[] }

let nextId = 0
export function message(
  sender: PersonRef,
  minutesAgo: number,
  html: string,
  over: Partial<MessageItem> = {},
): MessageItem {
  nextId += 1
  return {
    key: `message:${nextId}`,
    kind: 'message',
    id: nextId,
    sender,
    html,
    timestamp: seconds - minutesAgo * 60,
    isRead: true,
    flags: [],
    isMe: false,
    isEdited: false,
    isMoved: false,
    isStarred: false,
    canEdit: sender === iris,
    canDelete: true,
    change: null,
    widget: null,
    streamId: 1,
    topic: 'encoder drift on cold start',
    topicName: 'encoder drift on cold start',
    reactions: [],
    isHidden: false,
    isStale: false,
    hidesPreviews: false,
    ...over,
  }
}

function reaction(
  character: string,
  code: string,
  name: string,
  everybody: readonly string[],
  over: Partial<ReactionItem> = {},
): ReactionItem {
  const count = everybody.length
  const people = everybody.filter((name) => name !== 'You').map((name, index) => ({ id: 100 + index, name }))
  const known = { type: 'unicode_emoji', code, name, character, picture: null } as const
  return { ...known, isOwn: people.length < count, count, people, otherPeople: 0, ...over }
}

function pending(
  state: PendingItem['state'],
  text: string,
  reason: WaitReason,
  over: Partial<PendingItem> = {},
): PendingItem {
  nextId += 1
  return {
    key: `pending:${nextId}`,
    kind: 'pending',
    localId: `l${nextId}`,
    sender: iris,
    text,
    timestamp: seconds - 60,
    topic: 'encoder drift on cold start',
    topicName: 'encoder drift on cold start',
    streamId: 1,
    state,
    reason,
    attachments: [],
    ...over,
  }
}

const refused = pending('failed', 'Cold chamber is booked from 18:00. Could somebody bring arm B?', {
  kind: 'failed',
  reason: textFailure('Unable to render message'),
})

export const stream = (streamId: number, name: string, color: string, over: object = {}): NavigationItem => ({
  key: `stream:${streamId}`,
  kind: 'stream',
  streamId,
  name,
  color,
  isMuted: false,
  isPinned: streamId === 1,
  isPrivate: false,
  isArchived: false,
  folder: streamId === 1 ? 'pinned' : 'active',
  unread: 0,
  mentions: 0,
  failed: 0,
  hasMoreTopics: false,
  ...over,
})

export const topic = (streamId: number, name: string, unread = 0, over: object = {}): NavigationItem => ({
  key: `topic:${streamId}:${name}`,
  kind: 'topic',
  streamId,
  topic: name,
  name,
  unread,
  mentions: 0,
  failed: 0,
  isMuted: false,
  policy: 0,
  canFollow: true,
  ...over,
})

export const direct = (people: readonly PersonRef[], unread = 0, over: object = {}): NavigationItem => ({
  key: `direct:${people.map(({ id }) => id).join()}`,
  kind: 'direct',
  userIds: people.map(({ id }) => id),
  people,
  presence: null,
  unread,
  failed: 0,
  isMuted: false,
  mutedIds: [],
  ...over,
})

const navigationItems: readonly NavigationItem[] = [
  stream(1, 'arm-firmware', '#3b5bdb', { unread: 3, mentions: 1 }),
  topic(1, 'encoder drift on cold start', 2, { mentions: 1 }),
  topic(1, 'release 2.4', 1, { policy: 3 }),
  topic(1, 'noise', 0, { isMuted: true, policy: 1 }),
  stream(2, 'design', '#e64980', { unread: 4 }),
  topic(2, 'status light colours', 4),
  stream(3, 'leads', '#c92a2a', { isPrivate: true }),
  stream(4, 'build-log', '#adb5bd', { isMuted: true, unread: 120 }),
  direct([noor], 1, { presence: 'active' }),
  direct([mei, noor]),
  direct([yusra], 0, { presence: 'idle' }),
  direct([build], 0, { isMuted: true }),
]

const navigationMeta: NavigationMeta = {
  organization: 'Alder Robotics',
  self: iris,
  isReady: true,
  home: null,
  unread: 7,
  mentions: 2,
  unsent: 0,
  failed: 0,
  drafts: 2,
  starred: 0,
  scheduled: 0,
  marking: null,
}

const meta: ConversationMeta = {
  narrow: { kind: 'topic', streamId: 1, topic: 'encoder drift on cold start' },
  title: 'encoder drift on cold start',
  streamName: 'arm-firmware',
  streamColor: '#3b5bdb',
  description: 'Joint controllers, from bootloader to torque loop',
  people: [],
  older: 'none',
  newer: 'none',
  firstUnreadId: null,
  unread: 0,
  isReadByScrolling: true,
  canPost: true,
  typing: [],
  postingRight: null,
  canSchedule: true,
  isArchived: false,
  needsTopic: false,
  isTopicless: false,
  emptyTopicName: 'general chat',
  maxMessageLength: 10_000,
  maxTopicLength: 60,
  maxUploadBytes: 25 * 1024 * 1024,
  draft,
  topicPolicy: 0,
  canFollow: true,
  isStreamMuted: false,
  isStreamPinned: true,
  canJoin: false,
  mutedPeople: [],
  isResolved: false,
  topicLinks: [],
}

const code =
  '<div class="codehilite" data-code-language="c"><pre><span></span><code><span class="k">static</span> <span class="kt">float</span> <span class="nf">compensate</span>(<span class="kt">int16_t</span> raw) {\n  <span class="k">return</span> raw * <span class="m">0.991</span>; <span class="c1">/* below 15 °C */</span>\n}</code></pre></div>'

export const daily: readonly ConversationItem[] = [
  message(noor, 200, `<p>Found it, we <em>clamp</em> instead of extrapolating:</p>${code}`, {
    reactions: [
      reaction('🎉', '1f389', 'tada', ['You', 'Mei Okafor', 'Ada Brandt'], { isOwn: true }),
      reaction('👀', '1f440', 'eyes', ['Ada Brandt']),
    ],
    isEdited: true,
    isStarred: true,
  }),
  message(
    mei,
    120,
    '<blockquote><p>we clamp instead of extrapolating</p></blockquote><p><span class="user-mention" data-user-id="1">@Iris Lindqvist</span> can we get this into <a class="stream-topic" data-stream-id="1" href="https://x.example/">#arm-firmware &gt; release 2.4</a>? See <time datetime="2026-11-27T09:00:00Z">then</time>.</p>',
    { flags: ['mentioned'] },
  ),
  message(
    mei,
    119,
    '<p>And a <del>wrong</del> <strong>right</strong> list:</p><ul><li>one</li><li>two <code>raw</code></li></ul>',
  ),
  message(
    iris,
    40,
    '<p><span class="tex">e^{i\\pi} + 1 = 0</span> as <span class="emoji emoji-1f389" role="img" aria-label="tada" title="tada">🎉</span></p><div class="message_inline_image"><a href="https://x.example/a.png" title="chamber.png"><img data-media="/user_uploads/chamber.png"></a></div>',
  ),
  message(
    noor,
    30,
    '<table><thead><tr><th data-align="right">°C</th><th>gain</th></tr></thead><tbody><tr><td data-align="right">15</td><td>1.000</td></tr></tbody></table><div class="spoiler-block"><div class="spoiler-header"><p>Result</p></div><div class="spoiler-content" aria-hidden="true"><p>secret</p></div></div>',
  ),
]

/** An emoji in the HTML of stock servers. */
const emoji = (code: string, name: string) =>
  `<span aria-label="${name}" class="emoji emoji-${code}" role="img" title="${name}">:${name.replaceAll(' ', '_')}:</span>`
const octopus = '<img alt=":octopus:" class="emoji" src="/user_avatars/6/emoji/images/11.png" title="octopus">'
const extra =
  '<img alt=":zulip:" class="emoji" src="/static/generated/emoji/images/emoji/unicode/zulip.png" title="zulip">'

const asRead = (source: string) => readContent(source, 'https://x.example').html

/** Emoji of every kind: in texts, alone, as reactions; and people's /me messages about them. */
const emojiItems: readonly ConversationItem[] = [
  message(
    noor,
    60,
    asRead(
      `<h2>Shipped ${emoji('1f680', 'rocket')}</h2><p>2.4 is out ${emoji('1f389', 'tada')} Thank you, all of you ${emoji('1f64f', 'pray')} <strong>and the ${octopus} of ${extra}</strong>. <a href="https://x.example/notes">Notes ${emoji('1f4dd', 'memo')}</a>, and <code>:tada:</code> is how one writes it.</p>`,
    ),
    {
      reactions: [
        reaction('🎉', '1f389', 'tada', ['You', 'Mei Okafor', 'Ada Brandt'], { isOwn: true }),
        reaction('🤷‍♀️', '1f937-200d-2640', 'woman_shrugging', ['Ada Brandt']),
        reaction('', '11', 'octopus', ['Mei Okafor', 'Ada Brandt'], {
          type: 'realm_emoji',
          picture: '/user_avatars/6/emoji/images/11.png',
        }),
        reaction('', 'zulip', 'zulip', ['Mei Okafor'], {
          type: 'svc_extra_emoji',
          picture: '/static/generated/emoji/images/emoji/unicode/zulip.png',
        }),
        // The font is older than this emoji; the other picture is missing.
        reaction('\u{1FAE9}', '1fae9', 'face_with_eye_bags', ['Ada Brandt']),
        reaction('', '12', 'party', ['Ada Brandt'], { type: 'realm_emoji', picture: '/gone/emoji/images/12.png' }),
      ],
    },
  ),
  message(
    mei,
    40,
    asRead(
      `<p>${emoji('1f389', 'tada')}${emoji('2764', 'heart')}${emoji('1f469-200d-1f469-200d-1f467', 'family woman woman girl')}${emoji('1f3f3-200d-1f308', 'rainbow flag')}${emoji('1f1f3-1f1f4', 'flag norway')}${emoji('0031-20e3', 'one')}${octopus}</p>`,
    ),
  ),
  message(yusra, 30, asRead('<p>/me has descaled the coffee machine</p>'), { isMe: true }),
  message(yusra, 29, asRead(`<p>/me is waiting for the first cup ${emoji('2615', 'coffee')}</p>`), { isMe: true }),
  message(
    noor,
    20,
    asRead(
      `<table><thead><tr><th>joint</th><th>state</th></tr></thead><tbody><tr><td>1–5</td><td>${emoji('2705', 'check')}</td></tr><tr><td>6</td><td>${emoji('1f6a7', 'construction')} tomorrow</td></tr></tbody></table><blockquote><p>who brings cake? ${emoji('1f370', 'cake')}</p></blockquote><p>Not me, I am ${emoji('1fae9', 'face with eye bags')} already.</p>`,
    ),
  ),
]

const connection: Connection = { state: 'online' }

const offline: Connection = {
  state: 'offline',
  reason: textFailure('The server isn’t running, or is refusing connections.'),
  retryAt: now + 30_000,
}

const streamsMeta = ({ length }: readonly StreamItem[], others: number): StreamsMeta => ({
  total: length + others,
  found: length,
  hasMore: false,
  creation: {
    public: true,
    private: true,
    webPublic: false,
    subscribeOthers: true,
    announce: true,
    maxName: 60,
    maxDescription: 1024,
  },
})

const feedMeta: FeedMeta = {
  narrow: { kind: 'combined' },
  person: null,
  older: 'none',
  newer: 'none',
  isPartial: false,
  isReadByScrolling: true,
}

const snippetsMeta = ({ length }: readonly SnippetItem[]): SnippetsMeta => ({
  total: length,
  found: length,
  isShared: false,
})

const searchMeta: SearchMeta = {
  query: 'encoder',
  words: [{ words: ['encoder'], isPrefix: true }],
  hasMore: false,
  isIndexed: true,
  server: 'answered',
  mayHaveNew: false,
  problem: null,
}

export function stage(over: {
  connection?: Connection
  navigationItems?: readonly NavigationItem[]
  navigationMeta?: Partial<NavigationMeta>
  items?: readonly ConversationItem[]
  meta?: Partial<ConversationMeta>
  drafts?: readonly DraftItem[]
  inbox?: readonly ConversationEntry[]
  scheduled?: readonly ScheduledItem[]
  recent?: readonly ConversationEntry[]
  feed?: readonly FeedItem[]
  feedMeta?: Partial<FeedMeta>
  snippets?: readonly SnippetItem[]
  search?: readonly SearchItem[]
  searchMeta?: Partial<SearchMeta>
  streams?: readonly StreamItem[]
  streamSettings?: StreamSettingsMeta['stream']
  /** The number of streams besides those that a search leaves. */
  otherStreams?: number
  outbox?: readonly OutboxItem[]
  /** The inbox of a second account, `b`. */
  otherInbox?: readonly ConversationEntry[]
  hasAccount?: boolean
  settingsProblem?: SettingsProblem
  found?: readonly FoundNarrow[]
  groups?: readonly FoundGroup[]
  mentions?: readonly Mentionable[]
  reactors?: readonly Reactors[]
  preview?: string
  concerns?: WritingWarnings
  moves?: Stage['moves']
  group?: GroupCard
  proxyQuestion?: ProxyQuestion
  updates?: UpdateNews
  /** The panel of connections with its accounts. */
  panel?: StageParts
  connections?: StageParts['connections']
  failures?: Stage['failures']
  history?: MessageHistory
}): Stage {
  const account: AccountSummary = {
    id: 'a',
    server: 'https://x.example',
    organization: 'Alder Robotics',
    email: 'iris@alder.example',
    connection: over.connection === undefined ? connection : over.connection,
    rateLimitedUntil: null,
    unread: 7,
    mentions: 2,
    clock: '24',
    failed: over.navigationMeta?.failed ?? 0,
  }
  return {
    state: {
      accounts: over.panel?.accounts ?? (over.hasAccount === false ? [] : [account]),
      settingsProblem: over.settingsProblem ?? null,
      settings: {
        sendKey: 'enter',
        theme: 'system',
        contrast: 'system',
        doNotDisturb: false,
        cleansPictures: true,
        closing: 'auto',
        updates: 'install',
        skinTone: 'none',
        wrapsCode: false,
      },
      mediaBase: '/media/',
      platform: 'linux',
      version: '0.1.0',
      updates: over.updates ?? {
        way: { kind: 'none', hindrance: 'no_address' },
        step: { kind: 'idle', checkedAt: null },
        page: null,
      },
      proxyQuestion: over.proxyQuestion ?? null,
      isUserPresent: true,
    },
    navigation: {
      items: over.navigationItems ?? navigationItems,
      meta: { ...navigationMeta, ...over.navigationMeta },
    },
    conversation: { items: over.items ?? daily, meta: { ...meta, ...over.meta } },
    drafts: { items: over.drafts ?? [], meta: { isSynchronized: true } },
    feed: { items: over.feed ?? [], meta: { ...feedMeta, ...over.feedMeta } },
    recent: { items: over.recent ?? [], meta: { unread: 7, hasMore: false } },
    inbox: { items: over.inbox ?? [], meta: { unread: 7, hasMore: false, isCut: false } },
    otherInbox: over.otherInbox ?? [],
    scheduled: { items: over.scheduled ?? [], meta: { canSchedule: true } },
    search: { items: over.search ?? [], meta: { ...searchMeta, ...over.searchMeta } },
    snippets: { items: over.snippets ?? [], meta: snippetsMeta(over.snippets ?? []) },
    stream_settings: { items: [], meta: { stream: over.streamSettings ?? null } },
    streams: { items: over.streams ?? [], meta: streamsMeta(over.streams ?? [], over.otherStreams ?? 0) },
    outbox: { items: over.outbox ?? [], meta: outboxMeta(over.outbox ?? []) },
    alert_words: { items: alertWords, meta: { isReady: true } },
    connections: { a: nothingWaits, ...over.connections, ...over.panel?.connections },
    retry: over.panel?.retry ?? { kind: 'trying' },
    draft: over.meta?.draft ?? draft,
    snippet: { name: 'Thanks', content: 'Thank you for the report.\n\nWe look into it today.' },
    found: over.found ?? [],
    groups: over.groups ?? [],
    mentions: over.mentions ?? [],
    moves: over.moves ?? { plan: null, streams: [], topics: [] },
    group: over.group ?? null,
    emoji: {
      custom: [],
      frequent: [{ type: 'unicode_emoji', code: '1f44d' }],
      names: standardNames,
    },
    frequent: [
      { type: 'unicode_emoji', code: '1f44d', name: '+1', character: '👍', picture: null },
      { type: 'unicode_emoji', code: '1f389', name: 'tada', character: '🎉', picture: null },
      { type: 'unicode_emoji', code: '1f440', name: 'eyes', character: '👀', picture: null },
    ],
    reactors: over.reactors ?? [],
    preview: { html: over.preview ?? '' },
    concerns: over.concerns ?? { many: null, notReading: [], canAdd: false },
    history: over.history ?? { messageId: 1, versions: [], left: 0 },
    signInFailure: 'Incorrect email or password.',
    failures: over.failures ?? {},
  }
}

const draftItem = (id: string, over: Partial<DraftItem>): DraftItem => ({
  key: `draft:${id}`,
  kind: 'draft',
  draftId: id,
  narrow: { kind: 'topic', streamId: 1, topic: 'release 2.4' },
  title: 'release 2.4',
  streamName: 'arm-firmware',
  streamColor: '#3b5bdb',
  content: 'Before the 27th we still need the calibration file written, and somebody who',
  attachments: [],
  updatedAt: seconds - 3600,
  canSend: true,
  synchronization: { state: 'done' },
  ...over,
})

/** One word at the server, one pending, one refused. */
const alertWords: readonly AlertWordItem[] = [
  { key: 'alert_word:encoder', kind: 'alert_word', word: 'encoder', localId: null, state: 'saved', failure: null },
  { key: 'alert_word:torque', kind: 'alert_word', word: 'torque', localId: 'torque', state: 'saving', failure: null },
  {
    key: 'alert_word:zz',
    kind: 'alert_word',
    word: 'zz',
    localId: 'zz',
    state: 'failed',
    failure: { code: 'TEXT', values: { text: 'This word is too short.' } },
  },
]

const outboxMeta = (items: readonly OutboxItem[]): OutboxMeta => ({
  failed: items.filter((item) => item.state === 'failed').length,
  canRetry: items.filter((item) => item.canRetry).length,
  unknown: items.filter((item) => item.state === 'unknown').length,
  total: items.length,
})

const outboxItem = (id: string, over: Partial<OutboxItem>): OutboxItem => ({
  key: `outbox:${id}`,
  kind: 'outbox',
  localId: id,
  what: { code: 'MESSAGE' },
  narrow: { kind: 'topic', streamId: 1, topic: 'encoder drift on cold start' },
  messageId: null,
  title: 'encoder drift on cold start',
  streamName: 'arm-firmware',
  streamColor: '#3b5bdb',
  text: '',
  files: [],
  state: 'failed',
  reason: { kind: 'failed', reason: textFailure('Unable to render message') },
  createdAt: seconds - 3600,
  behind: 0,
  canRetry: over.state === undefined,
  canCancel: true,
  editing: 'composer',
  isUnreadable: false,
  ...over,
})

/** The item that `main/engine/actions/kinds/unreadable.ts` makes of a row. */
const ofUnreadable = {
  canRetry: false,
  editing: null,
  isUnreadable: true,
  reason: {
    kind: 'failed',
    reason: textFailure(
      'Skein can’t read what was saved here. It may have been saved by a newer version. Copy the text if you need it, then discard it.',
    ),
  },
} as const

const unsent: readonly OutboxItem[] = [
  outboxItem('f1', { text: 'Cold chamber is booked from 18:00. Could somebody bring arm B?', behind: 2 }),
  outboxItem('f2', {
    title: 'Noor Haddad',
    narrow: { kind: 'direct', userIds: [2] },
    streamName: null,
    streamColor: null,
    text: 'Here is the whole log of last night, as far as it was written before the supply gave up; the interesting part begins after the third restart, where the second encoder has a value that no encoder can have',
    files: ['log of the night.txt', 'third restart.png'],
    reason: {
      kind: 'failed',
      reason: textFailure('“log of the night.txt” was not taken: It’s too large for this server.'),
    },
    createdAt: seconds - 86_400,
  }),
  outboxItem('f3', {
    what: { code: 'EDIT' },
    messageId: 5,
    editing: 'message',
    text: 'We clamp at 15 °C instead of extrapolating.',
    reason: { kind: 'failed', reason: textFailure('The time limit for editing this message has passed') },
  }),
  outboxItem('f4', {
    what: { code: 'MOVE', values: { topic: 'release 2.4' } },
    messageId: 6,
    editing: null,
    reason: {
      kind: 'failed',
      reason: textFailure('Only 3 of the 40 messages of this topic are recent enough to be moved.'),
    },
  }),
  ...['And the calibration file?', 'I can write it tonight.'].map((text, index) =>
    outboxItem(`w${index}`, {
      state: 'queued',
      text,
      reason: { kind: 'behind_failed', localId: 'f1' },
      createdAt: seconds - 1800,
    }),
  ),
  outboxItem('u1', {
    state: 'queued',
    title: 'status light colours',
    streamName: 'design',
    streamColor: '#e64980',
    narrow: { kind: 'topic', streamId: 2, topic: 'status light colours' },
    text: '',
    files: ['amber.png'],
    reason: { kind: 'uploading', name: 'amber.png', percent: 40 },
    createdAt: seconds - 60,
  }),
]

/** The given number of refused actions in the shown conversation: its topic and its stream have the mark. */
const withFailed =
  (failed: number) =>
  (item: NavigationItem): NavigationItem =>
    item.key === 'stream:1' || item.key === 'topic:1:encoder drift on cold start' ? { ...item, failed } : item

const failedNavigation = navigationItems
  .map(withFailed(3))
  .map((item): NavigationItem => (item.key === 'direct:2' ? { ...item, failed: 1 } : item))

const threeLines =
  'a topic whose name is so long that it would take three lines, if anybody let it, and nobody does, since rows are rows'

/** The failure that `main/engine/failure-of.ts` returns for an unreadable disk. */
const unreadable = { code: 'UNUSABLE_DATABASE', values: { detail: 'disk I/O error' } } as const
const internal = { code: 'INTERNAL', message: 'Something went wrong in Skein. The log has details.' } as const

/** A tested state; `opens` is the content that the page opens: a conversation, the failure of one, or no place. */
export interface StageToSee {
  readonly stage: Stage
  readonly opens: 'conversation' | 'failed-conversation' | 'nothing'
}

/** States of every kind; states of heavy and of newer messages have separate files. */
export const stages: Readonly<Record<string, StageToSee>> = {
  'failure-whole': {
    stage: stage({ failures: { conversation: { failure: unreadable, isShown: false } } }),
    opens: 'failed-conversation',
  },
  'failure-of-account': {
    stage: stage({
      failures: {
        navigation: { failure: unreadable, isShown: false },
        conversation: { failure: unreadable, isShown: false },
      },
    }),
    opens: 'nothing',
  },
  'failure-of-lists': {
    stage: stage({
      failures: {
        navigation: { failure: unreadable, isShown: true },
        conversation: { failure: internal, isShown: true },
      },
    }),
    opens: 'conversation',
  },
  'failure-of-drafts': {
    stage: stage({ failures: { drafts: { failure: unreadable, isShown: false } } }),
    opens: 'nothing',
  },
  'unreadable-not-sent': {
    stage: stage({
      navigationMeta: { failed: 2 },
      outbox: [
        outboxItem('x1', {
          what: { code: 'UNREADABLE' },
          text: 'Could you measure both arms again tomorrow, and write down the temperature of the room as well?',
          ...ofUnreadable,
        }),
        outboxItem('x2', {
          what: { code: 'UNREADABLE' },
          title: '',
          narrow: null,
          streamName: null,
          streamColor: null,
          text: '',
          ...ofUnreadable,
        }),
        outboxItem('f1', { text: 'Cold chamber is booked from 18:00. Could somebody bring arm B?' }),
      ],
      failures: { outbox: { failure: internal, isShown: true } },
    }),
    opens: 'nothing',
  },
  'more-topics': {
    stage: stage({
      navigationItems: navigationItems.map((item) =>
        item.kind === 'stream' && item.streamId === 1 ? { ...item, hasMoreTopics: true } : item,
      ),
    }),
    opens: 'conversation',
  },
  'sign-in': { stage: stage({ hasAccount: false }), opens: 'nothing' },
  'settings-unreadable': {
    stage: stage({
      hasAccount: false,
      settingsProblem: {
        kind: 'unreadable',
        failure: textFailure(
          'Skein cannot read its list of accounts, /home/iris/.config/skein/skein.json: another program is using it.',
        ),
      },
    }),
    opens: 'nothing',
  },
  'settings-damaged': {
    stage: stage({ hasAccount: false, settingsProblem: damaged }),
    opens: 'nothing',
  },
  'update-ready': {
    stage: stage({
      updates: { way: { kind: 'install' }, step: { kind: 'ready', version: '0.2.0' }, page: 'https://skein.example' },
    }),
    opens: 'conversation',
  },
  'update-told': {
    stage: stage({
      updates: {
        way: { kind: 'tell', hindrance: 'system_package' },
        step: { kind: 'told', version: '0.2.0' },
        page: 'https://skein.example',
      },
    }),
    opens: 'conversation',
  },
  'settings-damaged-in-part': { stage: stage({ settingsProblem: { ...damaged, accounts: 1 } }), opens: 'conversation' },
  proxy: {
    stage: stage({
      hasAccount: false,
      proxyQuestion: {
        id: 1,
        proxy: 'proxy.alder.example:3128',
        realm: 'Alder Robotics, lab network',
        refusedName: null,
      },
    }),
    opens: 'nothing',
  },
  'proxy-refused': {
    stage: stage({
      connection: offline,
      proxyQuestion: {
        id: 2,
        proxy: 'gateway-with-a-long-name.building-7.network.alder-robotics.example:8080',
        realm: `Only for members of staff. ${'Ask the desk on the ground floor for a password. '.repeat(4)}`.slice(
          0,
          200,
        ),
        refusedName: 'iris.lindqvist',
      },
    }),
    opens: 'conversation',
  },
  'first-sync': {
    stage: stage({
      connection: { state: 'catching_up' },
      navigationItems: [],
      navigationMeta: { isReady: false, self: null, drafts: 0 },
    }),
    opens: 'nothing',
  },
  'first-registration': {
    stage: stage({ connection: { state: 'starting' }, connections: firstRegistration }),
    opens: 'nothing',
  },
  'first-fetch': {
    stage: stage({
      connection: { state: 'catching_up' },
      connections: firstFetch,
    }),
    opens: 'nothing',
  },
  empty: { stage: stage({ navigationItems: [], navigationMeta: { drafts: 0 } }), opens: 'nothing' },
  'no-messages': { stage: stage({ items: [] }), opens: 'conversation' },
  daily: { stage: stage({}), opens: 'conversation' },
  offline: {
    stage: stage({
      connection: offline,
      items: [
        ...daily.slice(0, 2),
        pending('queued', 'Written without a network', { kind: 'network' }),
        pending('failed', 'Refused by the server', {
          kind: 'failed',
          reason: textFailure('Not authorized to send to stream ‘arm-firmware’'),
        }),
        pending(
          'unknown',
          'Perhaps it is there',
          { kind: 'unchecked' },
          {
            attachments: [
              {
                id: 'none',
                name: 'picture of the arm in the rain.png',
                type: 'image/png',
                size: 2_400_000,
                state: 'uploading',
                sent: 900_000,
              },
            ],
          },
        ),
      ],
      meta: { older: 'unreachable' },
    }),
    opens: 'conversation',
  },
  'in-doubt': {
    stage: stage({
      connection: offline,
      items: [
        message(noor, 95, '<p>The drift comes back below 15 °C.</p>', { isStale: true, isEdited: true }),
        message(noor, 94, '<p>Only on arm B, so far.</p>', { isStale: true }),
        message(
          mei,
          80,
          '<p><span class="user-mention" data-user-id="1">@Iris Lindqvist</span> could you look at the log of last night? It is long, and the interesting part begins after the third restart, where the second encoder has a value that no encoder can have.</p>',
          {
            isStale: true,
            flags: ['mentioned'],
            isStarred: true,
            reactions: [reaction('👀', '1f440', 'eyes', ['Noor'])],
          },
        ),
        message(mei, 70, '<p>/me waits for the chamber to cool down</p>', { isStale: true, isMe: true }),
        message(long, 60, '<p>A message of somebody with a long name.</p>', { isStale: true, isStarred: true }),
        message(yusra, 50, '<p>رسالة قصيرة باللغة العربية مع كلمة English في وسطها.</p>', { isStale: true }),
        message(iris, 40, '<p>I have it, and it is right.</p>'),
        message(iris, 39, '<p>Clamped at 15 °C.</p>'),
      ],
    }),
    opens: 'conversation',
  },
  'not-sent-message': {
    stage: stage({
      navigationItems: failedNavigation,
      navigationMeta: { failed: 4 },
      items: [
        ...daily.slice(0, 2),
        refused,
        pending('queued', 'And the calibration file?', { kind: 'behind_failed', localId: 'f1' }),
        pending('queued', 'I can write it tonight.', { kind: 'behind_failed', localId: 'f1' }),
      ],
    }),
    opens: 'conversation',
  },
  'not-sent': {
    stage: stage({ navigationItems: failedNavigation, navigationMeta: { failed: 4 }, outbox: unsent }),
    opens: 'nothing',
  },
  'nothing-not-sent': { stage: stage({}), opens: 'nothing' },
  error: {
    stage: stage({
      connection: {
        state: 'refused',
        reason: textFailure(
          'This server is too old for Skein (feature level 120, needed 155). Ask its administrator to update it.',
        ),
      },
    }),
    opens: 'conversation',
  },
  'engine-failed': {
    stage: stage({
      connection: {
        state: 'refused',
        reason: textFailure(
          'Skein’s part for this account has failed 5 times in a few minutes. What you wrote waits on this computer. Try again, or save a report for whoever helps you.',
        ),
        isFailing: true,
      },
    }),
    opens: 'conversation',
  },
  // A state that cannot be drawn, which main never sends.
  'window-failed': { stage: stage({ connection: null as never }), opens: 'nothing' },
  'signed-out': {
    stage: stage({
      connection: {
        state: 'signed_out',
        reason: textFailure(
          'Your keychain is locked. Unlock it and try again, or sign in again to stay signed in until you quit.',
        ),
      },
    }),
    opens: 'conversation',
  },
  'waiting-for-keychain': {
    stage: stage({ connection: { state: 'waiting_for_keychain' } }),
    opens: 'conversation',
  },
  'long-names': {
    stage: stage({
      navigationItems: [
        stream(1, 'a-stream-with-a-name-of-sixty-characters-which-is-the-very-most-of-all', '#3b5bdb', {
          unread: 1200,
        }),
        topic(1, threeLines, 1200),
        direct([long, yusra, noor, mei], 3),
        direct([yusra]),
      ],
      items: [
        message(long, 90, '<p>A message of somebody with a long name.</p>'),
        message(yusra, 60, '<p>رسالة قصيرة باللغة العربية مع كلمة English في وسطها.</p>'),
        message(build, 30, `<p>${'unbrokenwordwithoutanyspaces'.repeat(12)}</p>`),
      ],
      meta: {
        title: threeLines,
        streamName: 'a-stream-with-a-name-of-sixty-characters-which-is-the-very-most-of-all',
        narrow: { kind: 'topic', streamId: 1, topic: threeLines },
      },
    }),
    opens: 'conversation',
  },
  '200-unread': {
    stage: stage({
      items: Array.from({ length: 200 }, (_, index) =>
        message(index % 3 === 0 ? noor : mei, 400 - index * 2, `<p>Unread message ${index + 1} of many.</p>`, {
          isRead: false,
        }),
      ),
      meta: { unread: 200 },
    }),
    opens: 'conversation',
  },
  'one-line': { stage: stage({ items: [message(noor, 5, '<p>Yes.</p>')] }), opens: 'conversation' },
  '10000-characters': {
    stage: stage({
      items: [
        message(noor, 5, `<p>${'Ten thousand characters are a lot of words to read in one go. '.repeat(161)}</p>`),
      ],
    }),
    opens: 'conversation',
  },
  'muted-person': {
    stage: stage({
      items: [message(noor, 20, '<p>x</p>', { isHidden: true }), message(iris, 10, '<p>Quiet here.</p>')],
      meta: {
        narrow: { kind: 'direct', userIds: [2] },
        title: 'Noor Haddad',
        streamName: null,
        streamColor: null,
        description: '',
        people: [noor],
        topicPolicy: null,
        isStreamMuted: null,
        mutedPeople: [2],
        draft: {
          ...draft,
          draftId: 'd',
          content: 'A draft with a file',
          attachments: [{ id: 'chamber', name: 'chamber.png', type: 'image/png', size: 48_000 }],
        },
      },
    }),
    opens: 'conversation',
  },
  drafts: {
    stage: stage({
      drafts: [
        draftItem('1', { attachments: [{ id: 'x', name: 'calibration.csv', type: 'text/csv', size: 9000 }] }),
        draftItem('2', {
          narrow: null,
          title: '',
          streamName: null,
          canSend: false,
          content: 'to whom?',
        }),
        draftItem('3', {
          title: threeLines,
          content: 'long '.repeat(200),
          synchronization: { state: 'local', reason: { code: 'DRAFT_TOO_LONG', values: { most: 10_000 } } },
        }),
      ],
    }),
    opens: 'nothing',
  },
  emoji: {
    stage: stage({
      navigationItems: navigationItems.map(withFailed(1)),
      navigationMeta: { failed: 1 },
      items: [...emojiItems, refused],
    }),
    opens: 'conversation',
  },
  'no-drafts': { stage: stage({}), opens: 'nothing' },
  ...Object.fromEntries(
    Object.entries(connectionStages).map(([name, panel]) => [
      name,
      { stage: stage({ panel }), opens: 'nothing' as const },
    ]),
  ),
}

/** The stage of a conversation of messages with these senders' names and texts. */
export function stageOfTexts(
  texts: readonly { readonly name: string; readonly html: string; readonly isMe: boolean }[],
): Stage {
  const items = texts.map(({ name, html, isMe }, index) =>
    message(person(index + 100, name, { avatar: null }), texts.length - index, html, { isMe }),
  )
  return stage({ items })
}

/** One message of the given HTML. */
export function messageOf(html: string, over: Partial<MessageItem> = {}): MessageItem {
  return message(noor, 5, html, over)
}

/** The stage of a conversation with one message of the given HTML and its versions. */
export function stageOf(html: string, over: Partial<MessageItem> = {}, history?: MessageHistory): Stage {
  return stage({ items: [message(noor, 5, html, over)], ...(history === undefined ? {} : { history }) })
}
