import { describe, expect, it } from 'vitest'
import { sendReply } from '#accounts/reply.ts'
import type { Result } from '#contract/base/failures.ts'

const destination = { kind: 'topic', streamId: 1, topic: 'lunch' } as const
const restarting: Result<never> = { ok: false, error: { code: 'ENGINE_RESTARTED' } }
const refused: Result<never> = {
  ok: false,
  error: { code: 'MESSAGE_TOO_LONG', values: { act: 'send', length: 20_000, most: 10_000 } },
}
const done: Result<unknown> = { ok: true, value: null }

/** An engine that gives these answers in turn. */
async function reply(...answers: Result<unknown>[]) {
  const calls: { name: string; input: Record<string, unknown> }[] = []
  const waits: number[] = []
  const outcome = await sendReply(
    (name, input) => {
      calls.push({ name, input: input as Record<string, unknown> }) // an object in each call
      return Promise.resolve((answers.shift() ?? restarting) as Result<never>) // what each call answers
    },
    { destination, content: 'On my way.' },
    (milliseconds) => {
      waits.push(milliseconds)
      return Promise.resolve()
    },
  )
  return { outcome, calls, waits, ids: new Set(calls.map(({ input }) => input.localId ?? input.sending)) }
}

describe('a reply to a notification', () => {
  it('is repeated with the same id while the engine restarts', async () => {
    const { outcome, calls, waits, ids } = await reply(restarting, restarting, done)
    expect(outcome).toEqual({ kind: 'sent' })
    expect(calls.map(({ name }) => name)).toEqual(['messages.send', 'messages.send', 'messages.send'])
    expect(ids.size).toBe(1)
    expect(waits).toEqual([500, 1000])
  })

  it('becomes a draft of its conversation when it is refused', async () => {
    const { outcome, calls } = await reply(refused, { ok: true, value: { revision: 1, isQueued: false } })
    expect(outcome).toMatchObject({ kind: 'kept', why: { code: 'MESSAGE_TOO_LONG' } })
    expect(calls[1]).toMatchObject({ name: 'drafts.set', input: { topic: 'lunch', content: 'On my way.' } })
  })

  it('does not become a draft if it was queued after all', async () => {
    const five = Array.from({ length: 5 }, () => restarting)
    const { outcome, ids } = await reply(...five, { ok: true, value: { revision: 1, isQueued: true } })
    expect(outcome).toEqual({ kind: 'sent' })
    expect(ids.size).toBe(1)
  })

  it('is reported as lost if it cannot be stored', async () => {
    expect((await reply(refused, refused)).outcome).toMatchObject({ kind: 'lost' })
  })
})
