import { describe, expect, it } from 'vitest'
import { ApiError } from '#engine/api/errors.ts'
import { readRegister } from '#engine/state/registration.ts'
import { failureKind } from '#engine/api/request-failures.ts'
import { readRecorded } from './answer-types.ts'
import { dialects, inDialect } from './dialects.ts'
import { inventions } from './projection.ts'
import { recordings, type Json, type JsonObject, type RecordedAnswer } from './recording.ts'

const htmlPage = '(a page of HTML)'
function isSuccess(answer: RecordedAnswer): boolean {
  return answer.status === 200
}

/** The client's class of a refusal, from its status and code alone. */
function classOf({ status, body }: RecordedAnswer): Readonly<Record<string, unknown>> {
  const code = (body as JsonObject).code
  if (status === 401) return { kind: 'signed_out' }
  if (status === 429) return { kind: 'transient', waitMs: expect.any(Number) as unknown }
  if (code === 'BAD_EVENT_QUEUE_ID') return { kind: 'queue_lost' }
  if (status >= 500) return { kind: 'transient', waitMs: null }
  return { kind: 'refused', code: codeOf(status, body) }
}

function codeOf(status: number, body: Json): Json {
  const given = (body as JsonObject).code
  if (given !== undefined) return given
  if (status >= 500) return 'INTERNAL_ERROR'
  return status === 404 || status === 405 ? 'NOT_SUPPORTED' : 'BAD_REQUEST'
}

/** The expected numbers of answers of each kind, and the version that the recorded server reports. */
const expected = {
  237: {
    counts: [67, 135, 99],
    version: '8.0',
    taken: 11,
    wait: 13_905.580520629883,
    pages: ['/users/40/status', '/nonsense'],
  },
  372: { counts: [74, 171, 99], version: '11.0-dev+git', taken: 13, wait: 48_901.50237083435, pages: ['/nonsense'] },
} as const

describe.each(recordings)('the recording of level $level', (recording) => {
  const { answers, refusals: refused, registerBefore, registerAfter, steps, level } = recording
  const { counts, version, taken: takenCount, wait, pages: pagesOf } = expected[level]
  const ofSteps: readonly RecordedAnswer[] = steps.flatMap((step) =>
    step.calls.map((call) => ({ ...call, label: step.action, headers: {} })),
  )

  describe('the recorded answers', () => {
    const succeeding = [...answers, ...ofSteps].filter(isSuccess)

    it('are those of the steps, those after them, and refusals with related calls', () => {
      expect([answers.length, ofSteps.length, refused.length]).toEqual(counts)
    })

    it.each(succeeding.map((answer, index) => [index, answer.label, answer.method, answer.path, answer] as const))(
      '%i. %s (%s %s) are decoded in both dialects',
      async (_index, _label, _method, path, answer) => {
        const { value, source, isTyped } = await readRecorded(answer, 'zulip')
        expect(inventions(value, source, path)).toEqual([])
        expect((await readRecorded(answer, 'svc')).value).toEqual(value)
        // Each answer to a query has typed contents in the client.
        expect(isTyped || answer.method !== 'GET').toBe(true)
      },
    )

    it.each([
      ['before', registerBefore],
      ['after', registerAfter],
    ])('to the registration %s all steps are decoded in both dialects', (_when, body) => {
      const [upstream, own] = dialects.map((dialect) =>
        readRegister({ status: 200, headers: {}, body: JSON.stringify(inDialect(body, dialect)) }),
      )
      if (upstream === undefined || own === undefined) throw new Error('there are two dialects')
      expect(upstream).toMatchObject({ svc_feature_level: level, svc_version: version, speaks_upstream: true })
      expect(own).toMatchObject({ svc_feature_level: level, svc_version: version, speaks_upstream: false })
      const ofWire = { ...body, ...inDialect(body, 'svc') }
      const said = (state: object) =>
        Object.fromEntries(Object.entries(state).filter(([name]) => !/^zulip_|^speaks_upstream$/.test(name)))
      expect(inventions(said(upstream), ofWire, 'register')).toEqual([])
      expect(said(upstream)).toEqual(said(own))
    })
  })

  describe('the recorded refusals', () => {
    const refusals = [...answers, ...refused, ...ofSteps].filter((answer) => !isSuccess(answer))

    it.each(refusals.map((answer, index) => [index, answer.label, answer.status, answer] as const))(
      '%i. %s (%i) are classified by status and code, in both dialects',
      async (_index, _label, status, answer) => {
        for (const dialect of dialects) {
          const error: unknown = await readRecorded(answer, dialect).catch((failure: unknown) => failure)
          expect(error).toBeInstanceOf(ApiError)
          expect(error).toMatchObject({ status, code: codeOf(status, answer.body) })
          expect(failureKind(error)).toMatchObject(classOf(answer))
        }
      },
    )

    it('with a page of HTML for an unknown path are a call that the server lacks', async () => {
      const pages = refusals.filter((answer) => answer.body === htmlPage)
      expect(pages.map((answer) => [answer.path, answer.status])).toEqual(pagesOf.map((path) => [path, 404]))
      for (const page of pages) {
        await expect(readRecorded(page, 'zulip')).rejects.toMatchObject({ code: 'NOT_SUPPORTED', status: 404 })
      }
    })

    it('with a wait have a decimal number of seconds', async () => {
      const [limited] = refusals.filter((answer) => answer.status === 429)
      if (limited === undefined) throw new Error('nobody was told to wait')
      const error: unknown = await readRecorded(limited, 'zulip').catch((failure: unknown) => failure)
      expect(failureKind(error)).toMatchObject({ kind: 'transient', waitMs: wait })
      const body = { ...(limited.body as JsonObject), 'retry-after': undefined } as unknown as JsonObject // left out as JSON
      const fromHeader: unknown = await readRecorded({ ...limited, body }, 'zulip').catch((failure: unknown) => failure)
      expect(failureKind(fromHeader)).toMatchObject({ waitMs: wait })
    })

    it('do not include surprising calls that the server accepts', async () => {
      const taken = refused.filter((answer) => isSuccess(answer) && answer.body !== null)
      expect(taken).toHaveLength(takenCount)
      for (const answer of taken) {
        const { value, source } = await readRecorded(answer, 'zulip')
        expect(inventions(value, source, answer.label)).toEqual([])
      }
    })
  })
})
