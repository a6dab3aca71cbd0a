import { describe, expect, it } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { OwnAccountMeta, OwnFieldItem, OwnStatus } from '#contract/people/own-account.ts'
import { Deactivation } from '#renderer/features/account/deactivation.svelte.ts'
import { PasswordForm } from '#renderer/features/account/password-form.svelte.ts'
import { CropSquare, type CropSource } from '#renderer/features/account/profile/crop-square.svelte.ts'
import { OwnPicture } from '#renderer/features/account/profile/own-picture.svelte.ts'
import { ProfileForm } from '#renderer/features/account/profile/profile-form.svelte.ts'
import { timeZones } from '#renderer/features/account/profile/time-zones.ts'
import { ShownKey } from '#renderer/features/account/shown-key.svelte.ts'
import { offeredEnds, statusEnd } from '#renderer/features/account/status-ends.ts'
import { StatusForm, statusPresets } from '#renderer/features/account/status-form.svelte.ts'
import { TopicChoices } from '#renderer/features/account/topic-choices.svelte.ts'
import { statusText } from '#renderer/parts/emoji/status-text.ts'
import { drawPng } from '#server/base/png.ts'
import { sentenceOf } from '#i18n/catalogue.ts'

const noon = new Date(2026, 10, 30, 12).getTime()
const hour = 3_600_000
const refusal: Failure = { code: 'SERVER_REFUSED' }

/** Records calls and answers them. */
function engine() {
  const made: unknown[] = []
  const state = { result: { ok: true, value: null } as Result<never> | Result<null> }
  const call = (name: string, input: unknown) => {
    made.push([name, input])
    return Promise.resolve(state.result)
  }
  const calls = { askOf: (_account: string, name: string, input: unknown) => call(name, input), account: call }
  // Each test answers with the output of its call.
  return { made, state, calls: calls as never }
}

const status = (over: Partial<OwnStatus> = {}): OwnStatus => ({
  text: 'Busy',
  emoji: { type: 'unicode_emoji', code: '1f6e0', name: 'working_on_it', character: '🛠️', picture: null },
  until: null,
  state: { kind: 'saved' },
  ...over,
})

describe('the form of the own status', () => {
  const formOf = (shown: OwnStatus | null) => {
    const { made, state, calls } = engine()
    return { made, state, form: new StatusForm(calls, 'a', shown, () => noon) }
  }

  it('begins with the status, and is saved with its end', async () => {
    const { made, form } = formOf(status({ until: noon + hour }))
    expect({ ...form.texts, isChanged: form.isChanged }).toMatchObject({
      text: 'Busy',
      end: 'moment',
      moment: String(noon + hour),
      isChanged: false,
    })
    form.text = 'Still busy'
    form.choose('half_hour')
    expect(await form.save()).toBe(true)
    expect(made).toEqual([
      [
        'account.setStatus',
        { text: 'Still busy', emoji: { type: 'unicode_emoji', code: '1f6e0' }, until: noon + hour / 2 },
      ],
    ])
  })

  it('follows another device until the user changes it', () => {
    const { form } = formOf(null)
    form.follow(status())
    expect(form.text).toBe('Busy')
    form.text = 'Mine'
    form.follow(status({ text: 'Theirs' }))
    expect(form.text).toBe('Mine')
  })

  it('keeps the text of a refused status with the failure', async () => {
    const { state, form } = formOf(null)
    form.text = 'rude'
    state.result = { ok: false, error: refusal }
    expect(await form.save()).toBe(false)
    expect({ text: form.text, failure: form.submission.failure }).toEqual({ text: 'rude', failure: refusal })
  })

  it('takes a suggestion with its emoji and its end', () => {
    const { form } = formOf(null)
    const [busy] = statusPresets
    form.usePreset('Busy', busy ?? statusPresets[1]!)
    expect({ text: form.text, end: form.end, code: form.emoji?.code }).toEqual({
      text: 'Busy',
      end: 'hour',
      code: '1f6e0',
    })
  })

  it('returns abandoned texts, except for a moment that has passed', () => {
    const { form } = formOf(null)
    form.fill({ text: 'Later', emoji: '', end: 'moment', moment: String(noon + hour) })
    expect({ end: form.end, moment: form.moment }).toEqual({ end: 'moment', moment: noon + hour })
    form.fill({ text: 'Later', emoji: '', end: 'moment', moment: String(noon - hour) })
    expect({ text: form.text, end: form.end, moment: form.moment }).toEqual({
      text: 'Later',
      end: 'never',
      moment: null,
    })
  })

  it('counts the characters that remain near the limit', () => {
    const { form } = formOf(null)
    form.text = 'x'.repeat(40)
    expect(form.remaining).toBeNull()
    form.text = '𝒳'.repeat(61)
    expect(form.remaining).toBe(-1)
  })
})

describe('the ends of a status', () => {
  it('are later than now, and five in the afternoon is not offered in the evening', () => {
    expect(offeredEnds(noon)).toEqual(['never', 'half_hour', 'hour', 'today', 'tomorrow', 'moment'])
    const evening = new Date(2026, 10, 30, 18).getTime()
    expect(offeredEnds(evening)).not.toContain('today')
    expect(statusEnd('today', noon)).toBe(new Date(2026, 10, 30, 17).getTime())
    expect(statusEnd('tomorrow', noon)).toBe(new Date(2026, 11, 1, 9).getTime())
  })

  it('are a part of the line in the menu', () => {
    expect(statusText(status({ until: noon + hour }), noon)).toBe('🛠️ Busy (until 13:00)')
    expect(statusText(status({ emoji: null }), noon)).toBe('Busy')
    const custom = { type: 'realm_emoji', code: '1', name: 'party', character: '', picture: '/p.png' }
    expect(statusText(status({ emoji: custom, text: '' }), noon)).toBe(':party:')
  })
})

const saved = { kind: 'saved' } as const
const meta = (name: string): OwnAccountMeta => ({
  self: null,
  name: { value: name, state: saved },
  emailVisibility: { value: 1, state: saved },
  timezone: { value: '', state: saved },
  status: null,
  canRename: true,
  canChangePicture: true,
  minPassword: 6,
})
const nickname = (value: string, over: Partial<OwnFieldItem> = {}): OwnFieldItem => ({
  key: 'own_field:3',
  kind: 'own_field',
  fieldId: 3,
  name: 'Nickname',
  hint: '',
  content: { type: 'short_text', most: 50 },
  value,
  state: saved,
  ...over,
})

describe('the form of the own profile', () => {
  function setUp() {
    const { made, state, calls } = engine()
    const form = new ProfileForm(calls, 'a')
    form.follow(meta('Iris'), [nickname('Ir')])
    return { made, state, form }
  }

  it('saves the changed values alone', async () => {
    const { made, form } = setUp()
    expect({ isChanged: form.isChanged, texts: form.texts }).toEqual({ isChanged: false, texts: {} })
    form.set('full_name', 'Iris L')
    form.set('field:3', '')
    form.set('email_address_visibility', '3')
    expect(form.texts).toEqual({ full_name: 'Iris L', 'field:3': '', email_address_visibility: '3' })
    expect(await form.save()).toBe(true)
    expect(made).toEqual([
      ['account.change', { change: { property: 'full_name', value: 'Iris L' } }],
      ['account.change', { change: { property: 'email_address_visibility', value: 3 } }],
      ['account.setField', { fieldId: 3, value: '' }],
    ])
    expect(form.isChanged).toBe(false)
  })

  it('takes over changes from elsewhere, and shows them beside what the user has typed', () => {
    const { form } = setUp()
    form.set('full_name', 'Mine')
    form.follow(meta('Theirs'), [nickname('New')])
    expect(form.valueOf('full_name')).toBe('Mine')
    expect(form.changedElsewhere('full_name')).toBe('Theirs')
    expect(form.valueOf('field:3')).toBe('New')
    expect(form.changedElsewhere('field:3')).toBeNull()
  })

  it('keeps a refused value with its reason', async () => {
    const { state, form } = setUp()
    state.result = { ok: false, error: refusal }
    form.set('full_name', 'x')
    expect(await form.save()).toBe(false)
    expect({ value: form.valueOf('full_name'), problem: form.problemOf('full_name') }).toEqual({
      value: 'x',
      problem: sentenceOf(refusal),
    })
    form.set('full_name', 'xy')
    expect(form.problemOf('full_name')).toBeNull()
  })

  it('shows what the server has refused, to be sent again or discarded', async () => {
    const { made, form } = setUp()
    const state = { kind: 'failed', localId: 'l', failure: refusal } as const
    form.follow(meta('Iris'), [nickname('rude', { state })])
    expect({ isRefused: form.isRefused('field:3'), problem: form.problemOf('field:3') }).toEqual({
      isRefused: true,
      problem: sentenceOf(refusal),
    })
    await form.retry('field:3')
    await form.discard('field:3')
    expect(made).toEqual([
      ['outbox.retry', { localId: 'l' }],
      ['outbox.discard', { localId: 'l' }],
    ])
  })

  it('returns abandoned values before the account is known', () => {
    const { calls } = engine()
    const form = new ProfileForm(calls, 'a')
    form.fill({ full_name: 'Typed' })
    form.follow(meta('Iris'), [nickname('Ir')])
    expect({ name: form.valueOf('full_name'), other: form.valueOf('field:3') }).toEqual({ name: 'Typed', other: 'Ir' })
  })

  it('adds and removes the people of a field', () => {
    const { form } = setUp()
    const noor = { id: 2, name: 'Noor', avatar: null, isGuest: false, isBot: false, isActive: true }
    form.follow(meta('Iris'), [nickname('[2]', { content: { type: 'person', people: [noor] } })])
    form.addPeople('field:3', [{ id: 5, name: 'Mei' }, noor])
    expect(form.peopleOf('field:3').map(({ name }) => name)).toEqual(['Noor', 'Mei'])
    form.removePerson('field:3', 2)
    form.removePerson('field:3', 5)
    expect(form.valueOf('field:3')).toBe('')
  })

  it('offers a time zone that this computer does not know if it is the current one', () => {
    expect(timeZones('Mars/Olympus')).toContain('Mars/Olympus')
    expect(timeZones('Europe/Berlin').filter((zone) => zone === 'Europe/Berlin')).toHaveLength(1)
  })
})

/** A picture of a size, which records whether it was freed. */
function source(width: number, height: number) {
  const state = { isFree: false }
  const close = () => {
    state.isFree = true
  }
  // The tests draw nothing.
  return { state, picture: { width, height, close } as unknown as CropSource }
}

describe('the square of a picture', () => {
  it('begins in the middle and never leaves the picture', () => {
    const square = new CropSquare(source(400, 200).picture)
    expect(square.square).toEqual({ left: 100, top: 0, side: 200 })
    square.move(9, 9)
    expect(square.square).toEqual({ left: 200, top: 0, side: 200 })
    square.enlarge(2)
    square.move(0, -9)
    expect(square.square).toEqual({ left: 250, top: 0, side: 100 })
    square.enlarge(0)
    expect(square.square).toEqual({ left: 200, top: 0, side: 200 })
  })
})

describe('the own picture', () => {
  const png = (side: number) => new Blob([new Uint8Array(drawPng(side, () => [200, 30, 30]))])

  function setUp(sizes: Readonly<Record<number, number>> = {}) {
    const { made, state, calls } = engine()
    const decoded = source(64, 64)
    const encoded: number[] = []
    const picture = new OwnPicture(calls, 'a', {
      decode: () => Promise.resolve(decoded.picture),
      encode: (_, side) => {
        encoded.push(side)
        return Promise.resolve(new Blob([new Uint8Array(sizes[side] ?? 10)]))
      },
    })
    return { made, state, decoded, encoded, picture }
  }

  it('is sent as a PNG after it was cropped, and freed', async () => {
    const { made, decoded, encoded, picture } = setUp()
    await picture.open(png(64))
    expect(picture.crop?.square.side).toBe(64)
    await picture.save()
    expect(made).toEqual([['account.setPicture', { accountId: 'a', data: btoa('\0'.repeat(10)) }]])
    expect({ encoded, crop: picture.crop, ...decoded.state }).toEqual({ encoded: [512], crop: null, isFree: true })
  })

  it('becomes smaller until a call can carry it', async () => {
    const { made, encoded, picture } = setUp({ 512: 2_000_000, 384: 1_200_000 })
    await picture.open(png(64))
    await picture.save()
    expect(encoded).toEqual([512, 384, 256])
    expect(made).toHaveLength(1)
  })

  it('stays for another attempt if it is refused', async () => {
    const { state, picture } = setUp()
    await picture.open(png(64))
    state.result = { ok: false, error: { code: 'OWN_OFFLINE', values: { act: 'picture' } } }
    await picture.save()
    expect({ isOpen: picture.crop !== null, problem: picture.problem }).toEqual({
      isOpen: true,
      problem: 'Skein can’t reach the server to change your picture. Try again when you’re online.',
    })
  })

  it('is no file that is not an image, or has too many pixels', async () => {
    const { picture } = setUp()
    await picture.open(new Blob(['plain text']))
    expect(picture.problem).toContain('isn’t an image')
    const huge = Buffer.from(drawPng(8, () => [0, 0, 0]))
    huge.writeUInt32BE(60_000, 16)
    huge.writeUInt32BE(60_000, 20)
    await picture.open(new Blob([new Uint8Array(huge)]))
    expect({ problem: picture.problem, crop: picture.crop }).toEqual({
      problem: 'This image has too many pixels. Make it smaller first.',
      crop: null,
    })
  })
})

describe('the form of a new password', () => {
  const accountView = { open: () => ({ meta: meta('Iris') }) as never, close: () => undefined }

  it('sends the passwords and forgets them', async () => {
    const { made, state, calls } = engine()
    const form = new PasswordForm({ calls, views: accountView }, 'a')
    Object.assign(form, { current: 'old', wanted: 'new one', again: 'new' })
    await form.save()
    expect({ made, failure: form.failure?.code }).toEqual({ made: [], failure: 'PASSWORDS_DIFFER' })
    Object.assign(form, { wanted: 'short', again: 'short' })
    await form.save()
    expect({ made, failure: form.failure }).toEqual({
      made: [],
      failure: { code: 'PASSWORD_TOO_SHORT', values: { least: 6 } },
    })
    form.wanted = 'new one'
    form.again = 'new one'
    state.result = { ok: true, value: { hasKey: true, keyIsStored: true } as never }
    await form.save()
    expect(made).toEqual([['account.changePassword', { accountId: 'a', current: 'old', wanted: 'new one' }]])
    expect([form.current, form.wanted, form.again, form.outcome]).toEqual([
      '',
      '',
      '',
      { hasKey: true, keyIsStored: true },
    ])
  })

  it('keeps the typed passwords after a refusal', async () => {
    const { state, calls } = engine()
    const form = new PasswordForm({ calls, views: accountView }, 'a')
    Object.assign(form, { current: 'wrong', wanted: 'new one', again: 'new one' })
    state.result = { ok: false, error: refusal }
    await form.save()
    expect({ current: form.current, failure: form.failure, outcome: form.outcome }).toEqual({
      current: 'wrong',
      failure: refusal,
      outcome: null,
    })
  })
})

describe('the shown key', () => {
  it('is asked for, replaced after a question, and forgotten', async () => {
    const { made, state, calls } = engine()
    const shown = new ShownKey(calls, 'a')
    expect(shown.key).toBeNull()
    state.result = { ok: true, value: { key: 'k1' } as never }
    await shown.show()
    expect(shown.key).toBe('k1')
    shown.isAsking = true
    state.result = { ok: true, value: { key: 'k2', keyIsStored: false } as never }
    await shown.replace()
    expect([shown.key, shown.isAsking, shown.isNew, shown.isStored]).toEqual(['k2', false, true, false])
    shown.forget()
    expect(shown.key).toBeNull()
    expect(made).toEqual([
      ['account.showKey', { accountId: 'a' }],
      ['account.replaceKey', { accountId: 'a' }],
    ])
  })
})

describe('the deactivation', () => {
  it('needs a confirmation', async () => {
    const { made, calls } = engine()
    const deactivation = new Deactivation(calls, 'a')
    expect(await deactivation.run()).toBe(false)
    deactivation.isConfirmed = true
    expect(await deactivation.run()).toBe(true)
    expect(made).toEqual([['account.deactivate', { accountId: 'a' }]])
  })
})

describe('the lists of muted and followed topics', () => {
  it('end a choice and restore it', async () => {
    const made: unknown[] = []
    const asked: unknown[] = []
    const topics = new TopicChoices(
      {
        open: (_account: string, query: unknown) => {
          asked.push(query)
          return { items: [], meta: null, failure: null } as never // no list is needed
        },
        close: () => undefined,
      },
      {
        setTopicPolicy: (...change: unknown[]) => {
          made.push(change)
          return Promise.resolve()
        },
      },
      'a',
    )
    const item = { key: 'k', kind: 'topic_choice', streamId: 4, topic: 'lunch', name: 'lunch' } as const
    topics.choose('followed')
    await topics.end({ ...item, streamName: null, streamColor: null })
    expect(topics.ended?.policy).toBe('followed')
    await topics.undo()
    expect(made).toEqual([
      [4, 'lunch', 0],
      [4, 'lunch', 3],
    ])
    expect({ ended: topics.ended, asked }).toEqual({
      ended: null,
      asked: [
        { type: 'topic_choices', policy: 'muted', text: '' },
        { type: 'topic_choices', policy: 'followed', text: '' },
      ],
    })
  })
})
