import { constants, copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openStore } from '#engine/store/store.ts'
import { sentence } from '#server/generate/words.ts'
import { SeededRandom } from '#support/random.ts'
import type { LargeCache } from '../engine/cache.ts'
import { generatedMessage } from '../world.ts'

/** The account of the page bench. */
export const account = {
  id: '00000000-0000-4000-8000-000000000001',
  email: 'owner@bench.example',
  organization: 'Bench',
}
export const longTopic = { streamId: 1, topic: 'a hundred thousand messages' }
const longTopicMessages = 100_000
const batch = 2000
/** Part of the file's name, since its contents depend on the form of stored rows. */
const version = 2

/** A data folder of Skein with the large account and the long conversation; the caller removes it. */
export function dataFolder(cache: LargeCache, origin: string): string {
  const data = mkdtempSync(join(tmpdir(), 'skein-page-bench-'))
  const folder = join(data, 'accounts', account.id)
  mkdirSync(folder, { recursive: true })
  const database = join(folder, 'cache.sqlite')
  copyFileSync(withLongTopic(cache), database, constants.COPYFILE_FICLONE)
  const store = openStore(database)
  // The bench's organization accepts this queue, so that the engine does not register.
  store.transaction(() =>
    store.meta.setQueue({ queueId: 'q', lastEventId: 0, touchedAt: Date.now(), lifetimeMs: 43_200_000 }),
  )
  store.close()
  const stored = { ...account, origin }
  writeFileSync(join(data, 'skein.json'), JSON.stringify({ version: 1, accounts: [stored], settings: {} }))
  return data
}

/** The large account with the long conversation; created once, then kept beside the large account. */
function withLongTopic(cache: LargeCache): string {
  const path = join(dirname(cache.large), `page-${version}.sqlite`)
  if (existsSync(path)) return path
  process.stderr.write('bench: adding a conversation of a hundred thousand messages (once)…\n')
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  copyFileSync(cache.large, unfinished, constants.COPYFILE_FICLONE)
  const store = openStore(unfinished)
  const random = new SeededRandom(19)
  const newest = store.messages.maxId()
  for (let added = 0; added < longTopicMessages;) {
    store.transaction(() => {
      for (let index = 0; index < batch; index += 1) {
        added += 1
        const { streamId, topic } = longTopic
        // The texts are like those of the large account.
        const text = sentence(random)
        store.messages.put({
          ...generatedMessage(newest + added, random),
          stream_id: streamId,
          topic,
          topic_key: topic,
          content: `<p>${text}</p>`,
          plain: text,
        })
      }
    })
  }
  while (store.transaction(() => store.search.merge(1000)));
  store.optimize()
  store.checkpoint()
  store.close()
  renameSync(unfinished, path)
  return path
}

/** The account's database in a data folder. */
export function databaseOf(data: string): string {
  return join(data, 'accounts', account.id, 'cache.sqlite')
}
