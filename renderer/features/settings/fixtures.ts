import type { AccountSummary } from '#contract/accounts.ts'
import type { HistoryItem } from '#contract/storage/storage.ts'
import type { UserSettingItem } from '#contract/people/user-settings.ts'
import { fixture, userSettingItems, type ShownFixture } from '#tests/e2e/fixtures/build.ts'
import { now } from '#tests/e2e/fixtures/parts.ts'
import { textFailure } from '#support/text-failure.ts'

const states: { readonly [P in UserSettingItem['property']]?: Partial<UserSettingItem> } = {
  enable_sounds: { value: false, state: { kind: 'saving', localId: 'a' } },
  enable_offline_email_notifications: {
    state: { kind: 'failed', localId: 'b', failure: { code: 'TEXT', values: { text: 'Not allowed for guests.' } } },
  },
  enable_offline_push_notifications: { isOverruled: true },
}

const history = (name: string, over: Partial<HistoryItem>): HistoryItem => ({
  key: `history:${name}`,
  kind: 'history',
  container: { kind: 'stream', streamId: 1 },
  stream: { id: 1, name, color: '#c2733b', privacy: 'public' },
  messages: 1_820,
  reach: { kind: 'everything' },
  copy: null,
  keeps: 'organization',
  fetch: null,
  ...over,
})

/** A running download, with containers in each state. */
const storage = {
  items: [
    history('direct', {
      container: { kind: 'direct_all' },
      stream: null,
      messages: 6_040,
      reach: { kind: 'since', at: Date.UTC(2025, 4, 9) },
      fetch: { kind: 'waiting' },
    }),
    history('hardware', {
      reach: { kind: 'since', at: Date.UTC(2024, 2, 3) },
      fetch: { kind: 'running', fraction: 0.42 },
      keeps: 'everything',
    }),
    history('firmware', { reach: { kind: 'since', at: Date.UTC(2026, 7, 22) } }),
    history('announcements', { reach: { kind: 'nothing' }, messages: 0, keeps: 30 }),
    history('former-team', { fetch: { kind: 'failed', failure: { code: 'HISTORY_NOT_SUBSCRIBED' } } }),
    history('lounge', { copy: { at: Date.UTC(2026, 9, 30) }, keeps: 'everything' }),
    history('a-stream-with-a-name-that-is-as-long-as-a-name-can-be-in-this-list', {}),
  ],
  meta: {
    surplus: 1_340,
    total: 7,
    found: 7,
    run: {
      isPaused: false,
      rate: null,
      waiting: 2,
      done: 3,
      failed: 1,
      messages: 12_400,
      streamName: 'hardware',
      reachedAt: Date.UTC(2024, 2, 3),
      fraction: 0.42,
      leftMs: 734_000,
      trouble: null,
    },
  },
} as const

const usual = fixture({})

const shown = usual.state.accounts.slice(0, 1)

/** The shown account, one without a connection and with unsent messages, and one whose user has to act. */
const accounts = shown.flatMap((account): readonly AccountSummary[] => [
  account,
  {
    ...account,
    id: 'b',
    organization: 'The Society for the Preservation of Very Long Names of Organizations',
    email: 'iris.lindqvist.of.the.northern.chapter@preservation.society.example',
    connection: { state: 'offline', reason: textFailure('No route to the server.'), retryAt: now + 12_000 },
    unsent: 3,
  },
  {
    ...account,
    id: 'c',
    organization: 'Observatory',
    email: 'iris@observatory.example',
    name: null,
    connection: { state: 'signed_out', reason: textFailure('The server no longer accepts the key of this account.') },
  },
])

/** The settings of the account in each state, what a search finds, and keys that were changed. */
export const fixtures: Readonly<Record<string, ShownFixture>> = {
  'pending-settings': {
    fixture: fixture({
      views: { user_settings: { items: userSettingItems.map((item) => ({ ...item, ...states[item.property] })) } },
    }),
    opens: 'conversation',
  },
  'download-settings': { fixture: fixture({ views: { storage } }), opens: 'conversation' },
  'accounts-settings': { fixture: { ...usual, state: { ...usual.state, accounts } }, opens: 'conversation' },
  'found-settings': { fixture: usual, opens: 'conversation' },
  'changed-shortcuts': {
    fixture: {
      ...usual,
      state: {
        ...usual.state,
        settings: { ...usual.state.settings, keys: { jump: ['Mod+J'], search_here: [], search_everywhere: ['F3'] } },
      },
    },
    opens: 'conversation',
  },
}
