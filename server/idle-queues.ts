import type { EventQueue } from './event-queue.ts'
import { usualLifetimeMs, type QueueOptions } from './queue-options.ts'

interface IdleQueue {
  readonly userId: number
  readonly options: Pick<QueueOptions, 'lifetimeMs'>
  readonly events: Pick<EventQueue, 'size' | 'bytes'>
  /** When a poll last began to wait, UNIX milliseconds. */
  readonly lastSeen: number
}

/** Bounds of what queues that live on without a poll may cost the server; a client whose queue is gone registers anew. */
export const idleBounds = {
  /** So many of a user's queues live on, the last ones that were polled. */
  queuesOfUser: 10,
  /** So much may wait in one of them. */
  events: 20_000,
  bytes: 16 * 1024 * 1024,
  /** And so many events in all of them together; then those go that were not polled for the longest time. */
  eventsOfAll: 1_000_000,
} as const

/**
 * Which of the queues that no poll waits for are to end: those whose time is over, and, of those that were not polled
 * for the usual ten minutes, what goes beyond the bounds (X3). Until then nothing depends on the lifetime asked for.
 */
export function idleQueuesToEnd<Q extends IdleQueue>(queues: readonly Q[], now: number): Q[] {
  const ended: Q[] = []
  const ofUser = new Map<number, number>()
  let waiting = 0
  const idle = queues.filter((queue) => queue.lastSeen < now - usualLifetimeMs).sort((a, b) => b.lastSeen - a.lastSeen)
  for (const queue of idle) {
    const { size, bytes } = queue.events
    const others = ofUser.get(queue.userId) ?? 0
    const isOver = queue.lastSeen < now - queue.options.lifetimeMs
    const isTooMuch = size > idleBounds.events || bytes > idleBounds.bytes || others >= idleBounds.queuesOfUser
    if (isOver || isTooMuch || waiting + size > idleBounds.eventsOfAll) {
      ended.push(queue)
      continue
    }
    ofUser.set(queue.userId, others + 1)
    waiting += size
  }
  return ended
}
