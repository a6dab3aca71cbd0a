import { textFailure } from '#support/text-failure.ts'
import { Engine } from '#engine/engine.ts'
import { registerInWorker } from '#engine/workers/ingest/worker-register-reader.ts'
import { RegisterApplication } from '#engine/state/apply-register.ts'
import { readRegister, registerBatches, registerHead } from '#engine/state/registration.ts'
import { AccountState } from '#engine/state/account-state.ts'
import { readerInWorker } from '#engine/workers/reader/worker-reader.ts'
import type { EngineWorkers } from '#engine/core/core.ts'
import { TransportError, type EnginePorts } from '#engine/ports.ts'
import { openStore, type Store } from '#engine/store/store.ts'
import { ThreadClock } from '#engine/thread/thread-clock.ts'
import { temporaryDatabase } from '#support/files.ts'
import { SeededRandom } from '#support/random.ts'
import { memoryParts } from '#engine/state/slices.ts'

export const streams = 40
export const topicsPerStream = 25

/** Ports of an engine without a network. */
export function offlinePorts(database: string): EnginePorts {
  return {
    transport: { request: () => Promise.reject(new TransportError('unreachable', textFailure('no network'), true)) },
    clock: new ThreadClock(),
    random: new SeededRandom(1),
    database,
    engineEpoch: 1,
    accountId: 'bench',
    publish: () => undefined,
    status: () => undefined,
    log: () => undefined,
    restart: () => undefined,
    keepAttachments: () => undefined,
    notify: () => undefined,
    withdraw: () => undefined,
  }
}

/** Ports of an engine without a network, with the worker threads of the app. */
export function threadedPorts(database: string): EnginePorts & EngineWorkers {
  return {
    ...offlinePorts(database),
    registerReader: registerInWorker(new URL('../../main/engine/workers/ingest/entry.ts', import.meta.url)),
    reader: readerInWorker(
      new URL('../../main/engine/workers/reader/entry.ts', import.meta.url),
      { database, key: null },
      () => undefined,
    ),
  }
}

export function openEngine(database: string, ports: Partial<EnginePorts> = {}): Engine {
  return new Engine({ ...threadedPorts(database), ...ports })
}

/** Stores a registration in one step. Returns the state in memory. */
export function takeOver(store: Store, answer: string): AccountState {
  const world = new AccountState(store, memoryParts)
  const state = readRegister({ status: 200, headers: {}, body: answer })
  const application = new RegisterApplication(store, world, registerHead(state))
  world.apply(store.transaction(() => application.begin(0)))
  for (const batch of registerBatches(state)) {
    const change = application.take(batch)
    if (change !== null) world.apply(store.transaction(change))
  }
  world.apply(store.transaction(() => application.finish(0, 600_000)))
  return world
}

/** A message of the generated cache. */
export function generatedMessage(id: number, random: SeededRandom) {
  const topic = `topic ${random.below(topicsPerStream)}`
  return {
    id,
    sender_id: 1 + random.below(200),
    stream_id: 1 + random.below(streams),
    topic,
    topic_key: topic,
    direct_key: null,
    content: `<p>${'words of a message '.repeat(1 + random.below(12))}${id}</p>`,
    plain: `message ${id}`,
    timestamp: 1_790_000_000 + id,
    edited_at: null,
    moved_at: null,
    is_me: 0,
    is_read: 1,
    is_starred: 0,
    is_mentioned: 0,
    reactions: '[]',
    submessages: '[]',
    has: 0,
    has_alert_word: 0,
    hides_previews: 0,
    topic_links: null,
    mention: 0,
    raw: null,
    verified_epoch: 1,
  }
}

/** A complete cache of `count` messages in forty streams. */
export function generateCache(count: number): string {
  const path = temporaryDatabase()
  const store = openStore(path)
  const random = new SeededRandom(count)
  fillDirectory(store)
  for (let id = 1; id <= count;) {
    store.transaction(() => {
      for (let batch = 0; batch < 5000 && id <= count; batch += 1, id += 1)
        store.messages.put(generatedMessage(id, random))
    })
  }
  store.close()
  return path
}

/** Stores two hundred people and forty streams. */
export function fillDirectory(store: Store): void {
  store.transaction(() => {
    for (let id = 1; id <= 200; id += 1) {
      store.directory.putPerson({
        id,
        name: `Person ${id}`,
        email: `p${id}@x`,
        role: 400,
        is_bot: 0,
        is_active: 1,
        avatar: null,
        api_email: `p${id}@x`,
        timezone: '',
        joined_at: null,
        bot_type: null,
        bot_owner_id: null,
        profile: '{}',
      })
    }
    for (let id = 1; id <= streams; id += 1) {
      store.directory.putStream({
        id,
        name: `stream ${id}`,
        description: '',
        color: '#336699',
        is_subscribed: 1,
        was_subscribed: 1,
        is_muted: 0,
        is_pinned: 0,
        is_private: 0,
        post_policy: 1,
        desktop_notifications: null,
        audible_notifications: null,
        wildcard_mentions_notify: null,
        push_notifications: null,
        email_notifications: null,
        created_at: null,
        is_web_public: 0,
        is_history_public: 1,
        retention_days: null,
        first_message_id: null,
        weekly_traffic: null,
        is_archived: 0,
        is_recently_active: null,
        facts: '{}',
      })
      store.ranges.replace(`stream:${id}`, [{ low: 0, high: 0, live_epoch: 1 }])
    }
    store.meta.beginEpoch(0)
    store.meta.setOrganization({
      name: 'Bench',
      realmUri: 'https://bench.example',
      selfId: 1,
      selfRole: 400,
      selfEmail: null,
      featureLevel: 237,
      maxMessageLength: 10_000,
      maxTopicLength: 60,
      maxStreamName: 60,
      maxStreamDescription: 1_024,
      longPollTimeoutSeconds: 90,
      maxMessageId: 0,
      oldUnreadsMissing: false,
      maxUploadBytes: 0,
      emojiDataUrl: '',
      isUpstream: false,
    })
  })
}
