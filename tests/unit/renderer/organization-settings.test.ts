import { describe, expect, it, vi } from 'vitest'
import type { Result } from '#contract/base/failures.ts'
import type { OrganizationChange } from '#contract/organization/organization.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { administrator, organizationMeta, permissionItems } from '#renderer/features/organization/fixtures.ts'
import { OrganizationChanges } from '#renderer/features/organization/organization-changes.svelte.ts'
import { organizationPages, type OrganizationPorts } from '#renderer/features/organization/organization-rows.ts'
import { OrganizationForm } from '#renderer/features/organization/profile-form.svelte.ts'
import { OrganizationScreen } from '#renderer/features/organization/organization-screen.ts'
import type { LiveView } from '#renderer/bridge/view-client.svelte.ts'
import { Rights } from '#renderer/state/rights.svelte.ts'
import type { SettingsRow } from '#renderer/parts/settings/settings-rows.ts'
import type { AccountCalls } from '#renderer/state/account-calls.ts'
import { LeftForms } from '#renderer/state/left-forms.svelte.ts'
import { organizationSections } from '#renderer/state/routes/organization-sections.ts'
import { readRoute, storedRoute } from '#renderer/state/routes/routes.ts'
import {
  organizationLimits,
  organizationPermissions,
  organizationStreams,
  organizationSwitches,
} from '#shared/organization/organization-choices.ts'

/** Calls that are answered by `answer`, one after the other. */
function answering() {
  const made: OrganizationChange[] = []
  const waiting: ((result: Result<null>) => void)[] = []
  const askOf = ((_account: string, _name: string, { change }: { change: OrganizationChange }) => {
    made.push(change)
    return new Promise<Result<null>>((resolve) => waiting.push(resolve))
  }) as unknown as AccountCalls['askOf']
  const answer = async (result: Result<null>) => {
    waiting.shift()?.(result)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { made, calls: { askOf }, answer }
}

const done: Result<null> = { ok: true, value: null }
const offline: Result<null> = { ok: false, error: { code: 'CHANGE_NEEDS_SERVER' } }
const profile: OrganizationPorts['profile'] = vi.fn() as never

function setUp(over: Partial<OrganizationPorts> = {}) {
  const { made, calls, answer } = answering()
  const changes = new OrganizationChanges(calls, 'a')
  const lists = { emoji: profile, linkifiers: profile, playgrounds: profile, domains: profile }
  const rights = new Rights(administrator as unknown as LiveView<'rights'>) // all that rights read
  const pages = () =>
    organizationPages({
      meta: organizationMeta,
      permissions: permissionItems,
      rights,
      changes,
      profile,
      lists,
      ...over,
    })
  const row = (title: string): SettingsRow => {
    const found = pages()
      .flatMap(({ rows }) => rows)
      .find((each) => each.title === title)
    if (found === undefined) throw new Error(`no row ${title}`)
    return found
  }
  const chosen = (title: string) => {
    const each = row(title)
    return each.kind === 'choice' ? each.options.find(({ isChosen }) => isChosen)?.label : undefined
  }
  const choose = (title: string, label: string) => {
    const each = row(title)
    if (each.kind === 'choice') each.options.find((option) => option.label === label)?.choose()
  }
  return { made, answer, pages, row, chosen, choose }
}

describe('the rows of the organization', () => {
  it('are those of each setting, once, in sections with different names', () => {
    const { pages } = setUp()
    const count =
      organizationSwitches.length +
      organizationLimits.length +
      organizationStreams.length +
      organizationPermissions.length +
      // The profile, earlier versions, retention and waiting period, and four lists.
      8
    const rows = pages().flatMap((page) => page.rows)
    expect(rows).toHaveLength(count)
    expect(new Set(rows.map(({ legend, title }) => `${legend}/${title}`)).size).toBe(count)
    expect(pages().map(({ section }) => section)).toEqual([...organizationSections])
  })

  it('leave out what the server lacks', () => {
    const { pages } = setUp({ meta: { ...organizationMeta, switches: {}, hasMovesOnly: false }, permissions: [] })
    const rows = pages().flatMap((page) => page.rows)
    expect(rows.filter(({ kind }) => kind === 'switch')).toEqual([])
    const history = rows.find(({ title }) => title === catalogue.organization.editHistory.title)
    expect(history?.kind === 'choice' ? history.options.map(({ label }) => label) : []).toEqual([
      'Edits and moves',
      'Nothing',
    ])
  })

  it('say who may change them', () => {
    const { row } = setUp()
    expect(row('Delete messages after').locked).toBe('Only owners can do this.')
    expect(row('Time to edit messages').locked).toBeUndefined()
  })

  it('show limits in human units, with one that is not offered', () => {
    const { chosen, choose, made } = setUp()
    expect(chosen('Time to edit messages')).toBe('10 minutes')
    expect(chosen('Time to delete own messages')).toBe('90 minutes')
    expect(chosen('Time to move messages to another topic')).toBe('No limit')
    choose('Time to edit messages', '2 hours')
    choose('Time to delete own messages', 'No limit')
    expect(made).toEqual([
      { kind: 'limit', setting: 'message_content_edit_limit_seconds', seconds: 7200 },
      { kind: 'limit', setting: 'message_content_delete_limit_seconds', seconds: null },
    ])
  })

  it('give a permission to roles and groups, and keep people who are named one by one', () => {
    const { chosen, choose, made, row } = setUp()
    expect(chosen('Create public streams')).toBe('Members')
    expect(chosen('Create private streams')).toBe('release-crew')
    const some = 'Create streams that anyone on the internet can read'
    expect(chosen(some)).toBe('3 people and 1 group')
    choose('Create public streams', 'release-crew')
    choose('Create private streams', 'Moderators and above')
    choose(some, '3 people and 1 group')
    expect(made).toEqual([
      { kind: 'permission', permission: 'can_create_public_channel_group', to: { groupId: 20 } },
      { kind: 'permission', permission: 'can_create_private_channel_group', to: { role: 'moderators' } },
    ])
    expect(row('Create public streams').state).toEqual({ kind: 'saving' })
  })
})

describe('a change of the organization', () => {
  it('shows its value until the server has answered, then that of the organization', async () => {
    const { answer, chosen, choose, row } = setUp()
    choose('Announce new streams in', 'None')
    expect(chosen('Announce new streams in')).toBe('None')
    expect(row('Announce new streams in').state).toEqual({ kind: 'saving' })
    await answer(done)
    expect(chosen('Announce new streams in')).toBe('announcements')
    expect(row('Announce new streams in').state).toBeUndefined()
  })

  it('shows the value of before after a refusal, with the reason and another try', async () => {
    const { answer, chosen, choose, made, row } = setUp()
    choose('New members become full members after', '7 days')
    await answer(offline)
    expect(chosen('New members become full members after')).toBe('3 days')
    const { state } = row('New members become full members after')
    expect(state).toMatchObject({
      kind: 'failed',
      sentence: expect.stringContaining('can’t reach the server') as string,
    })
    if (state?.kind === 'failed') state.retry()
    expect(made).toHaveLength(2)
    await answer(done)
    expect(row('New members become full members after').state).toBeUndefined()
  })

  it('has the outcome of the last one of its row', async () => {
    const { answer, choose, row } = setUp()
    choose('Announce new streams in', 'None')
    choose('Announce new streams in', 'arm-firmware')
    await answer(offline)
    expect(row('Announce new streams in').state).toEqual({ kind: 'saving' })
    await answer(done)
    expect(row('Announce new streams in').state).toBeUndefined()
  })
})

describe('the form of the name and the description', () => {
  const form = () => {
    const { made, calls, answer } = answering()
    const forms = new LeftForms({
      bridge: { call: () => Promise.resolve({ ok: true, value: [] }) } as never,
      notifyWithAction: () => vi.fn(),
    })
    const opened = new OrganizationForm(calls, 'a', forms)
    opened.follow({ name: 'Alder', description: 'Arms.' })
    return { made, answer, form: opened }
  }

  it('follows the organization where nothing was typed, and keeps what was', () => {
    const { form: each } = form()
    each.name = 'Alder & Co'
    each.follow({ name: 'Elm', description: 'Legs.' })
    expect([each.name, each.description, each.isChanged]).toEqual(['Alder & Co', 'Legs.', true])
    each.name = 'Elm'
    expect(each.isChanged).toBe(false)
  })

  it('saves only what was typed, and keeps it after a refusal', async () => {
    const { answer, form: each, made } = form()
    each.description = 'Arms and legs.'
    void each.submit()
    void each.submit()
    await answer({ ok: false, error: { code: 'RIGHT_MISSING', values: { refusal: null } } })
    expect(made).toEqual([{ kind: 'description', description: 'Arms and legs.' }])
    expect([each.description, each.refused, each.isSaved]).toEqual(['Arms and legs.', 'all', false])
    void each.submit()
    await answer(done)
    expect([each.isChanged, each.isSaved, each.refused]).toEqual([false, true, null])
  })

  it('shows a refusal of a name at its field', async () => {
    const { answer, form: each } = form()
    each.name = ''
    void each.submit()
    await answer({ ok: false, error: { code: 'ORGANIZATION_NAME_MISSING' } })
    expect(each.refused).toBe('name')
  })
})

describe('the screen of the organization', () => {
  it('keeps its section and its search for the next start', () => {
    const screen = new OrganizationScreen({ section: 'messages' }, { accountId: 'a', text: '' })
    expect(readRoute(storedRoute(screen.route))).toEqual({ kind: 'organization', section: 'messages' })
    screen.search('limit')
    expect(readRoute(storedRoute(screen.route))).toEqual({ kind: 'organization', section: 'messages', query: 'limit' })
    screen.showSection('people')
    expect(screen.route).toEqual({ kind: 'organization', section: 'people' })
    expect(readRoute(JSON.stringify({ kind: 'organization', section: 'gone' }))).toBeNull()
  })
})
