import { describe, expect, it } from 'vitest'
import type { Failure } from '#contract/base/failures.ts'
import { SignInForm, LeftSignIn } from '#renderer/features/connection/sign-in-form.svelte.ts'
import { storage } from './window-fixture.ts'

const refusal: Failure = { code: 'NO_ANSWER' }

/** A form whose attempts are recorded, and end with `failure` when the test releases them. */
function setUp(known: { readonly server: string; readonly email: string } | null = null) {
  const attempts: unknown[] = []
  const ends: ((failure: Failure | null) => void)[] = []
  const form = new SignInForm({
    known,
    left: new LeftSignIn(storage()),
    signIn(input) {
      attempts.push(input)
      return new Promise((resolve) => ends.push(resolve))
    },
  })
  return { form, attempts, ends }
}

describe('the form to sign in', () => {
  it('starts with the account whose key is lost', () => {
    const { form } = setUp({ server: 'https://alder.example', email: 'ada@alder.example' })
    expect([form.server, form.email, form.secret]).toEqual(['https://alder.example', 'ada@alder.example', ''])
  })

  it('makes one attempt at a time, and shows the reason of a failure until the next', async () => {
    const { form, attempts, ends } = setUp()
    form.secret = 'secret'
    const first = form.submit()
    await form.submit()
    expect({ isPending: form.submission.isPending, attempts: attempts.length }).toEqual({
      isPending: true,
      attempts: 1,
    })
    ends[0]?.(refusal)
    await first
    expect({ isPending: form.submission.isPending, failure: form.submission.failure }).toEqual({
      isPending: false,
      failure: refusal,
    })
    const second = form.submit()
    expect(form.submission.failure).toBeNull()
    ends[1]?.(null)
    await second
    expect(attempts).toEqual([1, 2].map(() => ({ server: '', email: '', secret: 'secret', secretKind: 'password' })))
  })

  it('clears the secret if the other kind is chosen', () => {
    const { form } = setUp()
    form.secret = 'secret'
    form.switchKind()
    expect([form.secretKind, form.secret]).toEqual(['api_key', ''])
    form.switchKind()
    expect(form.secretKind).toBe('password')
  })
})
