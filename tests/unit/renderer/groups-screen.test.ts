import { describe, expect, it } from 'vitest'
import type { GroupRights, GroupsMeta } from '#contract/people/groups.ts'
import { engineWithForms } from './engine-with-forms.ts'
import { GroupsScreen } from '#renderer/features/groups/groups-screen.svelte.ts'

const none: GroupRights = {
  canEdit: false,
  canAdd: false,
  canRemove: false,
  canJoin: false,
  canLeave: false,
  ending: null,
}

function setUp(text = '', over: Partial<GroupsMeta> = {}) {
  const opened: { readonly query: unknown; onChange: () => void }[] = []
  const closed: unknown[] = []
  const asked: unknown[] = []
  const notices: string[] = []
  const waiting: ((result: unknown) => void)[] = []
  const creation = { isAllowed: true, maxName: 100, maxDescription: 1024, hasMentionRight: true }
  const meta = { found: 0, hasMore: false, hasDeactivated: false, self: { id: 1, name: 'Iris' }, creation, ...over }
  const views = {
    open: (_accountId: string, query: unknown) => {
      const view = { query, items: [], meta, onChange: () => undefined }
      opened.push(view)
      return view
    },
    close: (view: { readonly query: unknown }) => closed.push(view.query),
  }
  const calls = {
    askOf: (accountId: string, name: string, input: unknown) => {
      asked.push([accountId, name, input])
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
  const screen = new GroupsScreen(
    { accountId: 'a', position: null, text },
    {
      bridge: {} as never,
      views: views as never,
      calls: calls as never,
      leftForms: engineWithForms().page().forms,
      notify: (sentence) => notices.push(sentence),
    },
  )
  return { screen, opened, closed, asked, notices, answer: (result: unknown) => waiting.shift()?.(result) }
}

describe('the list of all groups', () => {
  it('is restored with its filter and search, and starts with all groups', () => {
    expect(setUp().opened.map(({ query }) => query)).toEqual([{ type: 'groups', filter: 'all', text: '' }])
    const { screen, opened } = setUp('joined:a:b')
    expect(opened[0]?.query).toEqual({ type: 'groups', filter: 'joined', text: 'a:b' })
    expect(screen.text).toBe('joined:a:b')
    expect(setUp('nonsense').screen.filter).toBe('all')
  })

  it('shows the previous list until the next one is loaded, and closes its views', () => {
    const { screen, opened, closed } = setUp()
    screen.search('crew')
    screen.choose('joined')
    screen.choose('joined')
    expect(opened).toHaveLength(3)
    opened[2]?.onChange()
    screen.close()
    expect(closed).toHaveLength(3)
  })

  it('offers the filter of deactivated groups only if there are any, or while it is chosen', () => {
    const { screen } = setUp()
    expect(screen.filters).toEqual(['all', 'joined'])
    screen.choose('deactivated')
    expect(screen.filters).toEqual(['all', 'joined', 'deactivated'])
    expect(setUp('', { hasDeactivated: true }).screen.filters).toEqual(['all', 'joined', 'deactivated'])
  })

  it('joins a group once at a time, and reports a refusal', async () => {
    const { screen, asked, notices, answer } = setUp()
    await screen.join({ groupId: 7, rights: none })
    expect(asked).toEqual([])
    const joinable = { groupId: 7, rights: { ...none, canJoin: true } }
    const first = screen.join(joinable)
    await screen.join(joinable)
    const lists = { remove: [], addSubgroups: [], removeSubgroups: [] }
    expect(asked).toEqual([['a', 'groups.changeMembers', { groupId: 7, add: [1], ...lists }]])
    expect(screen.isChanging(7)).toBe(true)
    answer({ ok: false, error: { code: 'GROUP_OFFLINE', values: { act: 'join' } } })
    await first
    expect(screen.isChanging(7)).toBe(false)
    expect(notices).toEqual(['Skein can’t reach the server to join this group. Try again when you’re online.'])
  })

  it('keeps the new group while its form is closed, and begins anew once it is created', () => {
    const { screen } = setUp()
    expect(screen.creating).toBeNull()
    screen.startCreating()
    expect(screen.creating?.people).toEqual([{ id: 1, name: 'Iris' }])
    if (screen.creating !== null) screen.creating.name = 'crew'
    screen.stopCreating()
    expect(screen.creating).toBeNull()
    screen.startCreating()
    expect(screen.creating?.name).toBe('crew')
    screen.created()
    screen.startCreating()
    expect(screen.creating?.name).toBe('')
    screen.close()
  })

  it('offers no new group without the right to create one', () => {
    const creation = { isAllowed: false, maxName: 100, maxDescription: 1024, hasMentionRight: true }
    const { screen } = setUp('', { creation })
    screen.startCreating()
    expect([screen.form, screen.creating]).toEqual(['closed', null])
  })
})
