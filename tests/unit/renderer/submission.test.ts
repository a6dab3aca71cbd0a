import { describe, expect, it } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import { Submission } from '#renderer/ui/form/submission.svelte.ts'

const refusal: Failure = { code: 'NO_ANSWER' }

describe('the submission of a form', () => {
  it('runs one at a time', async () => {
    const submission = new Submission()
    let answer: (result: Result<string>) => void = () => undefined
    const first = submission.run(() => new Promise<Result<string>>((resolve) => (answer = resolve)))
    expect(submission.isPending).toBe(true)
    expect(await submission.run(() => Promise.reject(new Error('sent twice')))).toBeUndefined()
    answer({ ok: true, value: 'sent' })
    expect({ value: await first, isPending: submission.isPending }).toEqual({ value: 'sent', isPending: false })
  })

  it('keeps a failure until the next answer', async () => {
    const submission = new Submission()
    expect(await submission.run(() => Promise.resolve({ ok: false, error: refusal }))).toBeUndefined()
    expect(submission.failure).toEqual(refusal)
    await submission.run(() => {
      expect(submission.failure).toEqual(refusal)
      return Promise.resolve({ ok: true, value: null })
    })
    expect(submission.failure).toBeNull()
  })

  it('ends without a value and without a failure if there is no account', async () => {
    const submission = new Submission()
    expect(await submission.run(() => Promise.resolve(null))).toBeUndefined()
    expect({ failure: submission.failure, isPending: submission.isPending }).toEqual({
      failure: null,
      isPending: false,
    })
  })
})
