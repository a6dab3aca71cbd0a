import { describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { MovePlan } from '#contract/moves.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { consequencesOf } from '#renderer/features/moves/consequences.ts'
import { MoveForm } from '#renderer/features/moves/move-form.svelte.ts'
import { engineWithForms } from './engine-with-forms.ts'
import { answered } from './window-fixture.ts'

const general = { streamId: 1, streamName: 'general', color: '#000000', isPrivate: false, isArchived: false }
const design = { ...general, streamId: 2, streamName: 'design' }

const plan: MovePlan = {
  from: { ...general, topic: 'lunch', name: 'lunch' },
  to: { ...general, topic: 'tea', name: 'tea' },
  isNewTopic: true,
  isSame: false,
  counts: {
    change_one: { count: 1, isAll: true },
    change_later: { count: 2, isAll: true },
    change_all: { count: 3, isAll: false },
  },
  problems: { change_one: null, change_later: null, change_all: null },
  readers: null,
  subscribers: null,
  isHistoryHidden: false,
  isSubscribed: true,
  policy: 0,
  maxTopicLength: 60,
  needsTopic: false,
  emptyTopicName: null,
}

type Answer = (name: string, input: Record<string, unknown>) => Promise<Result<unknown>>

function form(answer: Answer, messageId: number | null = 7) {
  const calls: { readonly name: string; readonly input: Record<string, unknown> }[] = []
  const ends: string[] = []
  const askOf = (accountId: string, name: string, input: Record<string, unknown>) => {
    calls.push({ name, input: { ...input, accountId } })
    return answer(name, input)
  }
  const opened = { accountId: 'a', messageId, streamId: 1, topic: 'lunch' }
  const made = new MoveForm({
    calls: { askOf } as unknown as AccountCalls,
    opened,
    forms: engineWithForms().page().forms,
    onmoved: () => ends.push('moved'),
  })
  return { form: made, calls, ends }
}

const value = (given: unknown) => Promise.resolve({ ok: true as const, value: given })

/** A form whose plans are answered when the test releases them. */
function heldForm() {
  const waiting: (() => void)[] = []
  const answer: Answer = (name) =>
    name === 'moves.plan'
      ? new Promise((resolve) => waiting.push(() => resolve({ ok: true, value: plan })))
      : value(null)
  return { ...form(answer), waiting }
}

describe('the form for a move', () => {
  it('sends the last typed text once its plan is known', async () => {
    const { form: move, calls, ends } = form((name) => value(name === 'moves.plan' ? plan : null))
    move.typeTopic('tea')
    move.mode = 'change_later'
    await move.submit()
    expect(calls.at(-1)).toEqual({
      name: 'messages.move',
      input: {
        accountId: 'a',
        messageId: 7,
        streamId: 1,
        topic: 'tea',
        mode: 'change_later',
        notifyOld: false,
        notifyNew: true,
      },
    })
    expect(ends).toEqual(['moved'])
  })

  it('shows the plan of the newest text, in whatever order the answers come', async () => {
    const waiting: ((topic: string) => void)[] = []
    const { form: move } = form(
      (_name, input) =>
        new Promise((resolve) => {
          const { topic } = input.to as { topic: string }
          waiting.push(() => resolve({ ok: true, value: { ...plan, to: { ...general, topic, name: topic } } }))
        }),
    )
    move.typeTopic('te')
    move.typeTopic('tea')
    for (const answer of waiting.reverse()) answer('')
    await answered()
    expect(move.plan?.to?.topic).toBe('tea')
  })

  it('waits for the plan of the last text, and a change in the meantime cancels the submit', async () => {
    const waiting: (() => void)[] = []
    const refusal = { code: 'NOT_ALLOWED', values: { act: 'move_topic' } } as const
    const { form: move, calls } = form((name, input) => {
      if (name !== 'moves.plan') return value(null)
      const { topic } = input.to as { topic: string }
      const problems = { ...plan.problems, change_one: topic === 'tea' ? null : refusal }
      return new Promise((resolve) => {
        waiting.push(() => resolve({ ok: true, value: { ...plan, problems } }))
      })
    })
    const answer = () => {
      for (const each of waiting.splice(0)) each()
    }
    move.typeTopic('not allowed')
    answer()
    await answered()
    expect(move.canSubmit).toBe(false)
    move.typeTopic('tea')
    const submitted = move.submit()
    move.typeTopic('te')
    answer()
    await submitted
    move.typeTopic('tea')
    const submittedAgain = move.submit()
    answer()
    await submittedAgain
    expect(calls.filter(({ name }) => name === 'messages.move')).toMatchObject([{ input: { topic: 'tea' } }])
  })

  it('moves nothing if the dialog is closed before the plan is known', async () => {
    const { form: move, ends, waiting } = heldForm()
    const end = move.following()
    const submitted = move.submit()
    await answered()
    end()
    waiting.shift()?.()
    await submitted
    expect(ends).toEqual([])
  })

  it('waits for the newest plan if a periodic request overtakes that of the typed text', async () => {
    vi.useFakeTimers()
    const { form: move, ends, waiting } = heldForm()
    const end = move.following()
    const submitted = move.submit()
    vi.advanceTimersByTime(2_000)
    waiting.shift()?.()
    await answered()
    expect(ends).toEqual([])
    waiting.shift()?.()
    await submitted
    end()
    vi.useRealTimers()
    expect(ends).toEqual(['moved'])
  })

  it('waits for the stream whose whole name was typed when the button is pressed', async () => {
    const { form: move, calls } = form((name) => value(name === 'moves.streams' ? [design] : plan))
    await answered()
    move.typeStream('design')
    move.leaveStream()
    await move.submit()
    expect(calls.at(-1)).toMatchObject({ name: 'messages.move', input: { streamId: 2 } })
  })

  it('sends neither a move that the plan refuses nor one to an unchosen stream', async () => {
    const refusal = { code: 'NOT_ALLOWED', values: { act: 'move_topic' } } as const
    const { form: move, calls } = form(() =>
      value({ ...plan, problems: { change_one: refusal, change_later: null, change_all: null } }),
    )
    await move.submit()
    expect(move.problem).toEqual(refusal)
    move.mode = 'change_later'
    move.typeStream('desi')
    expect(move.canSubmit).toBe(false)
    await move.submit()
    expect(calls.filter(({ name }) => name === 'messages.move')).toEqual([])
    move.chooseStream(design)
    await move.submit()
    expect(calls.at(-1)).toMatchObject({ name: 'messages.move', input: { streamId: 2 } })
  })

  it('takes the whole name of a stream as a choice when the field is left', async () => {
    const { form: move } = form((name) => value(name === 'moves.streams' ? [design] : plan))
    await answered()
    move.typeStream('Design ')
    move.leaveStream()
    await answered()
    expect(move.streamText).toBe('design')
    move.typeStream('desi')
    move.leaveStream()
    await answered()
    expect(move.hasNoStream).toBe(true)
  })

  it('keeps a refusal, and requests the plan again', async () => {
    const { form: move, ends } = form((name) =>
      name === 'moves.plan' ? value(plan) : Promise.resolve({ ok: false, error: { code: 'NO_MESSAGE' } }),
    )
    await move.submit()
    expect(move.submission.failure).toEqual({ code: 'NO_MESSAGE' })
    expect(ends).toEqual([])
  })

  it('moves a whole topic', async () => {
    const { form: move, calls } = form((name) => value(name === 'moves.plan' ? plan : null), null)
    move.typeTopic('tea')
    await move.submit()
    expect(calls.at(-1)).toMatchObject({
      name: 'moves.topic',
      input: { from: { streamId: 1, topic: 'lunch' }, to: { streamId: 1, topic: 'tea' } },
    })
  })

  it('completes the best matching stream, but only a marked topic', async () => {
    const { form: move } = form((name) => {
      if (name === 'moves.streams') return value([design, general])
      return value(name === 'moves.topics' ? [{ topic: 'tea', name: 'tea' }] : plan)
    })
    move.streams.open('d')
    expect(move.streams.hasChoice).toBe(true)
    expect((await move.streams.chosen())?.streamName).toBe('design')
    move.streams.move(-1)
    expect((await move.streams.chosen())?.streamName).toBe('general')
    move.topics.open('t')
    expect(move.topics.hasChoice).toBe(false)
    expect(await move.topics.chosen()).toBeNull()
    expect(move.topics.move(1)).toBe(true)
    expect((await move.topics.chosen())?.topic).toBe('tea')
    expect(move.topics.close()).toBe(true)
    expect(move.topics.move(1)).toBe(false)
  })
})

describe('the listed consequences of a move', () => {
  const texts = (over: Partial<MovePlan>, mode: 'change_one' | 'change_all' = 'change_one') =>
    consequencesOf({ ...plan, ...over }, mode).map(({ text }) => text)

  it('begin with the irreversible ones', () => {
    expect(texts({ isNewTopic: false }, 'change_all')[0]).toMatch(/will be merged/)
    expect(texts({ isNewTopic: false })[0]).toMatch(/will be sorted into “tea” by time/)
    expect(texts({})[0]).toBe('This creates a new topic, “tea”.')
  })

  it.each([
    ['organization', 'subscribers', /design is private/],
    ['subscribers', 'subscribers', /People only in general no longer will/],
    ['subscribers', 'organization', /design is public/],
    ['organization', 'organization', /People who can read general but not design/],
    ['organization', 'web', /public on the web/],
    ['web', 'web', /People who can read general but not design/],
  ] as const)('name the readers: from %s to %s', (before, after, expected) => {
    const to = { ...design, topic: 'tea', name: 'tea' }
    expect(texts({ readers: { before, after }, to })).toContainEqual(expect.stringMatching(expected))
  })

  it('are empty without a change', () => {
    expect(texts({ isSame: true })).toEqual([])
    expect(texts({ to: null })).toEqual([])
  })

  it('have names without direction marks', () => {
    expect(texts({ to: { ...general, topic: 'x', name: 'a\u202eb\u2066c' } })[0]).toBe(
      'This creates a new topic, “abc”.',
    )
  })
})
