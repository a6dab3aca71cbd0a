import { describe, expect, it } from 'vitest'
import { ApiError } from '../../main/engine/api/errors.ts'
import { readRegister } from '../../main/engine/model/registration.ts'
import { failureKind } from '../../main/engine/sync/failures.ts'
import { readRecorded } from './answer-types.ts'
import { dialects, inDialect } from './dialects.ts'
import { inventions } from './projection.ts'
import {
  recordedAnswers,
  recordedRefusals,
  recordedSteps,
  registerAfter,
  registerBefore,
  type Json,
  type JsonObject,
  type RecordedAnswer,
} from './recording.ts'

const htmlPage = '(a page of HTML)'
const ofSteps: readonly RecordedAnswer[] = recordedSteps.flatMap((step) =>
  step.calls.map((call) => ({ ...call, label: step.action, headers: {} })),
)

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

describe('the recorded answers', () => {
  const succeeding = [...recordedAnswers, ...ofSteps].filter(isSuccess)

  it('are 67, those of the steps 135, and those that refuse or nearly so 99', () => {
    expect([recordedAnswers.length, ofSteps.length, recordedRefusals.length]).toEqual([67, 135, 99])
  })

  it.each(succeeding.map((answer, index) => [index, answer.label, answer.method, answer.path, answer] as const))(
    '%i. %s (%s %s) is read as what it is, in both dialects',
    async (_index, _label, _method, path, answer) => {
      const { value, source, isTyped } = await readRecorded(answer, 'zulip')
      expect(inventions(value, source, path)).toEqual([])
      expect((await readRecorded(answer, 'svc')).value).toEqual(value)
      // Every answer to a query has contents with a type of the client.
      expect(isTyped || answer.method !== 'GET').toBe(true)
    },
  )

  it.each([
    ['before', registerBefore],
    ['after', registerAfter],
  ])('the registration %s all steps is read as what it is, in both dialects', (_when, body) => {
    const [upstream, own] = dialects.map((dialect) =>
      readRegister({ status: 200, headers: {}, body: JSON.stringify(inDialect(body, dialect)) }),
    )
    if (upstream === undefined || own === undefined) throw new Error('there are two dialects')
    expect(upstream).toMatchObject({ svc_feature_level: 237, svc_version: '8.0', speaks_upstream: true })
    expect(own).toMatchObject({ svc_feature_level: 237, svc_version: '8.0', speaks_upstream: false })
    const ofWire = { ...body, ...inDialect(body, 'svc') }
    const said = (state: object) =>
      Object.fromEntries(Object.entries(state).filter(([name]) => !/^zulip_|^speaks_upstream$/.test(name)))
    expect(inventions(said(upstream), ofWire, 'register')).toEqual([])
    expect(said(upstream)).toEqual(said(own))
  })
})

describe('the recorded refusals', () => {
  const refusals = [...recordedAnswers, ...recordedRefusals, ...ofSteps].filter((answer) => !isSuccess(answer))

  it.each(refusals.map((answer, index) => [index, answer.label, answer.status, answer] as const))(
    '%i. %s (%i) has its class by status and code, in both dialects',
    async (_index, _label, status, answer) => {
      for (const dialect of dialects) {
        const error: unknown = await readRecorded(answer, dialect).catch((failure: unknown) => failure)
        expect(error).toBeInstanceOf(ApiError)
        expect(error).toMatchObject({ status, code: codeOf(status, answer.body) })
        expect(failureKind(error)).toMatchObject(classOf(answer))
      }
    },
  )

  it('a page of HTML for an unknown path is a call that the server does not have', async () => {
    const pages = refusals.filter((answer) => answer.body === htmlPage)
    expect(pages.map((answer) => [answer.path, answer.status])).toEqual([
      ['/users/40/status', 404],
      ['/nonsense', 404],
    ])
    for (const page of pages) {
      await expect(readRecorded(page, 'zulip')).rejects.toMatchObject({ code: 'NOT_SUPPORTED', status: 404 })
    }
  })

  it('a wait is a decimal number of seconds', async () => {
    const [limited] = refusals.filter((answer) => answer.status === 429)
    if (limited === undefined) throw new Error('nobody was told to wait')
    const error: unknown = await readRecorded(limited, 'zulip').catch((failure: unknown) => failure)
    expect(failureKind(error)).toMatchObject({ kind: 'transient', waitMs: 13_905.580520629883 })
    const body = { ...(limited.body as JsonObject), 'retry-after': undefined } as unknown as JsonObject // left out as JSON
    const fromHeader: unknown = await readRecorded({ ...limited, body }, 'zulip').catch((failure: unknown) => failure)
    expect(failureKind(fromHeader)).toMatchObject({ waitMs: 13_905.580520629883 })
  })

  it('what is taken although one would not think so is a success', async () => {
    const taken = recordedRefusals.filter((answer) => isSuccess(answer) && answer.body !== null)
    expect(taken).toHaveLength(11)
    for (const answer of taken) {
      const { value, source } = await readRecorded(answer, 'zulip')
      expect(inventions(value, source, answer.label)).toEqual([])
    }
  })
})
