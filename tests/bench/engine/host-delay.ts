import { monitorEventLoopDelay } from 'node:perf_hooks'
import { EngineHost } from '../../../main/accounts/engine-host.ts'
import { Outgoing } from '../../../main/accounts/outgoing.ts'
import type { Gate, GateListener, GateRequest } from '../../../main/network/gate.ts'
import { openStore } from '../../../main/engine/store/store.ts'
import { SeededRandom } from '../../support/random.ts'
import type { Row } from '../rows.ts'
import { copyOf, removeCopy, type LargeCache } from './cache.ts'
import { batches, batchSize, eventStream } from './event-stream.ts'
import { placesOf } from './places.ts'

const engineFolder = new URL('../../../main/engine/', import.meta.url)
const chunkBytes = 65_536

/** The main thread with an engine thread that catches up and shows a conversation: it passes bytes and updates on. */
export async function measureHostDelay(cache: LargeCache): Promise<Row[]> {
  const path = copyOf(cache.large)
  const random = new SeededRandom(6)
  const places = placesOf(path, random, 200)
  const store = openStore(path)
  const firstId = store.messages.maxId() + 1
  store.transaction(() => store.meta.setQueue({ queueId: 'q', lastEventId: 0, touchedAt: Date.now() }))
  store.close()
  const server = eventStream(places, firstId, random)
  const gate = {
    request(request: GateRequest, listener: GateListener) {
      void server.request(request).then((response) => {
        listener.onHead({ status: response.status, headers: response.headers, redirect: null })
        const bytes = Buffer.from(response.body)
        for (let start = 0; start < bytes.length; start += chunkBytes) {
          listener.onChunk(bytes.subarray(start, start + chunkBytes))
        }
        listener.onEnd()
      })
      return () => undefined
    },
    setEmail: () => undefined,
  } as unknown as Gate // what an engine host asks of it
  const host = new EngineHost({
    files: {
      engine: new URL('thread.ts', engineFolder),
      ingest: new URL('ingest/thread.ts', engineFolder),
      reader: new URL('reader/thread.ts', engineFolder),
    },
    accountId: 'bench',
    database: path,
    gate,
    outgoing: new Outgoing('/nowhere'),
    events: {
      onUpdate(text) {
        const { batch } = JSON.parse(text) as { batch: number } // as the window does
        void host.call('app.acknowledge', { batch })
      },
      onStatus: () => undefined,
      onRestarted: () => undefined,
      onNotify: () => undefined,
      onWithdraw: () => undefined,
      onLog: () => undefined,
    },
  })
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  host.start()
  const { streamId, topic } = places[0] ?? { streamId: 0, topic: '' }
  await host.call('views.open', { viewId: 'n', query: { type: 'navigation' } })
  const narrow = { kind: 'topic', streamId, topic }
  await host.call('views.open', { viewId: 'v', query: { type: 'conversation', narrow, anchor: 'first_unread' } })
  await server.done
  delay.disable()
  await host.close()
  removeCopy(path)
  return [
    {
      what: `main thread’s event loop while its engine takes ${batches * batchSize} messages (p99.9)`,
      value: delay.percentile(99.9) / 1e6,
      unit: 'ms',
      floor: 16,
      floorIs: 'the budget',
    },
    {
      what: 'main thread’s event loop (longest)',
      value: delay.max / 1e6,
      unit: 'ms',
      floor: 50,
      floorIs: 'the budget',
    },
  ]
}
