import Database from 'better-sqlite3'
import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import { milliseconds, percentile, type Row } from './rows.ts'
import { takeOver } from './world.ts'

const users = 20_000
const runs = 5

function answer(): string {
  return JSON.stringify({
    result: 'success',
    msg: '',
    queue_id: 'q',
    last_event_id: -1,
    svc_feature_level: 237,
    svc_version: 'x',
    max_message_id: 1,
    realm_name: 'Bench',
    realm_uri: 'https://bench.example',
    user_id: 1,
    email: 'a',
    delivery_email: 'a',
    realm_users: Array.from({ length: users }, (_, index) => ({
      user_id: index + 1,
      full_name: `Person Number ${index}`,
      email: `user${index}@bench.example`,
      delivery_email: `person.number.${index}@bench.example`,
      role: 400,
      is_bot: false,
      is_active: true,
      timezone: 'Europe/Oslo',
      avatar_version: 1,
      date_joined: '2026-01-01T00:00:00+00:00',
      is_admin: false,
      is_owner: false,
      is_guest: false,
      profile_data: {},
    })),
    realm_non_active_users: [],
    cross_realm_bots: [],
    subscriptions: [],
    unsubscribed: [],
    never_subscribed: [],
    unread_msgs: { pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
    recent_private_conversations: [],
  })
}

/** Measures the registration of a large organization: parsing, checking, storing, and loading into memory. */
export function measureRegister(): Promise<Row[]> {
  const text = answer()
  const times: number[] = []
  const floors: number[] = []
  for (let run = 0; run < runs; run += 1) {
    floors.push(
      milliseconds(() => {
        const database = new Database(temporaryDatabase())
        database.pragma('journal_mode = WAL')
        database.pragma('synchronous = FULL')
        database.exec(
          'CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, email TEXT, role INTEGER, a INTEGER, b INTEGER, avatar TEXT)',
        )
        const insert = database.prepare('INSERT INTO person VALUES (?, ?, ?, ?, 0, 1, NULL)')
        const state = JSON.parse(text) as {
          realm_users: { user_id: number; full_name: string; delivery_email: string; role: number }[]
        }
        database.transaction(() => {
          for (const user of state.realm_users) insert.run(user.user_id, user.full_name, user.delivery_email, user.role)
        })()
        database.close()
      }),
    )
    const store = openStore(temporaryDatabase())
    const begun = performance.now()
    const world = takeOver(store, text)
    times.push(performance.now() - begun)
    if (world.people.size !== users) throw new Error('not everybody was stored')
    store.close()
  }
  return Promise.resolve([
    {
      what: `register of ${users} users → in memory (median of ${runs})`,
      value: percentile(times, 0.5),
      unit: 'ms',
      floor: percentile(floors, 0.5),
      floorIs: 'JSON.parse and bare inserts',
    },
  ])
}
