import { textFailure } from '#support/text-failure.ts'
import type { AccountSummary } from '#contract/app-state.ts'
import type { Connection, Tries } from '#contract/connection-state.ts'
import type { ConnectionMeta, WaitingAction, WaitingWork } from '#contract/views/connection.ts'
import { now, type StageParts } from './stage-parts.ts'

const second = 1000
const minute = 60 * second
const online: Connection = { state: 'online' }
const untried: Tries = { count: 0, lastAt: null, failure: null }

const away: Connection = {
  state: 'offline',
  reason: textFailure('The server isn’t running, or is refusing connections.'),
  retryAt: now + 12 * second,
}
const awayTries: Tries = {
  count: 7,
  lastAt: now - 20 * second,
  failure: { kind: 'network', reason: textFailure('The server isn’t running, or is refusing connections.') },
}

/** An account of the window. */
export const account = (id: string, organization: string, over: Partial<AccountSummary> = {}): AccountSummary => ({
  id,
  server: `https://${id}.example`,
  organization,
  email: 'iris@alder.example',
  connection: online,
  rateLimitedUntil: null,
  clock: '24',
  unread: 0,
  mentions: 0,
  failed: 0,
  ...over,
})

const meta = (over: Partial<ConnectionMeta> = {}): ConnectionMeta => ({
  connection: online,
  since: now - 175 * minute,
  rateLimitedUntil: null,
  reachedAt: now - 40 * second,
  tries: untried,
  nextTryAt: null,
  total: 0,
  failed: 0,
  oldestAt: null,
  quietSince: now - 52 * minute,
  hasStale: false,
  known: { people: 184, streams: 42, unread: 21 },
  isRegistered: true,
  ...over,
})

/** An account without pending work. */
export const nothingWaits = { items: [], meta: meta() }

const waiting = (id: string, over: Partial<WaitingAction> = {}): WaitingAction => ({
  key: `outbox:${id}`,
  kind: 'waiting_action',
  localId: id,
  what: { code: 'MESSAGE' },
  title: 'encoder drift on cold start',
  streamName: 'arm-firmware',
  streamColor: '#3b5bdb',
  text: 'And the calibration file?',
  state: 'queued',
  reason: { kind: 'network' },
  since: now - 3 * minute,
  tries: untried,
  nextTryAt: now + 12 * second,
  files: [],
  fileCount: 0,
  ...over,
})

const work = (over: Pick<WaitingWork, 'work'> & Partial<WaitingWork>): WaitingWork => ({
  key: `work:${over.work.kind}`,
  kind: 'waiting_work',
  since: now - 2 * minute,
  reason: null,
  tries: untried,
  nextTryAt: null,
  ...over,
})

/** Messages are being fetched for the first time. */
const known = { people: 20_113, streams: 5_001, unread: 48_210 }

export const firstFetch: StageParts['connections'] = {
  a: { items: [work({ work: { kind: 'missed', done: 1_204, total: 5_001 } })], meta: meta({ total: 1, known }) },
}

/** The first registration is being stored. */
export const firstRegistration: StageParts['connections'] = {
  a: { items: [], meta: meta({ known: { ...known, people: 4_096 }, isRegistered: false }) },
}

const longFile = 'a photograph with a name that is much longer than any row could ever be.jpeg'

const offlineRows: readonly (WaitingAction | WaitingWork)[] = [
  work({
    work: { kind: 'drafts', count: 2 },
    reason: { kind: 'network' },
    since: now - 4 * minute,
    nextTryAt: now + 12 * second,
  }),
  waiting('failed', {
    text: 'Cold chamber is booked from 18:00. Could somebody bring arm B?',
    state: 'failed',
    reason: { kind: 'failed', reason: textFailure('Unable to render message') },
    since: now - 26 * 60 * minute,
    nextTryAt: null,
  }),
  waiting('unknown', {
    title: 'Noor Haddad',
    streamName: null,
    streamColor: null,
    text: 'Perhaps it is there already; nobody could tell when the connection broke in the middle of it all',
    state: 'unknown',
    reason: { kind: 'unchecked' },
    tries: {
      count: 1,
      lastAt: now - 3 * minute,
      failure: { kind: 'network', reason: textFailure('The connection to the server was lost.') },
    },
  }),
  waiting('star', {
    what: { code: 'STAR', values: { isStarred: true } },
    text: 'we clamp instead of extrapolating',
    since: now - minute,
  }),
  waiting('edit', { what: { code: 'EDIT' }, text: 'The torque limits are in the wiki now.', since: now - minute }),
  waiting('plain', { since: now - 30 * second }),
]

const onlineRows: readonly (WaitingAction | WaitingWork)[] = [
  work({ work: { kind: 'missed', done: 12, total: 48 }, since: now - 20 * second }),
  waiting('files', {
    title: 'status light colours',
    streamName: 'design',
    streamColor: '#e64980',
    text: 'Both of them, as they were photographed.',
    reason: { kind: 'uploading', name: longFile, percent: 40 },
    nextTryAt: null,
    files: [
      { name: 'amber.png', size: 2_400_000, sent: 2_400_000, state: 'uploaded' },
      { name: longFile, size: 8_100_000, sent: 3_300_000, state: 'uploading' },
      { name: 'green.png', size: 1_900_000, sent: 0, state: 'waiting' },
    ],
    fileCount: 5,
  }),
  waiting('trouble', {
    title: 'a topic with a name that goes on and on, since whoever made it wanted to say everything at once',
    streamName: 'a-stream-with-a-name-that-is-longer-than-it-should-be',
    reason: { kind: 'server_away' },
    nextTryAt: now + 95 * second,
    tries: {
      count: 3,
      lastAt: now - 80 * second,
      failure: {
        kind: 'server_away',
        reason: textFailure('The server is unavailable. Only the proxy in front of it is responding.'),
      },
    },
  }),
  waiting('behind', { text: 'I can write it tonight.', reason: { kind: 'behind' }, nextTryAt: null }),
]

const longServer =
  'https://a-server-with-a-name-that-nobody-would-ever-choose-but-somebody-has.chat.department-of-long-names.example.org'
const names = [
  'Alder Robotics',
  'Kestrel Foundation',
  'Observatory',
  'Ορεινός Σύλλογος',
  'Обсерватория',
  'مختبر البحوث',
]

const many: readonly AccountSummary[] = Array.from({ length: 20 }, (_, index) => {
  const name = names[index] ?? `Organization ${index + 1}`
  if (index === 1) {
    return account('b', 'The Society for the Preservation of Very Long Names of Organizations', {
      server: longServer,
      connection: away,
    })
  }
  if (index === 2) return account('c', name, { rateLimitedUntil: now + 90 * second })
  if (index === 3)
    return account('d', name, { connection: { state: 'signed_out', reason: textFailure('Sign in again.') } })
  if (index === 4) return account('e', name, { connection: { state: 'catching_up' } })
  if (index === 5)
    return account('f', name, { connection: { state: 'refused', reason: textFailure('This server is too old.') } })
  return account(index === 0 ? 'a' : `o${index}`, name)
})

const signedOut = {
  state: 'signed_out',
  reason: textFailure(
    'Your organization asks everybody to sign in again. '.repeat(6) + 'Ask an administrator if you do not know why.',
  ),
} as const satisfies Connection
const keychain: Connection = { state: 'waiting_for_keychain' }
const three: readonly AccountSummary[] = [
  account('a', 'Alder Robotics', { connection: signedOut }),
  account('b', 'Kestrel Foundation'),
  account('c', 'Observatory', { connection: keychain }),
]

const thousand: readonly WaitingAction[] = Array.from({ length: 100 }, (_, index) =>
  waiting(`t${index}`, { text: `Written without a network, number ${index + 1}`, since: now - (200 - index) * minute }),
)

/** The tested states of the panel of connections; the first account is shown first. */
export const connectionStages: Readonly<Record<string, StageParts>> = {
  'connections-nothing-waits': {
    accounts: [account('a', 'Alder Robotics')],
    connections: { a: { items: [], meta: meta({ hasStale: true }) } },
  },
  'connections-sending': {
    accounts: [account('a', 'Alder Robotics')],
    connections: {
      a: {
        items: onlineRows,
        meta: meta({ total: onlineRows.length, oldestAt: now - 3 * minute, quietSince: null }),
      },
    },
  },
  'connections-offline': {
    accounts: [account('a', 'Alder Robotics', { connection: away })],
    connections: {
      a: {
        items: offlineRows,
        meta: meta({
          connection: away,
          since: now - 3 * minute,
          tries: awayTries,
          nextTryAt: now + 12 * second,
          total: offlineRows.length,
          failed: 1,
          oldestAt: now - 26 * 60 * minute,
          quietSince: null,
        }),
      },
    },
  },
  'connections-held': {
    accounts: [account('a', 'Alder Robotics', { rateLimitedUntil: now + 90 * second, server: longServer })],
    connections: {
      a: {
        items: [
          work({
            work: { kind: 'missed', done: 12, total: 48 },
            reason: { kind: 'rate_limited', until: now + 90 * second },
          }),
          waiting('held', {
            reason: { kind: 'rate_limited', until: now + 90 * second },
            nextTryAt: now + 90 * second,
            tries: { count: 1, lastAt: now - 2 * second, failure: { kind: 'slow_down', reason: null } },
          }),
        ],
        meta: meta({
          rateLimitedUntil: now + 90 * second,
          nextTryAt: now + 90 * second,
          total: 2,
          oldestAt: now - 3 * minute,
          quietSince: null,
        }),
      },
    },
  },
  'connections-signed-out': {
    accounts: three,
    connections: {
      a: {
        items: [
          waiting('written', {
            reason: { kind: 'signed_out' },
            nextTryAt: null,
            tries: { count: 1, lastAt: now - 3 * minute, failure: { kind: 'signed_out', reason: signedOut.reason } },
          }),
        ],
        meta: meta({
          connection: signedOut,
          since: now - 3 * minute,
          tries: { count: 1, lastAt: now - 3 * minute, failure: { kind: 'signed_out', reason: signedOut.reason } },
          total: 1,
          oldestAt: now - 3 * minute,
          quietSince: null,
        }),
      },
      b: { items: [], meta: meta() },
      c: { items: [], meta: meta({ connection: keychain, quietSince: null }) },
    },
    retry: { kind: 'no_key' },
  },
  'connections-many': {
    // The account under test is the first of the list.
    accounts: [...many.slice(1, 2), ...many.slice(0, 1), ...many.slice(2)],
    connections: Object.fromEntries(
      many.map(({ id, connection, rateLimitedUntil }) => [
        id,
        id === 'b'
          ? {
              items: thousand,
              meta: meta({
                connection,
                since: now - 200 * minute,
                tries: awayTries,
                nextTryAt: now + 12 * second,
                total: 1000,
                oldestAt: now - 200 * minute,
                quietSince: null,
              }),
            }
          : { items: [], meta: meta({ connection, rateLimitedUntil }) },
      ]),
    ),
  },
  'connections-error': {
    accounts: [
      account('a', 'Alder Robotics', {
        connection: {
          state: 'refused',
          reason: textFailure(
            'This account keeps failing. Try again, or quit Skein and start it again; the log has the details.',
          ),
        },
      }),
    ],
    connections: {
      a: 'This account keeps failing. Try again, or quit Skein and start it again; the log has the details.',
    },
  },
}
