import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { createApi } from '#engine/api/client.ts'
import { messageSchema } from '#engine/api/resources/message-schema.ts'
import { requestRegister } from '#engine/state/registration.ts'
import { messageRow } from '#engine/state/messages/message-row.ts'
import type { AccountState } from '#engine/state/account-state.ts'
import { openStore, type Store } from '#engine/store/store.ts'
import { buildServer } from '#server/build-server.ts'
import { folderStore, systemClock, systemIds, systemRandom } from '#server/system-ports.ts'
import { generated, type Account } from '../server/large.ts'
import { takeOver } from '../world.ts'

const sizes = 'users=20000,streams=5000,messages=1000000'
const batch = 2000
/** Part of the folder's name, since the contents depend on the form of stored rows. */
const version = 2

export interface LargeCache {
  /** The account's file with all messages of the organization. */
  readonly large: string
  /** The same account with the newest ten thousand messages. */
  readonly small: string
  /** The server's answer to the account's registration. */
  readonly registerAnswer: string
  readonly bytesPerMessage: number
  readonly textBytesPerMessage: number
}

/** The cache of an account of the generated organization; filled once, then kept in the temporary folder. */
export async function largeCache(): Promise<LargeCache> {
  const folder = join(tmpdir(), `skein-bench-cache-${version}`)
  const facts = join(folder, 'facts.json')
  if (!existsSync(facts)) {
    const unfinished = `${folder}.unfinished`
    rmSync(unfinished, { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(unfinished)
    const { folder: organization, owner } = await generated(sizes)
    process.stderr.write('bench: filling the cache of an account with a million messages (once, some minutes)…\n')
    const answer = await registerAnswer(organization, owner)
    writeFileSync(join(unfinished, 'register.json'), answer)
    const small = fill(join(unfinished, 'small.sqlite'), organization, answer, 10_000)
    const large = fill(join(unfinished, 'large.sqlite'), organization, answer, 1_000_000)
    writeFileSync(
      join(unfinished, 'facts.json'),
      JSON.stringify({
        bytesPerMessage: (large.bytes - small.bytes) / (large.messages - small.messages),
        textBytesPerMessage: (large.text - small.text) / (large.messages - small.messages),
      }),
    )
    renameSync(unfinished, folder)
  }
  const known = JSON.parse(readFileSync(facts, 'utf8')) as Pick<LargeCache, 'bytesPerMessage' | 'textBytesPerMessage'> // written by this file
  return {
    ...known,
    large: join(folder, 'large.sqlite'),
    small: join(folder, 'small.sqlite'),
    registerAnswer: readFileSync(join(folder, 'register.json'), 'utf8'),
  }
}

let copies = 0

/** A copy for a measurement that writes. */
export function copyOf(path: string): string {
  copies += 1
  const copy = `${path}.copy-${process.pid}-${copies}`
  copyFileSync(path, copy)
  return copy
}

export function removeCopy(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

async function registerAnswer(folder: string, owner: Account): Promise<string> {
  const server = await buildServer(
    {
      clock: systemClock,
      random: systemRandom,
      ids: systemIds,
      database: join(folder, 'organization.sqlite'),
      files: folderStore(join(folder, 'files')),
    },
    { forgetQueues: true },
  )
  let body = ''
  const api = createApi({
    async request({ path, form }) {
      const response = await server.app.inject({
        method: 'POST',
        url: path,
        headers: {
          authorization: `Basic ${Buffer.from(`${owner.email}:${owner.api_key}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: new URLSearchParams(form).toString(),
      })
      body = response.body
      return { status: response.statusCode, headers: {}, body }
    },
  })
  await requestRegister(api, {}, { priority: 'foreground' })
  await server.close()
  return body
}

interface ServerMessage {
  readonly id: number
  readonly sender_id: number
  readonly stream_id: number | null
  readonly user_ids: string | null
  readonly topic: string
  readonly rendered: string
  readonly timestamp: number
}

/** Stores the newest messages of the organization, as if all of its streams had been fetched completely. */
function fill(path: string, folder: string, answer: string, count: number) {
  const store = openStore(path)
  const accountState = takeOver(store, answer)
  const source = new Database(join(folder, 'organization.sqlite'), { readonly: true })
  const newest = source.prepare<[], { id: number }>('SELECT max(id) AS id FROM message').get()?.id ?? 0
  const rows = source.prepare<[number, number], ServerMessage>(
    `SELECT m.id, m.sender_id, r.stream_id, r.user_ids, m.topic, m.rendered, m.timestamp
     FROM message m JOIN recipient r ON r.id = m.recipient_id WHERE m.id > ? ORDER BY m.id LIMIT ?`,
  )
  let after = newest - count
  let text = 0
  let messages = 0
  for (;;) {
    const part = rows.all(after, batch)
    if (part.length === 0) break
    store.transaction(() => {
      for (const message of part) text += put(store, accountState, message)
    })
    messages += part.length
    after = part.at(-1)?.id ?? newest
  }
  source.close()
  store.transaction(() => {
    for (const stream of accountState.streams.values()) {
      const isLive = stream.is_subscribed === 1
      const row = { low: newest - count + 1, high: newest, live_epoch: isLive ? accountState.epoch : null }
      store.ranges.replace(`stream:${stream.id}`, [row])
    }
  })
  while (store.transaction(() => store.search.merge(1000)));
  store.optimize()
  store.checkpoint()
  store.close()
  return { bytes: statSync(path).size, text, messages }
}

/** Stores a message. Returns the bytes of its text. */
function put(store: Store, accountState: AccountState, message: ServerMessage): number {
  const members = message.user_ids === null ? [] : message.user_ids.replaceAll(/[[\]]/g, '').split(',').map(Number)
  const wire = messageSchema.parse({
    id: message.id,
    type: message.stream_id === null ? 'private' : 'stream',
    sender_id: message.sender_id,
    content: message.rendered,
    display_recipient: message.stream_id === null ? members.map((id) => ({ id })) : 'stream',
    ...(message.stream_id === null ? {} : { stream_id: message.stream_id }),
    subject: message.topic,
    timestamp: message.timestamp,
  })
  const context = { store, accountState, epoch: accountState.epoch, serverOrigin: 'https://bench.example', now: 0 }
  const row = messageRow(context, wire, ['read'])
  store.messages.put(row)
  return Buffer.byteLength(row.content)
}
