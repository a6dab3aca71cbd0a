import { describe, expect, it, vi } from 'vitest'
import { runSteps, SelfTestError, type Step } from '#shell/self-test/steps.ts'

function step(name: string, run: Step['run'], needs: readonly string[] = []): Step {
  return { name, run, needs }
}

const works = (name: string, needs?: readonly string[]) => step(name, () => Promise.resolve('works'), needs)
const fails = (name: string, needs?: readonly string[]) =>
  step(name, () => Promise.reject(new SelfTestError('it is not there')), needs)

describe('the steps of the self-test', () => {
  it('all run, after failures too', async () => {
    const outcomes = await runSteps([fails('keytar'), works('app')], 1_000)
    expect(outcomes).toMatchObject([
      { name: 'keytar', ok: false, detail: 'it is not there' },
      { name: 'app', ok: true, detail: 'works' },
    ])
  })

  it('fail without running if a step that they need failed or did not run', async () => {
    const outcomes = await runSteps(
      [fails('engine'), works('reader', ['engine']), works('message', ['reader']), works('other', ['unknown'])],
      1_000,
    )
    expect(outcomes.map(({ ok, detail }) => [ok, detail])).toEqual([
      [false, 'it is not there'],
      [false, 'not tried: it needs engine'],
      [false, 'not tried: it needs reader'],
      [false, 'not tried: it needs unknown'],
    ])
  })

  it('fail if they do not answer, and the next ones run', async () => {
    const hangs = step('keytar', () => new Promise<string>(() => undefined))
    const outcomes = await runSteps([hangs, works('app')], 10)
    expect(outcomes).toMatchObject([
      { name: 'keytar', ok: false, detail: 'no answer in 0.01 s' },
      { name: 'app', ok: true },
    ])
  })

  it('fail with any thrown value, also synchronously', async () => {
    const throwing = step('app', () => {
      throw new TypeError('no such file')
    })
    // Native modules of a foreign system throw all kinds of values.
    const odd = step('keytar', vi.fn<Step['run']>().mockRejectedValue('odd'))
    expect((await runSteps([throwing, odd], 1_000)).map(({ ok, detail }) => [ok, detail])).toEqual([
      [false, 'no such file'],
      [false, 'odd'],
    ])
  })
})
