import { monitorEventLoopDelay } from 'node:perf_hooks'
import { BroadcastChannel } from 'node:worker_threads'
import { delayChannel, type DelayAnswer } from './delay.ts'

/** An engine's thread that reports the longest blocking of its event loop since the last request. */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const channel = new BroadcastChannel(delayChannel)
channel.unref()
channel.onmessage = () => {
  const answer: DelayAnswer = { p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6 }
  channel.postMessage(answer)
  delay.reset()
}
await import('#engine/thread/entry.ts')
