import { describe, expect, it } from 'vitest'
import type { Failure, Result } from '#contract/base/failures.ts'
import type { CommonStream, PersonDetails } from '#contract/people/profiles.ts'
import { mentionText, personActions, type PersonActionParts } from '#renderer/parts/people/person-actions.ts'
import { PersonModel, type PersonPorts } from '#renderer/features/people/person-model.svelte.ts'
import { localTimeText } from '#renderer/features/people/person-texts.ts'

const noor: PersonDetails = {
  id: 8,
  name: 'Noor',
  avatar: null,
  isGuest: false,
  isBot: false,
  isActive: true,
  role: 'member',
  email: 'noor@alder.example',
  pronouns: null,
  presence: null,
  status: null,
  timezone: '',
  joinedAt: null,
  owner: null,
  isSelf: false,
  isMuted: false,
  hasNamesake: false,
  canManage: false,
  groups: [],
}

describe('the mention of a person', () => {
  it('has the name, and the id where the name does not identify the person', () => {
    expect(mentionText(noor)).toBe('@**Noor** ')
    expect(mentionText({ ...noor, hasNamesake: true })).toBe('@**Noor|8** ')
    expect(mentionText({ ...noor, name: 'a **star**' })).toBe('@**|8** ')
    expect(mentionText({ ...noor, name: null })).toBe('@**|8** ')
  })
})

describe('the local time of a person', () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone

  it('is the same as the reader’s in the same zone', () => {
    expect(localTimeText(here, Date.UTC(2026, 10, 30, 12))).toMatch(/\(same time as you\)$/)
  })

  it('is nothing for a missing or unknown zone', () => {
    expect(localTimeText('', 0)).toBeNull()
    expect(localTimeText('Mars/Olympus', 0)).toBeNull()
  })

  it('has the difference from the reader’s clock in hours and minutes, and the day if it is another one', () => {
    const noon = Date.UTC(2026, 10, 30, 12)
    const offset = -new Date(noon).getTimezoneOffset()
    const ahead = 5 * 60 + 45 - offset
    const text = localTimeText('Asia/Kathmandu', noon) ?? ''
    const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60]
    const span = [hours > 0 ? `${hours} h` : '', minutes > 0 ? `${minutes} min` : ''].filter(Boolean).join(' ')
    expect(text).toMatch(/^17:45/)
    expect(text).toContain(ahead === 0 ? 'same time' : `${span} ${ahead > 0 ? 'ahead of' : 'behind'} you`)
  })
})

function parts() {
  const done: unknown[] = []
  const note =
    (name: string) =>
    (...input: unknown[]) => {
      done.push([name, ...input])
      return Promise.resolve()
    }
  const fake = {
    accounts: { state: { accounts: [{ id: 'a', server: 'https://chat.example' }] } },
    calls: { mutePerson: note('mute'), copyAddress: note('copy'), copyEmail: note('email') },
    routeNavigator: {
      show: note('show'),
      focusComposer: note('focus'),
      mention: note('mention'),
      showRoute: note('route'),
    },
    routes: { go: note('go') },
    sidePanel: { show: note('panel') },
    overlays: { openManaging: note('manage') },
  } as unknown as PersonActionParts
  const run = (id: string, person: PersonDetails = noor) => {
    personActions(fake, 'a', person)
      .find((action) => action.id === id)
      ?.run()
    return done.splice(0)
  }
  const offered = (person: PersonDetails) => personActions(fake, 'a', person).map(({ id }) => id)
  return { run, offered }
}

describe('the actions on a person', () => {
  it('write, mention, show, search, mute and copy the link', () => {
    const { run } = parts()
    expect(run('message')).toEqual([['show', { kind: 'direct', userIds: [8] }], ['focus']])
    expect(run('mention')).toEqual([['mention', '@**Noor** ']])
    expect(run('profile')).toEqual([['panel', { kind: 'profile', accountId: 'a', userId: 8 }]])
    expect(run('messages')).toEqual([['route', { kind: 'feed', narrow: { kind: 'sender', userId: 8 } }]])
    expect(run('search')).toEqual([['go', { kind: 'search', query: 'with:Noor|8 ', isEverywhere: false }]])
    expect(run('mute')).toEqual([['mute', 8, true]])
    expect(run('mute', { ...noor, isMuted: true })).toEqual([['mute', 8, false]])
    expect(run('copy_email')).toEqual([['email', 'noor@alder.example']])
    expect(run('copy_link')).toEqual([['copy', 'https://chat.example/#user/8']])
  })

  it('leave out what makes no sense for oneself, for deactivated people and without a visible address', () => {
    const { offered, run } = parts()
    expect(offered({ ...noor, isSelf: true })).not.toContain('mute')
    expect(run('message', { ...noor, isSelf: true })).toEqual([['show', { kind: 'direct', userIds: [] }], ['focus']])
    expect(offered({ ...noor, isActive: false })).not.toContain('mention')
    expect(offered({ ...noor, email: null })).not.toContain('copy_email')
    expect(offered(noor)).not.toContain('manage')
    expect(run('manage', { ...noor, canManage: true })).toEqual([
      ['manage', { kind: 'person', accountId: 'a', userId: 8 }],
    ])
  })
})

describe('the state of a shown person', () => {
  const stream: CommonStream = { streamId: 1, name: 'general', color: '#336699', privacy: 'public' }

  function model(answers: Result<readonly CommonStream[]>[]) {
    const log: string[] = []
    const view = { meta: null, items: [], failure: null }
    const ports = {
      views: {
        open: (accountId: string, { type }: { type: string }) => {
          log.push(`open ${accountId} ${type}`)
          return view
        },
        close: () => log.push('close'),
      },
      calls: { askOf: () => Promise.resolve(answers.shift()) },
    } as unknown as PersonPorts
    return { log, shown: new PersonModel(ports, { accountId: 'a', userId: 8 }) }
  }

  it('opens and closes its view', () => {
    const { log, shown } = model([])
    expect(shown.person).toBeNull()
    shown.close()
    expect(log).toEqual(['open a person', 'close'])
  })

  it('keeps the failure of the streams in common until another attempt succeeds', async () => {
    const failure: Failure = { code: 'OFFLINE', values: { wanted: 'common_streams' } }
    const { shown } = model([
      { ok: false, error: failure },
      { ok: true, value: [stream] },
    ])
    await shown.loadStreams()
    expect([shown.streams, shown.streamsFailure]).toEqual([null, failure])
    await shown.loadStreams()
    expect([shown.streams, shown.streamsFailure]).toEqual([[stream], null])
  })
})
