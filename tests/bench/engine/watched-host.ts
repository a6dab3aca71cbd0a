import { BroadcastChannel } from 'node:worker_threads'
import { EngineHost } from '#accounts/engine-host.ts'
import { Outgoing } from '#accounts/outgoing.ts'
import type { TransportRequest, TransportResponse } from '#engine/ports.ts'
import { answeringGate } from '#support/gate.ts'
import { delayChannel, type DelayAnswer } from './delay.ts'
import { testWindow } from '#support/test-window.ts'

const engineFolder = new URL('../../../main/engine/', import.meta.url)
const pieceBytes = 65_536

/**
 * An engine in a separate thread, as in the app.
 * @param answer answers the engine's requests
 */
export function watchedHost(
  database: string,
  answer: (request: Pick<TransportRequest, 'path'>) => Promise<TransportResponse>,
) {
  const channel = new BroadcastChannel(delayChannel)
  const host = new EngineHost({
    language: () => 'en',
    files: {
      engine: new URL('watched-thread.ts', import.meta.url),
      ingest: new URL('workers/ingest/entry.ts', engineFolder),
      reader: new URL('workers/reader/entry.ts', engineFolder),
    },
    accountId: 'bench',
    database,
    gate: answeringGate(answer, pieceBytes),
    outgoing: new Outgoing('/nowhere'),
    events: {
      onUpdate(text) {
        const { batch } = JSON.parse(text) as { batch: number } // as the window does
        void host.call('app.acknowledge', { batch }, testWindow)
      },
      onStatus: () => undefined,
      onRestarted: () => undefined,
      onDied: () => undefined,
      onNotify: () => undefined,
      onWithdraw: () => undefined,
      onLog(level, message) {
        if (level === 'error') process.stderr.write(`bench: engine: ${message}\n`)
      },
    },
  })
  return {
    host,
    /** The longest blocking of the thread's event loop since the last request. */
    delay(): Promise<DelayAnswer> {
      const answered = Promise.withResolvers<DelayAnswer>()
      channel.onmessage = ({ data }: { data: unknown }) => {
        answered.resolve(data as DelayAnswer) // from watched-thread.ts
      }
      channel.postMessage('ask')
      return answered.promise
    },
    async close(): Promise<void> {
      channel.close()
      await host.close()
    },
  }
}
