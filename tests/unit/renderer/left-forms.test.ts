import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileDetails } from '#renderer/parts/attachments/file-details.svelte.ts'
import { LeftSignIn, SignInForm } from '#renderer/features/connection/sign-in-form.svelte.ts'
import { AddedTexts, ChangedTitle } from '#renderer/parts/widgets/widget-fields.svelte.ts'
import type { LeftForms } from '#renderer/state/left-forms.svelte.ts'
import { MoveForm } from '#renderer/features/moves/move-form.svelte.ts'
import type { OpenMove } from '#renderer/state/overlays.svelte.ts'
import { AlertWordList } from '#renderer/features/settings/alert-word-list.svelte.ts'
import { SnippetsScreen } from '#renderer/features/snippets/snippets-screen.svelte.ts'
import { StreamsScreen } from '#renderer/features/streams/streams-screen.svelte.ts'
import { clientLimits } from '#shared/client-limits.ts'
import { chooseSeed, SeededRandom } from '#support/random.ts'
import { engineWithForms } from './engine-with-forms.ts'
import { storage } from './window-fixture.ts'

const kept = 'Your text is saved. You’ll see it when you open this again.'

/** Awaits the notice of a closed form, which comes after the key press that closed it. */
const noticed = () => vi.advanceTimersByTimeAsync(0)

/** Waits longer than the delay after which a change is stored. */
const stored = () => vi.advanceTimersByTimeAsync(400)

/** A form of one field. */
function open(forms: LeftForms, name = 'form', accountId = 'a') {
  const field = { text: '' }
  const left = forms.open({
    accountId,
    name,
    read: () => ({ text: field.text }),
    show: ({ text }) => (field.text = text ?? ''),
  })
  const type = (text: string) => {
    field.text = text
    left.changed()
  }
  return { field, left, type }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a form that is closed without being submitted', () => {
  it('has its text when it is opened again, in the same page and in the next', async () => {
    const { page } = engineWithForms()
    const { forms, notices } = page()
    const first = open(forms)
    first.type('half a name')
    first.left.close(() => undefined)
    expect(notices.text).toBeNull()
    await noticed()
    expect([notices.text, notices.action?.label]).toEqual([kept, 'Continue'])
    const again = open(forms)
    expect([again.field.text, again.left.isReturned]).toEqual(['half a name', true])
    await stored()
    const next = open(page().forms)
    expect(next.field.text).toBe('')
    await stored()
    expect([next.field.text, next.left.isReturned]).toEqual(['half a name', true])
  })

  it('stores each letter within half a second, also while it is open, so that a crash loses none', async () => {
    const { page, stored: disk } = engineWithForms()
    const { type } = open(page().forms)
    // With a letter each tenth of a second, those of half a second ago are stored.
    for (let count = 1; count <= 20; count += 1) {
      type('x'.repeat(count))
      await vi.advanceTimersByTimeAsync(100)
      if (count > 5) expect(disk.get('a form')?.text?.length).toBeGreaterThanOrEqual(count - 5)
    }
  })

  it('opens again from its notice', async () => {
    const { forms, notices } = engineWithForms().page()
    const { type, left } = open(forms)
    type('half')
    const opened: string[] = []
    left.close(() => opened.push(open(forms).field.text))
    await noticed()
    notices.action?.run()
    expect([opened, notices.text]).toEqual([['half'], null])
  })

  it('shows no notice and stores nothing if only whitespace was typed', async () => {
    const { page, stored: disk } = engineWithForms()
    const { forms, notices } = page()
    const { type, left } = open(forms)
    type('  ')
    left.close(() => undefined)
    await stored()
    expect([disk.size, notices.text]).toEqual([0, null])
  })

  it('stores nothing once it was submitted, emptied or discarded', async () => {
    const { page, stored: disk } = engineWithForms()
    const { forms } = page()
    const submitted = open(forms, 'submitted')
    submitted.type('text')
    submitted.left.done()
    submitted.left.close()
    const emptied = open(forms, 'emptied')
    emptied.type('text')
    emptied.type('')
    const discarded = open(forms, 'discarded')
    discarded.type('text')
    discarded.left.close()
    const again = open(forms, 'discarded')
    again.left.discard()
    expect([again.field.text, again.left.isReturned]).toEqual(['', false])
    await stored()
    expect(disk.size).toBe(0)
    expect(open(forms, 'discarded').left.isReturned).toBe(false)
  })

  it('is not restored if it is submitted after it was closed', async () => {
    const { page, stored: disk } = engineWithForms()
    const { forms } = page()
    const { type, left } = open(forms)
    type('text')
    left.close()
    left.done()
    await stored()
    expect([disk.size, open(forms).field.text]).toEqual([0, ''])
  })

  it('does not overwrite text that the user types before the engine has answered', async () => {
    const { page, engine } = engineWithForms()
    const before = open(page().forms)
    before.type('earlier')
    await stored()
    let answer = (): void => undefined
    engine.held = new Promise((resolve) => (answer = resolve))
    const { field, type, left } = open(page().forms)
    type('newer')
    answer()
    await stored()
    expect([field.text, left.isReturned]).toEqual(['newer', false])
  })

  it('is stored when a restarting engine answers', async () => {
    const { page, stored: disk, engine } = engineWithForms()
    const { forms } = page()
    engine.isAway = true
    const { type } = open(forms)
    type('text')
    await stored()
    expect(disk.size).toBe(0)
    engine.isAway = false
    await vi.advanceTimersByTimeAsync(2_000)
    expect(disk.get('a form')).toEqual({ text: 'text' })
  })

  it('is restored after its account was signed out and in again, and in no other account', async () => {
    const { page } = engineWithForms()
    const { forms } = page()
    open(forms).type('text')
    await stored()
    forms.forget('a')
    const other = open(forms, 'form', 'b')
    const same = open(forms)
    await stored()
    expect([other.field.text, same.field.text]).toEqual(['', 'text'])
  })

  it('is stored at once before the page is reloaded', async () => {
    const { page, stored: disk } = engineWithForms()
    const { forms } = page()
    open(forms, 'move:1:a topic').type('text')
    await forms.flushAll()
    expect(disk.get('a move:1:a topic')).toEqual({ text: 'text' })
  })

  it('is limited in number, and the one that changed first is dropped first', () => {
    const { forms } = engineWithForms().page()
    for (let index = 0; index <= clientLimits.leftForms.most; index += 1) open(forms, `${index}`).type('text')
    expect([open(forms, '0').left.isReturned, open(forms, '1').left.isReturned]).toEqual([false, true])
  })

  it('has the last typed text after any sequence of changes', async () => {
    const random = new SeededRandom(chooseSeed())
    const { page, stored: disk } = engineWithForms()
    let { forms } = page()
    let form = open(forms)
    let expected = ''
    const steps: string[] = []
    for (let step = 0; step < 200; step += 1) {
      const act = random.below(6)
      steps.push(`${act}`)
      if (act <= 1) form.type((expected = `text ${step}`))
      else if (act === 2) form.left.close()
      else if (act === 3) {
        form.left.done()
        form.field.text = expected = ''
      } else if (act === 4) await stored()
      else {
        await forms.flushAll()
        ;({ forms } = page())
      }
      if (act === 2 || act === 3 || act === 5) {
        form = open(forms)
        await stored()
      }
      expect(form.field.text, `seed ${random.seed}: ${steps.join('')}`).toBe(expected)
    }
    await stored()
    expect(disk.get('a form')?.text ?? '', `seed ${random.seed}`).toBe(expected)
  })
})

describe('the dialog for a move', () => {
  const opened: OpenMove = { accountId: 'a', messageId: 7, streamId: 1, topic: 'lunch' }
  const design = { streamId: 2, streamName: 'design', color: '#000000', isPrivate: false, isArchived: false }

  function move(forms: LeftForms, of: OpenMove = opened, ends: string[] = []) {
    const plan = { to: {}, isSame: false, problems: {}, from: null }
    const askOf = (_: string, name: string) => Promise.resolve({ ok: true, value: name === 'moves.plan' ? plan : null })
    return new MoveForm({ calls: { askOf } as never, opened: of, forms, onmoved: () => ends.push('moved') })
  }

  it('has the typed topic and the chosen stream after Escape, for the same message or topic', async () => {
    const { forms, notices } = engineWithForms().page()
    const form = move(forms)
    form.typeTopic('a long new name')
    form.chooseStream(design)
    form.left.close(() => undefined)
    await noticed()
    expect(notices.text).toBe(kept)
    const again = move(forms)
    expect([again.topic, again.streamText, again.left.isReturned]).toEqual(['a long new name', 'design', true])
    again.left.discard()
    expect([again.topic, again.streamText]).toEqual(['lunch', ''])
    const whole = { ...opened, messageId: null }
    move(forms, whole).typeTopic('another')
    expect(move(forms, { ...opened, messageId: 8 }).topic).toBe('lunch')
  })

  it('is empty once the messages are moved', async () => {
    const { forms } = engineWithForms().page()
    const ends: string[] = []
    const form = move(forms, opened, ends)
    form.typeTopic('tea')
    form.left.changed()
    await form.submit()
    expect([ends, move(forms).topic]).toEqual([['moved'], 'lunch'])
  })
})

describe('the details of a file', () => {
  const chip = { id: 'f', name: 'plan.pdf', alt: '' }

  it('have the typed name and description again after Cancel', () => {
    const { forms } = engineWithForms().page()
    const details = new FileDetails(chip, 'a', forms)
    details.stem = 'The plan of the hall'
    details.alt = 'Two halls and a yard'
    details.left.close()
    const again = new FileDetails(chip, 'a', forms)
    expect([again.name, again.alt]).toEqual(['The plan of the hall.pdf', 'Two halls and a yard'])
    expect(new FileDetails({ ...chip, id: 'g' }, 'a', forms).name).toBe('plan.pdf')
  })

  it('are those of the file once they are saved', () => {
    const { forms } = engineWithForms().page()
    const details = new FileDetails(chip, 'a', forms)
    details.stem = 'hall'
    details.left.changed()
    expect(details.submit()).toEqual({ name: 'hall.pdf', alt: '' })
    expect(new FileDetails(chip, 'a', forms).name).toBe('plan.pdf')
    details.stem = '/'
    expect(new FileDetails(chip, 'a', forms).left.isReturned).toBe(false)
  })

  it('stay open with their text while the name is empty', () => {
    const { forms } = engineWithForms().page()
    const details = new FileDetails(chip, 'a', forms)
    Object.assign(details, { stem: ' ', alt: 'a description' })
    expect(details.submit()).toBeNull()
    details.left.close()
    expect(new FileDetails(chip, 'a', forms).alt).toBe('a description')
  })
})

describe('a poll or a list in its message', () => {
  it('keeps the typed option or task while its message is off screen, until it is added', () => {
    const { forms } = engineWithForms().page()
    const of = { forms, accountId: 'a', name: 'widget:7:add' }
    const row = new AddedTexts(of)
    row.texts = ['Water the plants', 'On both floors']
    row.left.close()
    const again = new AddedTexts(of)
    expect([...again.texts]).toEqual(['Water the plants', 'On both floors'])
    again.added()
    expect([...new AddedTexts(of).texts]).toEqual([])
  })

  it('keeps the changed title after Escape, with a notice', async () => {
    const { forms, notices } = engineWithForms().page()
    const title = new ChangedTitle({ forms, accountId: 'a', name: 'widget:7:title' })
    title.open('Lunch?')
    title.text = 'Lunch on Friday?'
    title.cancel('Lunch?')
    await noticed()
    expect([title.text, notices.text]).toEqual([null, kept])
    notices.action?.run()
    expect([title.text, title.left?.isReturned]).toEqual(['Lunch on Friday?', true])
    title.saved()
    title.open('Lunch on Friday?')
    expect([title.text, title.left?.isReturned]).toEqual(['Lunch on Friday?', false])
  })

  it('withdraws its notice when it is removed, since nothing could be opened', async () => {
    const { forms, notices } = engineWithForms().page()
    const title = new ChangedTitle({ forms, accountId: 'a', name: 'widget:7:title' })
    title.open('Lunch?')
    title.text = 'Dinner?'
    title.cancel('Lunch?')
    title.leave()
    await noticed()
    expect(notices.text).toBeNull()
    title.open('Lunch?')
    title.text = 'Tea?'
    title.cancel('Lunch?')
    await noticed()
    expect(notices.text).toBe(kept)
    title.leave()
    expect(notices.text).toBeNull()
  })
})

describe('an alert word', () => {
  const list = (forms: LeftForms) =>
    new AlertWordList({ ask: () => Promise.resolve({ ok: true, value: null }) as never }, 'a', forms)

  it('is in the field again after the settings were closed, until it is added', async () => {
    const { forms } = engineWithForms().page()
    const words = list(forms)
    words.text = 'calibration file'
    words.left.close()
    const again = list(forms)
    expect(again.text).toBe('calibration file')
    await again.add()
    again.left.changed()
    expect(list(forms).text).toBe('')
  })
})

describe('a new stream', () => {
  const creation = { public: true, private: true, webPublic: false, subscribeOthers: true, announce: true }

  function streams(forms: LeftForms) {
    const view = { items: [], meta: { creation }, onChange: () => undefined }
    const views = { open: () => view, close: () => undefined }
    const calls = { ask: () => Promise.resolve({ ok: true, value: { streamId: 9 } }) }
    const screen = new StreamsScreen(
      { accountId: 'a', position: null, text: '' },
      { bridge: {} as never, views: views as never, calls: calls as never, leftForms: forms },
    )
    screen.startCreating()
    return screen
  }

  it('has all its fields again on another visit and after a restart, including people', async () => {
    const { page } = engineWithForms()
    const { forms, notices } = page()
    const screen = streams(forms)
    const { creating } = screen
    Object.assign(creating ?? {}, { name: 'gardens', description: 'Tulips', privacy: 'private_shared' })
    creating?.addPeople([{ id: 3, name: 'Noor' }])
    screen.stopCreating()
    await noticed()
    expect([screen.creating, notices.text]).toEqual([null, kept])
    notices.action?.run()
    expect(screen.creating?.name).toBe('gardens')
    screen.close()
    const again = streams(forms).creating
    expect([again?.name, again?.description, again?.people]).toEqual(['gardens', 'Tulips', [{ id: 3, name: 'Noor' }]])
    await stored()
    const next = streams(page().forms)
    await stored()
    expect([next.creating?.name, next.left?.isReturned]).toEqual(['gardens', true])
    next.left?.discard()
    expect([next.creating?.name, next.creating?.people]).toEqual(['', []])
  })

  it('starts empty after one was created', () => {
    const { forms } = engineWithForms().page()
    const screen = streams(forms)
    Object.assign(screen.creating ?? {}, { name: 'gardens' })
    screen.left?.changed()
    screen.created()
    screen.startCreating()
    expect(screen.creating?.name).toBe('')
  })
})

describe('the name of a snippet', () => {
  function snippets(forms: LeftForms) {
    const view = { items: [], meta: null, onChange: () => undefined }
    const views = { open: () => view, close: () => undefined }
    const call = () => Promise.resolve({ ok: true, value: null })
    return new SnippetsScreen(
      { accountId: 'a', position: null, text: '' },
      { bridge: { call } as never, views: views as never, leftForms: forms },
    )
  }

  it('is restored in the next new snippet if the list was left before there was a text', async () => {
    const { forms } = engineWithForms().page()
    const list = snippets(forms)
    await list.startNew()
    Object.assign(list.editor ?? {}, { name: 'opening hours' })
    list.editor?.edited()
    list.close()
    const again = snippets(forms)
    await again.startNew()
    expect([again.editor?.name, again.left?.isReturned]).toEqual(['opening hours', true])
    Object.assign(again.editor ?? {}, { content: 'From nine.' })
    await again.finish()
    await again.startNew()
    expect(again.editor?.name).toBe('')
  })
})

describe('the form to sign in', () => {
  const form = (left: LeftSignIn, known: { server: string; email: string } | null = null) =>
    new SignInForm({ signIn: () => Promise.resolve(null), known, left })

  it('has server and name again after Cancel and after a restart, and never the password', async () => {
    const entries = new Map<string, string>()
    const left = new LeftSignIn(storage(entries))
    const first = form(left)
    Object.assign(first, { server: 'https://alder.example', email: 'ada@alder.example', secret: 'hunter2' })
    first.changed()
    expect(JSON.stringify([...entries])).not.toContain('hunter2')
    expect([form(left).server, form(left).email, form(left).secret]).toEqual([
      'https://alder.example',
      'ada@alder.example',
      '',
    ])
    const again = form(new LeftSignIn(storage(entries)))
    expect(again.server).toBe('https://alder.example')
    await again.submit()
    expect([entries.size, form(new LeftSignIn(storage(entries))).server]).toEqual([0, ''])
  })

  it('stores nothing for a known account, and ignores a damaged entry', () => {
    const entries = new Map([['signing-in:new', '{"server":1']])
    const left = new LeftSignIn(storage(entries))
    const known = form(left, { server: 'https://alder.example', email: 'ada@alder.example' })
    known.email = 'other@alder.example'
    known.changed()
    flushSync()
    expect(left.texts).toEqual({ server: '', email: '' })
  })
})
