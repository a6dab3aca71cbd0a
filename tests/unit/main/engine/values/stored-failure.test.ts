import { describe, expect, it } from 'vitest'
import type { Failure } from '#contract/base/failures.ts'
import { readStoredFailure, storedFailure } from '#engine/values/failures.ts'

describe('a failure that is stored with an action', () => {
  it.each<Failure>([
    { code: 'CHANGED_MEANWHILE' },
    { code: 'ATTACHMENT_REFUSED', values: { name: 'a.png', cause: { code: 'ATTACHMENT_TOO_LARGE' } } },
    { code: 'TEXT', values: { text: 'Try Tuesday' } },
  ])('is parsed unchanged: %o', (failure) => {
    expect(readStoredFailure(storedFailure(failure))).toEqual(failure)
  })

  it.each([
    'No',
    'The scheduled time passed before this reached the server. Choose another time.',
    '{"code":"',
    '{"code": 1}',
    '[]',
  ])('is the plain text of a version without codes: %s', (text) => {
    expect(readStoredFailure(text)).toEqual({ code: 'TEXT', values: { text } })
  })

  it.each([null, ''])('is null if nothing is stored: %o', (text) => {
    expect(readStoredFailure(text)).toBeNull()
  })
})
