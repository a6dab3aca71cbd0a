import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { calls } from '#contract/calls.ts'
import { PageErrors, wordsOf } from '#renderer/app/page-errors.svelte.ts'

function errors() {
  const told: unknown[] = []
  const clock = { now: 0 }
  const bridge = {
    call: (name: string, input: unknown) => {
      told.push([name, input])
      // The result of the call has no consequence.
      return Promise.reject(new Error('Skein has quit'))
    },
  } as unknown as Bridge
  return { told, clock, errors: new PageErrors(bridge, () => clock.now) }
}

describe('errors of the page', () => {
  it('are reported to main within the limits of the call, whatever was thrown', () => {
    const { told, errors: page } = errors()
    const hostile = {
      toString() {
        throw new Error('no words')
      },
    }
    const long = new Error('x'.repeat(1_000_000))
    for (const thrown of [new TypeError('x'), 'text', null, undefined, hostile, long, Object.create(null)]) {
      page.note('rejection', thrown)
    }
    expect(told.length).toBeGreaterThanOrEqual(5)
    for (const call of told) {
      const [name, input] = call as ['app.pageError', unknown]
      expect(name).toBe('app.pageError')
      expect(calls[name].input.safeParse(input).success).toBe(true)
    }
    expect(wordsOf(hostile).message).toBe('something that is no error')
  })

  it('in every frame are reported once in a while, and finally no more', () => {
    const { told, clock, errors: page } = errors()
    for (let frame = 0; frame < 100; frame += 1) page.note('error', 'the same')
    expect(told).toHaveLength(1)
    clock.now += 10_000
    page.note('error', 'the same')
    expect(told).toHaveLength(2)
    for (let count = 0; count < 1_000; count += 1) page.note('error', `another ${count}`)
    expect(told).toHaveLength(50)
  })
})
