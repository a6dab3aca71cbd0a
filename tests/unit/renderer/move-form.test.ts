import { describe, expect, it, vi } from 'vitest'
import type { MovePlan } from '#contract/resources/moves.ts'
import type { Result } from '#contract/values.ts'
import type { AccountCalls } from '#renderer/bridge/account-calls.ts'
import { consequencesOf } from '#renderer/moves/consequences.ts'
import { MoveForm } from '#renderer/moves/move-form.svelte.ts'
import { engineWithForms } from './engine-with-forms.ts'
import { answered } from './staged-window.ts'

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

/** A form whose plans come when they are let go. */
function heldForm() {
  const waiting: (() => void)[] = []
  const answer: Answer = (name) =>
    name === 'moves.plan'
      ? new Promise((resolve) => waiting.push(() => resolve({ ok: true, value: plan })))
      : value(null)
  return { ...form(answer), waiting }
}

describe('the form for a move', () => {
  it('sends what was typed last, once its consequences are known', async () => {
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

  it('waits for the answer about what was typed last, and is taken back by a change in the meantime', async () => {
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

  it('moves nothing if the dialog is closed before it is known what the move would do', async () => {
    const { form: move, ends, waiting } = heldForm()
    const end = move.following()
    const submitted = move.submit()
    await answered()
    end()
    waiting.shift()?.()
    await submitted
    expect(ends).toEqual([])
  })

  it('waits for the newest look, where a look from time to time overtakes the one for what was typed', async () => {
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

  it('waits for the stream whose name was typed whole when the button is pressed', async () => {
    const { form: move, calls } = form((name) => value(name === 'moves.streams' ? [design] : plan))
    await answered()
    move.typeStream('design')
    move.leaveStream()
    await move.submit()
    expect(calls.at(-1)).toMatchObject({ name: 'messages.move', input: { streamId: 2 } })
  })

  it('does not send what is known to be refused, nor to a stream that was not chosen', async () => {
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

  it('takes the whole name of a stream for a choice when the field is left', async () => {
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

  it('keeps a refusal, and looks again at what is possible', async () => {
    const { form: move, ends } = form((name) =>
      name === 'moves.plan' ? value(plan) : Promise.resolve({ ok: false, error: { code: 'NO_MESSAGE' } }),
    )
    await move.submit()
    expect(move.failure).toEqual({ code: 'NO_MESSAGE' })
    expect(ends).toEqual([])
  })

  it('moves a topic as a whole', async () => {
    const { form: move, calls } = form((name) => value(name === 'moves.plan' ? plan : null), null)
    move.typeTopic('tea')
    await move.submit()
    expect(calls.at(-1)).toMatchObject({
      name: 'moves.topic',
      input: { from: { streamId: 1, topic: 'lunch' }, to: { streamId: 1, topic: 'tea' } },
    })
  })

  it('completes by the best stream that answers, and by no topic that was not marked', async () => {
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

describe('what a move does', () => {
  const texts = (over: Partial<MovePlan>, mode: 'change_one' | 'change_all' = 'change_one') =>
    consequencesOf({ ...plan, ...over }, mode).map(({ text }) => text)

  it('begins with what cannot be taken back', () => {
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
  ] as const)('says who can read it: from %s to %s', (before, after, expected) => {
    const to = { ...design, topic: 'tea', name: 'tea' }
    expect(texts({ readers: { before, after }, to })).toContainEqual(expect.stringMatching(expected))
  })

  it('says nothing where nothing changes', () => {
    expect(texts({ isSame: true })).toEqual([])
    expect(texts({ to: null })).toEqual([])
  })

  it('writes a name with turned text as it is read', () => {
    expect(texts({ to: { ...general, topic: 'x', name: 'a\u202eb\u2066c' } })[0]).toBe(
      'This creates a new topic, “abc”.',
    )
  })
})
