import { expect, it } from 'vitest'
import type { Service } from '#engine/core/service.ts'
import { Services } from '#engine/core/services.ts'
import type { Change } from '#engine/state/changes.ts'

function recorded(names: readonly string[], failing: string | null = null) {
  const done: string[] = []
  const failures: string[] = []
  const listeners: ((changes: readonly Change[]) => void)[] = []
  const serviceOf = (name: string): Service => {
    const note = (what: string) => {
      done.push(`${what} ${name}`)
      if (name === failing) throw new Error(name)
    }
    return {
      start: () => note('start'),
      stop: () => note('stop'),
      onCommit: (changes) => note(`commit ${changes.length}`),
      onOnline: () => note('online'),
      onFocus: (isFocused) => note(`focus ${isFocused}`),
    }
  }
  const services = new Services(
    {
      isolate(label, work) {
        try {
          work()
        } catch {
          failures.push(label)
        }
      },
      onCommit(_label, work) {
        listeners.push(work)
        return () => undefined
      },
    },
    Object.fromEntries(names.map((name) => [name, serviceOf(name)])),
  )
  return { services, done, failures, listeners }
}

it('services start and hear in their order, and stop backwards', () => {
  const { services, done, listeners } = recorded(['one', 'two'])
  services.start()
  for (const listener of listeners) listener([])
  services.onOnline()
  services.onFocus(true)
  services.stop()
  expect(done).toEqual([
    ...['start one', 'start two', 'commit 0 one', 'commit 0 two', 'online one', 'online two'],
    ...['focus true one', 'focus true two', 'stop two', 'stop one'],
  ])
})

it('a service that fails is named in the log and stops no other', () => {
  const { services, done, failures } = recorded(['one', 'two', 'three'], 'two')
  services.start()
  services.stop()
  expect(done).toEqual(['start one', 'start two', 'start three', 'stop three', 'stop two', 'stop one'])
  expect(failures).toEqual(['two', 'two'])
})

it('a service without a method is passed over', () => {
  const { services, done } = recorded(['one'])
  services.onConnection()
  services.onRetry()
  expect(done).toEqual([])
})

it('services that have stopped hear of no late change of the connection', () => {
  const { services, done } = recorded(['one'])
  services.stop()
  services.onOnline()
  services.onFocus(true)
  expect(done).toEqual(['stop one'])
})
