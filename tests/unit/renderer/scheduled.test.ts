import { describe, expect, it } from 'vitest'
import type { Failure } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { ScheduledItem } from '#contract/scheduled.ts'
import { AccountCalls } from '#renderer/state/account-calls.ts'
import { ViewClient } from '#renderer/bridge/view-client.svelte.ts'
import { withoutFiles } from '#renderer/features/scheduled/linked-files.ts'
import { fieldsOf, secondsOf } from '#renderer/parts/moments/moments.ts'
import { ScheduledForm } from '#renderer/features/scheduled/scheduled-form.svelte.ts'
import { ScheduledScreen } from '#renderer/features/scheduled/scheduled-screen.svelte.ts'
import { engineWithForms } from './engine-with-forms.ts'
import { hostileNames } from '../../corpora/hostile-html.ts'

/** Noon in the time zone of the computer. */
const noon = new Date(2026, 10, 20, 12).getTime()
const at = (minutes: number): number => noon / 1000 + minutes * 60

const item = (over: Partial<ScheduledItem> = {}): ScheduledItem => ({
  key: 'scheduled:7',
  kind: 'scheduled',
  scheduledId: 7,
  localId: null,
  narrow: { kind: 'topic', streamId: 1, topic: 'books' },
  title: 'books',
  streamName: 'design',
  streamColor: null,
  content: 'words',
  html: '',
  deliverAt: at(120),
  state: 'waiting',
  failure: null,
  ...over,
})

async function setUp(items: readonly ScheduledItem[]) {
  const calls: (readonly [string, Record<string, unknown>])[] = []
  const notices: string[] = []
  const refusals = new Map<string, Failure>()
  const bridge: Bridge = {
    call: (name: string, { accountId: _, ...input }: Record<string, unknown>) => {
      if (name === 'views.open') {
        return Promise.resolve({ ok: true, value: { engineEpoch: 1, revision: 0, items, meta: { canSchedule: true } } })
      }
      if (name !== 'views.close') calls.push([name, input])
      const error = refusals.get(name)
      const value = name === 'outbox.discard' ? { draftId: 'd' } : null
      return Promise.resolve(error === undefined ? { ok: true, value } : { ok: false, error })
    },
    onUpdate: () => () => undefined,
  }
  const notify = (sentence: string) => notices.push(sentence)
  const accountCalls = new AccountCalls({
    bridge,
    accountId: () => 'a',
    server: () => null,
    selfId: () => null,
    flush: () => Promise.resolve(),
    notify,
  })
  const leftForms = engineWithForms().page().forms
  const ports = { views: new ViewClient(bridge), calls: accountCalls, notify, leftForms }
  const screen = new ScheduledScreen({ accountId: 'a', position: null }, ports, () => noon)
  await Promise.resolve()
  await Promise.resolve()
  return { screen, calls, notices, refusals }
}

describe('the fields of a time', () => {
  it('contain a moment in the time zone of the computer, and return it', () => {
    expect(fieldsOf(at(65))).toEqual({ day: '2026-11-20', time: '13:05' })
    expect(secondsOf({ day: '2026-11-20', time: '13:05' })).toBe(at(65))
  })

  it.each([
    ['', '13:05'],
    ['2026-11-20', ''],
    ['not a day', '13:05'],
    ['999999-99-99', '99:99'],
  ])('contain no moment with %j and %j', (day, time) => {
    expect(secondsOf({ day, time })).toBeNull()
  })
})

describe('the form of a scheduled message', () => {
  const filled = (fields: Partial<Record<'day' | 'time' | 'content', string>>) => {
    const form = new ScheduledForm(item(), () => noon)
    return { form: Object.assign(form, fields), change: form.change() }
  }

  it('starts with the text and the time of the message, and keeps the seconds of an unchanged minute', () => {
    const odd = item({ deliverAt: at(120) + 17 })
    const form = new ScheduledForm(odd, () => noon)
    expect([form.day, form.time, form.content, form.firstDay]).toEqual(['2026-11-20', '14:00', 'words', '2026-11-20'])
    expect(form.change()).toEqual({ content: 'words', deliverAt: at(120) + 17 })
    form.time = '14:01'
    expect(form.change()).toEqual({ content: 'words', deliverAt: at(121) })
  })

  it.each([
    [{ time: '11:59' }, { code: 'TIME_PASSED' }],
    [{ time: '12:00' }, { code: 'TIME_PASSED' }],
    [{ day: '2026-11-19' }, { code: 'TIME_PASSED' }],
    [{ time: '' }, { code: 'TIME_MISSING' }],
    [{ day: '' }, { code: 'TIME_MISSING' }],
    [{ content: ' \n' }, { code: 'EMPTY_MESSAGE', values: { act: 'schedule' } }],
  ])('refuses %j', (fields, failure) => {
    const { form, change } = filled(fields)
    expect(change).toBeNull()
    expect(form.failure).toEqual(failure)
  })

  it('refuses a time less than a minute away, and clears the refusal with a later one', () => {
    const form = new ScheduledForm(item(), () => noon + 30_000)
    form.time = '12:01'
    expect(form.change()).toBeNull()
    expect(form.failure).toEqual({ code: 'TIME_TOO_NEAR' })
    form.time = '12:02'
    expect(form.change()).toEqual({ content: 'words', deliverAt: at(2) })
    expect(form.failure).toBeNull()
  })
})

describe('the list of scheduled messages', () => {
  it('saves the changed fields, and closes the form', async () => {
    const { screen, calls } = await setUp([item()])
    screen.edit(item())
    Object.assign(screen.form ?? {}, { time: '15:00' })
    expect(await screen.save()).toBe(true)
    expect(calls).toEqual([['scheduled.edit', { scheduledId: 7, deliverAt: at(180) }]])
    expect(screen.form).toBeNull()
  })

  it('keeps the form open with the reason of a refusal', async () => {
    const { screen, refusals } = await setUp([item()])
    refusals.set('scheduled.edit', { code: 'NOT_SCHEDULED' })
    screen.edit(item())
    expect(await screen.save()).toBe(false)
    expect(screen.form?.failure).toEqual({ code: 'NOT_SCHEDULED' })
    expect(screen.form?.content).toBe('words')
  })

  it('changes an unsent message in the outbox', async () => {
    const waiting = item({ scheduledId: null, localId: 'l', state: 'saving', key: 'scheduled:l' })
    const { screen, calls } = await setUp([waiting])
    screen.edit(waiting)
    Object.assign(screen.form ?? {}, { content: 'other words' })
    await screen.save()
    expect(calls).toEqual([['scheduled.editUnsent', { localId: 'l', content: 'other words', deliverAt: at(120) }]])
  })

  it('shows the form separately if its message has left the list', async () => {
    const { screen } = await setUp([item()])
    screen.edit(item())
    expect(screen.isFormAlone).toBe(false)
    screen.edit(item({ key: 'scheduled:8' }))
    expect(screen.isFormAlone).toBe(true)
  })

  it('restores a changed form after Cancel, another form or the closed list', async () => {
    const { screen } = await setUp([item(), item({ key: 'scheduled:8' })])
    screen.edit(item())
    Object.assign(screen.form ?? {}, { content: 'half', time: '15:00' })
    screen.revert()
    expect(screen.form).toBeNull()
    screen.edit(item())
    expect([screen.form?.content, screen.form?.time]).toEqual(['half', '15:00'])
    screen.edit(item({ key: 'scheduled:8' }))
    expect(screen.form?.content).toBe('words')
    screen.edit(item())
    expect(screen.form?.content).toBe('half')
    // Another device has changed the message, and its new time counts.
    screen.revert()
    screen.edit(item({ deliverAt: at(240) }))
    expect([screen.form?.content, screen.form?.time]).toEqual(['half', '16:00'])
  })

  it('forgets an unchanged form and a saved one', async () => {
    const { screen } = await setUp([item()])
    screen.edit(item())
    screen.revert()
    screen.edit(item())
    Object.assign(screen.form ?? {}, { content: 'other' })
    await screen.save()
    screen.edit(item())
    expect(screen.form?.content).toBe('words')
  })

  it('sends a message now', async () => {
    const { screen, calls } = await setUp([item()])
    await screen.sendNow(item())
    expect(calls).toEqual([['scheduled.edit', { scheduledId: 7, deliverAt: 'now' }]])
  })

  it('cancels a message, and its undo schedules it again', async () => {
    const { screen, calls } = await setUp([item()])
    expect(await screen.cancel(item())).toBe(true)
    expect(screen.cancelled?.item.content).toBe('words')
    await screen.undo()
    expect(screen.cancelled).toBeNull()
    expect(calls).toEqual([
      ['scheduled.delete', { scheduledId: 7, keepDraft: false }],
      [
        'messages.schedule',
        expect.objectContaining({ destination: item().narrow, content: 'words', deliverAt: at(120) }),
      ],
    ])
  })

  it('keeps the text of a message whose time has passed as a draft, with a notice', async () => {
    const { screen, calls, notices } = await setUp([item()])
    await screen.cancel(item({ deliverAt: at(-5), state: 'failed' }))
    expect(calls).toEqual([['scheduled.delete', { scheduledId: 7, keepDraft: true }]])
    expect(screen.cancelled).toBeNull()
    expect(notices).toEqual(['It won’t be sent. Its text is saved as a draft.'])
  })

  it('turns an unsent message into a draft when its cancellation is undone', async () => {
    const { screen, calls, notices } = await setUp([])
    await screen.cancel(item({ scheduledId: null, localId: 'l' }))
    await screen.undo()
    expect(calls).toEqual([
      ['outbox.discard', { localId: 'l' }],
      ['drafts.restore', { draftId: 'd' }],
    ])
    expect(notices).toEqual(['Its text is saved as a draft.'])
  })

  it('reports a failed cancellation, and keeps the undo when that is refused', async () => {
    const { screen, notices, refusals } = await setUp([item()])
    refusals.set('scheduled.delete', { code: 'NOT_SCHEDULED' })
    expect(await screen.cancel(item())).toBe(false)
    refusals.clear()
    await screen.cancel(item())
    refusals.set('messages.schedule', { code: 'TIME_PASSED' })
    await screen.undo()
    expect(screen.cancelled).not.toBeNull()
    expect(notices).toEqual([
      'This message has already been sent or cancelled.',
      'That time has passed. Choose a later one.',
    ])
  })
})

describe('the files of a scheduled message', () => {
  it('are named beside the text, but stay in it within a sentence', () => {
    expect(withoutFiles('words\n\n[a b.pdf](/user_uploads/1/x/a.pdf)\n[c](/user_uploads/1/y)')).toEqual({
      text: 'words',
      files: ['a b.pdf', 'c'],
    })
    const within = 'see [a](/user_uploads/1/x) there, and [b](https://x.example/)'
    expect(withoutFiles(within)).toEqual({ text: within, files: [] })
  })

  it.each(hostileNames)('may have any name: %j', (name) => {
    expect(withoutFiles(`[${name}](/user_uploads/1/x) `.repeat(3)).text.length).toBeLessThanOrEqual(
      (name.length + 22) * 3,
    )
  })

  it('are found in any text in linear time', () => {
    const start = performance.now()
    for (const part of ['[', '[a', '](/user_uploads/', '[a](/user_uploads/']) withoutFiles(part.repeat(20_000))
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
