import { describe, expect, it } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { ManagedBot, ManagedFieldItem, ManagedPerson } from '#contract/people/people-administration.ts'
import { ManagedPersonModel } from '#renderer/features/managing/managed-person.svelte.ts'
import { NewBot, NewPerson } from '#renderer/features/managing/new-account.svelte.ts'

const mei: ManagedPerson = {
  id: 9,
  name: 'Mei',
  avatar: null,
  isGuest: false,
  isBot: false,
  isActive: true,
  role: 'member',
  email: 'mei@alder.example',
  isSelf: false,
  canChangeEmail: false,
  editRefusal: null,
  roleRefusals: {
    owner: { code: 'role', least: 'owner' },
    administrator: null,
    moderator: null,
    member: null,
    guest: null,
  },
  activityRefusal: null,
  hasComment: false,
  bot: null,
  bots: [],
  botCount: 0,
  endsBots: false,
  groupCount: 0,
}
const bot: ManagedBot = {
  type: 'generic',
  owner: { id: 7, name: 'Iris' },
  hasStreams: false,
  sendingStream: '',
  eventsStream: '',
  hasKey: true,
  refusal: null,
}
const team: ManagedFieldItem = {
  key: 'managed_field:3',
  kind: 'managed_field',
  fieldId: 3,
  name: 'Team',
  hint: '',
  content: { type: 'short_text', most: 50 },
  value: 'arm',
}
const refused = { ok: false, error: { code: 'CHANGE_NEEDS_SERVER' } } as const

function setUp(person: ManagedPerson = mei, answers: Result<unknown>[] = []) {
  const asked: unknown[] = []
  const copied: string[] = []
  const view = { meta: { person }, items: [team], failure: null }
  const model = new ManagedPersonModel({
    views: { open: () => view, close: () => asked.push('close') } as never,
    calls: {
      askOf: (...call: unknown[]) => {
        asked.push(call)
        return Promise.resolve(answers.shift() ?? { ok: true, value: null })
      },
    } as never,
    copy: (text) => copied.push(text) > 0,
    accountId: 'a',
    userId: 9,
  })
  model.follow(person, person.bot === null ? [team] : [])
  const follow = (next: Partial<ManagedPerson>) => {
    view.meta = { person: { ...person, ...next } }
    model.follow(view.meta.person, [team])
  }
  return { model, asked, copied, follow }
}

describe('the form of a managed person', () => {
  it('sends only what the user has changed', async () => {
    const { model, asked } = setUp()
    expect([model.canSave, model.roles]).toEqual([false, ['administrator', 'moderator', 'member', 'guest']])
    model.set('role', 'guest')
    model.set('field:3', 'leg')
    expect(model.canSave).toBe(true)
    expect(await model.save()).toBe(true)
    const change = { userId: 9, role: 'guest', fields: [{ fieldId: 3, value: 'leg' }] }
    expect(asked).toEqual([['a', 'people.change', change]])
    expect([model.said, model.isChanged]).toEqual(['saved', false])
  })

  it('keeps what was typed when it is refused, and when the right goes', async () => {
    const { model, follow } = setUp(mei, [refused])
    model.set('name', 'Mei O.')
    expect(await model.save()).toBe(false)
    expect([model.submission.failure, model.valueOf('name')]).toEqual([refused.error, 'Mei O.'])
    const refusal = { code: 'role', least: 'administrator' } as const
    follow({ editRefusal: refusal, name: 'Mei Okafor' })
    expect([model.canEdit, model.canSave, model.valueOf('name')]).toEqual([false, false, 'Mei O.'])
    expect(model.changedElsewhere('name')).toBe('Mei Okafor')
    follow({ editRefusal: null })
    expect(model.canSave).toBe(true)
  })

  it('returns from the question after a deactivation, and stays there with a failure', async () => {
    const { model, asked } = setUp(mei, [refused])
    model.open('deactivation')
    model.comment = 'Thank you'
    await model.deactivate()
    expect([model.part, model.submission.failure]).toEqual(['deactivation', refused.error])
    await model.deactivate()
    expect([model.part, model.submission.failure]).toEqual(['form', null])
    expect(asked[1]).toEqual(['a', 'people.deactivate', { userId: 9, comment: 'Thank you' }])
  })

  it('gives a bot another owner, and copies its key without keeping it', async () => {
    const key = (value: string) => ({ ok: true, value: { key: value } }) as const
    const { model, asked, copied } = setUp({ ...mei, isBot: true, bot }, [
      key('old'),
      { ok: true, value: null },
      key('new'),
    ])
    expect(model.owner).toEqual({ id: 7, name: 'Iris' })
    await model.copyKey()
    expect([copied, model.said]).toEqual([['old'], 'keyCopied'])
    model.chooseOwner({ id: 8, name: 'Noor' })
    expect(model.owner).toEqual({ id: 8, name: 'Noor' })
    await model.save()
    expect(asked[1]).toEqual(['a', 'bots.change', { userId: 9, ownerId: 8 }])
    model.open('key')
    await model.replaceKey()
    expect([model.part, model.said, copied]).toEqual(['form', 'keyReplaced', ['old', 'new']])
    // The server may not tell the new key again.
    await model.copyKey()
    expect([asked.length, copied]).toEqual([3, ['old', 'new', 'new']])
  })
})

describe('the form of a new account', () => {
  const calls = (asked: unknown[], answer: Result<unknown>) =>
    ({
      askOf: (...call: unknown[]) => {
        asked.push(call)
        return Promise.resolve(answer)
      },
    }) as never

  it('keeps name and address of a person when it is left, and never the password', async () => {
    const asked: unknown[] = []
    const form = new NewPerson({ calls: calls(asked, refused), accountId: 'a' })
    form.fill({ name: 'Ada', email: 'ada@x.example' })
    form.password = 'a secret'
    expect(form.texts).toEqual({ name: 'Ada', email: 'ada@x.example' })
    expect(await form.submit()).toBe(false)
    expect(asked).toEqual([['a', 'people.add', { name: 'Ada', email: 'ada@x.example', password: 'a secret' }]])
  })

  it('creates a bot of the chosen type', async () => {
    const form = new NewBot({ calls: calls([], { ok: true, value: { userId: 12 } }), accountId: 'a' }, ['incoming'])
    expect(form.type).toBe('incoming')
    form.fill({ ...form.texts, type: 'nonsense', name: 'Builds' })
    expect([form.type, form.name]).toEqual(['incoming', 'Builds'])
    expect(await form.submit()).toBe(12)
  })
})
