import { openStore } from '#engine/store/store.ts'
import { temporaryDatabase } from '#support/files.ts'
import type { SeededRandom } from '#support/random.ts'
import { fillDirectory, generatedMessage } from './world.ts'

export const people = 20_000
export const streams = 5_000
export const topics = 200_000
const syllables = [
  'ka',
  'to',
  'ri',
  'lem',
  'sa',
  'vun',
  'op',
  'mi',
  'der',
  'shu',
  'al',
  'pen',
  'xi',
  'gor',
  'né',
  '東京',
]

/** A random name of syllables. */
export function word(random: SeededRandom): string {
  return Array.from({ length: 2 + random.below(3) }, () => random.pick(syllables)).join('')
}

/**
 * A cache with many people, streams and topics, each with one message. The user is subscribed to every second stream.
 */
export function manyPlaces(random: SeededRandom): string {
  const path = temporaryDatabase()
  const store = openStore(path)
  fillDirectory(store)
  const [person] = store.directory.people()
  const [stream] = store.directory.streams()
  if (person === undefined || stream === undefined) throw new Error('the directory is empty')
  store.transaction(() => {
    for (let id = 1; id <= people; id += 1) {
      store.directory.putPerson({ ...person, id, name: `${word(random)} ${word(random)}`, email: `p${id}@x` })
    }
    for (let id = 1; id <= streams; id += 1) {
      store.directory.putStream({ ...stream, id, name: `${word(random)} ${word(random)}`, is_subscribed: id % 2 })
    }
  })
  for (let id = 1; id <= topics;) {
    store.transaction(() => {
      for (let batch = 0; batch < 5000 && id <= topics; batch += 1, id += 1) {
        const topic = `${word(random)} ${word(random)} ${id}`
        const place = { stream_id: 1 + random.below(streams), topic, topic_key: topic }
        store.messages.put({ ...generatedMessage(id, random), ...place })
      }
    })
  }
  store.close()
  return path
}
