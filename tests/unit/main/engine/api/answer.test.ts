import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readAnswer } from '#engine/api/answer.ts'
import { ApiError, MalformedAnswerError } from '#engine/api/errors.ts'
import { TransportError } from '#engine/ports.ts'
import { failureKind, isProvenUndelivered } from '#engine/api/request-failures.ts'

const page = '<html><head><title>Bad gateway</title></head></html>'

function failureOf(status: number, body: string, headers: Record<string, string> = {}, what = 'GET /drafts'): unknown {
  try {
    readAnswer(what, { status, headers, body }, z.object({}))
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('a response that is no answer of the service', () => {
  it.each([
    [502, page],
    [503, page],
    [504, page],
    [502, ''],
    [503, 'upstream connect error'],
    [504, '{"error": "no healthy upstream"}'],
  ])('with status %i of a proxy means an unavailable server, and proves nothing', (status, body) => {
    const error = failureOf(status, body)
    expect(error).toBeInstanceOf(TransportError)
    expect(error).not.toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ code: 'away', provesNonDelivery: false })
    expect(isProvenUndelivered(error)).toBe(false)
    expect(failureKind(error)).toEqual({
      kind: 'transient',
      reason: { code: 'PROXY_ANSWERS' },
      cause: { kind: 'server_away' },
      waitMs: null,
    })
  })

  it.each([404, 405, 410])('with a page and status %i means a call that the server lacks', (status) => {
    const error = failureOf(status, page)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'NOT_SUPPORTED', status })
    expect(failureKind(error)).toMatchObject({ kind: 'refused', code: 'NOT_SUPPORTED' })
  })

  it.each(['POST /register', 'GET /events', 'GET /messages/17', 'POST /users/me/presence'])(
    'with a page and status 404 for %s, which every server has, is malformed',
    (what) => {
      const error = failureOf(404, page, {}, what)
      expect(error).toBeInstanceOf(MalformedAnswerError)
      expect(failureKind(error)).toMatchObject({ kind: 'transient' })
    },
  )

  it.each([200, 302, 400, 403, 500])('with a page and status %i is malformed', (status) => {
    expect(failureOf(status, page)).toBeInstanceOf(MalformedAnswerError)
  })

  it.each([
    [401, 'UNAUTHORIZED', 'signed_out'],
    [429, 'RATE_LIMIT_HIT', 'transient'],
  ])('with a page keeps the meaning of status %i', (status, code, kind) => {
    const error = failureOf(status, page, { 'retry-after': '1.5' })
    expect(error).toMatchObject({ code, status })
    expect(failureKind(error)).toMatchObject({ kind })
  })

  it.each([
    [503, 'UNAVAILABLE', 'UNAVAILABLE'],
    [500, undefined, 'INTERNAL_ERROR'],
    [405, undefined, 'NOT_SUPPORTED'],
    [401, undefined, 'UNAUTHORIZED'],
    [400, undefined, 'BAD_REQUEST'],
  ])('is distinguished from a refusal with status %i and code %s', (status, code, read) => {
    const error = failureOf(status, JSON.stringify({ result: 'error', msg: 'no', code }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: read, status })
  })
})
