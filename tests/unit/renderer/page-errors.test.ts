import { describe, expect, it } from 'vitest'
import type { Bridge } from '#contract/bridge.ts'
import { calls } from '#contract/calls.ts'
import { PageErrors, errorText } from '#renderer/app/page-errors.svelte.ts'

function errors() {
  const reports: unknown[] = []
  const clock = { now: 0 }
  const bridge = {
    call: (name: string, input: unknown) => {
      reports.push([name, input])
      // The result of the call has no consequence.
      return Promise.reject(new Error('Skein has quit'))
    },
  } as unknown as Bridge
  return { reports, clock, errors: new PageErrors(bridge, () => clock.now) }
}

describe('errors of the page', () => {
  it('are reported to main within the limits of the call, whatever was thrown', () => {
    const { reports, errors: page } = errors()
    const hostile = {
      toString() {
        throw new Error('no words')
      },
    }
    const long = new Error('x'.repeat(1_000_000))
    for (const thrown of [new TypeError('x'), 'text', null, undefined, hostile, long, Object.create(null)]) {
      page.note('rejection', thrown)
    }
    expect(reports.length).toBeGreaterThanOrEqual(5)
    for (const call of reports) {
      const [name, input] = call as ['app.pageError', unknown]
      expect(name).toBe('app.pageError')
      expect(calls[name].input.safeParse(input).success).toBe(true)
    }
    expect(errorText(hostile).message).toBe('something that is no error')
  })

  it('in every frame are reported once in a while, and finally no more', () => {
    const { reports, clock, errors: page } = errors()
    for (let frame = 0; frame < 100; frame += 1) page.note('error', 'the same')
    expect(reports).toHaveLength(1)
    clock.now += 10_000
    page.note('error', 'the same')
    expect(reports).toHaveLength(2)
    for (let count = 0; count < 1_000; count += 1) page.note('error', `another ${count}`)
    expect(reports).toHaveLength(50)
  })
})
