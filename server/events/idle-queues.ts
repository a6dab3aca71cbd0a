import type { EventQueue } from './event-queue.ts'
import { limits } from '../base/limits.ts'
import { usualLifetimeMs, type QueueOptions } from './queue-options.ts'

interface IdleQueue {
  readonly userId: number
  readonly options: Pick<QueueOptions, 'lifetimeMs'>
  readonly events: Pick<EventQueue, 'size' | 'bytes'>
  /** The time at which a poll last began to wait, in UNIX milliseconds. */
  readonly lastSeen: number
}

/**
 * Selects the queues without a waiting poll that must end: those beyond their lifetime, and of those without a poll for
 * ten minutes the surplus over the limits. Their clients register again.
 */
export function idleQueuesToEnd<Q extends IdleQueue>(queues: readonly Q[], now: number): Q[] {
  const { queueEvents, queueBytes, idleQueuesOfUser, idleEvents } = limits
  const ended: Q[] = []
  const ofUser = new Map<number, number>()
  let waiting = 0
  const idle = queues.filter((queue) => queue.lastSeen < now - usualLifetimeMs).sort((a, b) => b.lastSeen - a.lastSeen)
  for (const queue of idle) {
    const { size, bytes } = queue.events
    const others = ofUser.get(queue.userId) ?? 0
    const isOver = queue.lastSeen < now - queue.options.lifetimeMs
    const isTooMuch = size > queueEvents.most || bytes > queueBytes.most || others >= idleQueuesOfUser.most
    if (isOver || isTooMuch || waiting + size > idleEvents.most) {
      ended.push(queue)
      continue
    }
    ofUser.set(queue.userId, others + 1)
    waiting += size
  }
  return ended
}
