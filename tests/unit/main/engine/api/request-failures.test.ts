import { describe, expect, it } from 'vitest'
import { ApiError } from '#engine/api/errors.ts'
import { failureKind } from '#engine/api/request-failures.ts'
import { textFailure } from '#support/text-failure.ts'

describe('the message of a refusal', () => {
  it.each([
    [401, 'signed_out'],
    [400, 'refused'],
  ])('is truncated to 500 characters for every kind (status %i)', (status, kind) => {
    const refusal = (message: string) => failureKind(new ApiError('BAD_REQUEST', status, message))
    expect(refusal('No.')).toMatchObject({ kind, reason: textFailure('No.') })
    expect(refusal('x'.repeat(2_000_000))).toMatchObject({ kind, reason: textFailure('x'.repeat(500)) })
    // No half of a surrogate pair is left at the end.
    expect(refusal(`x${'🧵'.repeat(1_000)}`)).toMatchObject({ kind, reason: textFailure(`x${'🧵'.repeat(499)}`) })
  })
})
