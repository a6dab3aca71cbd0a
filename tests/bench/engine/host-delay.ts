import { monitorEventLoopDelay } from 'node:perf_hooks'
import { EngineHost } from '../../../main/accounts/engine-host.ts'
import { Outgoing } from '../../../main/accounts/outgoing.ts'
import { answeringGate } from '../../support/gate.ts'
import { SeededRandom } from '../../support/random.ts'
import type { Row } from '../rows.ts'
import { removeCopy, type LargeCache } from './cache.ts'
import { batches, batchSize, behindBy } from './event-stream.ts'

const engineFolder = new URL('../../../main/engine/', import.meta.url)

/** The main thread with an engine thread that catches up and shows a conversation: it passes bytes and updates on. */
export async function measureHostDelay(cache: LargeCache): Promise<Row[]> {
  const { path, places, server } = behindBy(cache, new SeededRandom(6))
  const host = new EngineHost({
    files: {
      engine: new URL('thread.ts', engineFolder),
      ingest: new URL('ingest/thread.ts', engineFolder),
      reader: new URL('reader/thread.ts', engineFolder),
    },
    accountId: 'bench',
    database: path,
    gate: answeringGate((request) => server.request(request), 65_536),
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
