import { expect, test } from 'vitest'
import { ThreadClock } from '#engine/thread/thread-clock.ts'

/** Records tasks and ends of event loop turns; resolves after `count` turns. */
async function watched(count: number, begin: (log: string[]) => void, each?: (turn: number) => void) {
  const log: string[] = []
  begin(log)
  for (let turn = 0; turn < count; turn += 1) {
    each?.(turn)
    await new Promise((resolve) => setImmediate(resolve))
    log.push('|')
  }
  return log.join(' ')
}

test('each task runs in a separate turn of the event loop, in order', async () => {
  const clock = new ThreadClock()
  const log = await watched(4, (log) => {
    for (const name of ['a', 'b', 'c']) clock.schedule(0, () => log.push(name))
  })
  expect(log).toBe('a | b | c | |')
})

test('a task that schedules another one lets earlier ones run first', async () => {
  const clock = new ThreadClock()
  const log = await watched(4, (log) => {
    clock.schedule(0, () => {
      log.push('a')
      clock.schedule(0, () => log.push('c'))
    })
    clock.schedule(0, () => log.push('b'))
  })
  expect(log).toBe('a | b | c | |')
})

test('a task waits for the next turn if a call has used the current one', async () => {
  const clock = new ThreadClock()
  const log = await watched(3, (log) => {
    clock.takeTurn()
    clock.schedule(0, () => log.push('a'))
  })
  expect(log).toBe('| a | |')
})

test('calls in each turn delay tasks by every other turn only', async () => {
  const clock = new ThreadClock()
  const log = await watched(
    6,
    (log) => {
      for (const name of ['a', 'b', 'c']) clock.schedule(0, () => log.push(name))
    },
    () => {
      clock.takeTurn()
    },
  )
  expect(log).toBe('| a | | b | | c |')
})

test('a cancelled task does not run', async () => {
  const clock = new ThreadClock()
  const log = await watched(3, (log) => {
    const cancel = clock.schedule(0, () => log.push('a'))
    clock.schedule(0, () => log.push('b'))
    cancel()
    cancel()
  })
  expect(log).toBe('b | | |')
})

test('a task runs even if an earlier one was cancelled when its turn was due', async () => {
  const clock = new ThreadClock()
  const cancel = clock.schedule(0, () => undefined)
  cancel()
  const log = await watched(3, (log) => clock.schedule(0, () => log.push('a')))
  expect(log).toContain('a')
})
