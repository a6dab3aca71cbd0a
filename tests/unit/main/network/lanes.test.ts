import { afterEach, describe, expect, it, vi } from 'vitest'
import { laneRules, Lanes, socketsPerHost, type Lane, type Leave } from '#network/lanes.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** Lanes whose jobs end on request. */
function running() {
  const lanes = new Lanes()
  const started: { readonly name: string; readonly lane: Lane; readonly leave: Leave }[] = []
  const add = (lane: Lane, name: string, isUrgent = true) =>
    lanes.add(lane, isUrgent, (leave) => {
      started.push({ name, lane, leave })
    })
  const end = (name: string) => {
    const index = started.findIndex((job) => job.name === name)
    started.splice(index, 1)[0]?.leave()
  }
  return { lanes, started, add, end, names: () => started.map(({ name }) => name) }
}

describe('the requests of one session', () => {
  it('never exceed its sockets, and all of them run in the end', () => {
    const { started, add, end } = running()
    const all = Object.keys(laneRules) as Lane[]
    for (let index = 0; index < 200; index += 1) add(all[(index * 7) % all.length] ?? 'poll', `${index}`)
    let ended = 0
    while (started.length > 0) {
      const sessions = Map.groupBy(started, ({ lane }) => laneRules[lane].session)
      for (const jobs of sessions.values()) expect(jobs.length).toBeLessThanOrEqual(socketsPerHost)
      end(started[(ended * 5) % started.length]?.name ?? '')
      ended += 1
    }
    expect(ended).toBe(200)
  })

  it('use two sockets at most for background work, and none during six calls of the user', () => {
    const { add, end, names } = running()
    for (let index = 0; index < 4; index += 1) add('background', `b${index}`)
    expect(names()).toEqual(['b0', 'b1'])
    for (let index = 0; index < 7; index += 1) add('foreground', `f${index}`)
    expect(names()).toEqual(['b0', 'b1', 'f0', 'f1', 'f2', 'f3'])
    end('b0')
    expect(names()).toEqual(['b1', 'f0', 'f1', 'f2', 'f3', 'f4'])
  })

  it('do not delay those of another session: a poll, a sending, a picture and a file run beside six calls', () => {
    const { add, names } = running()
    for (let index = 0; index < 9; index += 1) add('foreground', `f${index}`)
    for (const lane of ['poll', 'once0', 'once1', 'once2', 'picture', 'stream', 'upload'] as const) add(lane, lane)
    expect(names().slice(6)).toEqual(['poll', 'once0', 'once1', 'once2', 'picture', 'stream', 'upload'])
  })
})

describe('a lane', () => {
  it('runs urgent jobs before the others, each kind in its order', () => {
    const { add, end, names } = running()
    add('once0', 'a draft', false)
    add('once0', 'another draft', false)
    add('once0', 'a message')
    add('once0', 'a second message')
    const order = []
    for (let index = 0; index < 4; index += 1) {
      const [name = ''] = names()
      order.push(name)
      end(name)
    }
    expect(order).toEqual(['a draft', 'a message', 'a second message', 'another draft'])
  })

  it('drops jobs that are cancelled while they wait', () => {
    const { add, end, names } = running()
    add('poll', 'first')
    const giveUp = add('poll', 'second')
    add('poll', 'third')
    giveUp()
    end('first')
    expect(names()).toEqual(['third'])
  })

  it('starts no job during a rate limit, and all waiting jobs after it', () => {
    vi.useFakeTimers()
    const { lanes, add, names } = running()
    lanes.hold(Date.now() + 5_000)
    expect(lanes.hold(Date.now() + 1_000)).toBe(Date.now() + 5_000)
    add('foreground', 'f')
    add('once0', 'o')
    vi.advanceTimersByTime(4_999)
    expect(names()).toEqual([])
    vi.advanceTimersByTime(2)
    expect(names()).toEqual(['o', 'f'])
  })
})
