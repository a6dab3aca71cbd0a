import { describe, expect, it, onTestFinished } from 'vitest'
import { actNames, type ActName } from '#shared/organization/right-choices.ts'
import type { FeatureLevel } from '#server/base/feature-levels.ts'
import { systemGroups } from '#server/store/people/groups.ts'
import { roles } from '#server/people/permissions.ts'
import { decidesAt, paperRights, triers, type Circle, type Deciding, type PaperGroup } from '#support/paper-rights.ts'
import { chooseSeed, isDrill, SeededRandom } from '#support/random.ts'
import { attemptsOf, believed, limitSeconds, type Attempt } from '#support/right-attempts.ts'
import { RightsWorld, type Facts } from '#support/rights-world.ts'
import type { Account } from '#support/test-server.ts'

const levels = [237, 371, 500] as const satisfies readonly FeatureLevel[]

async function startWorld(...given: Parameters<typeof RightsWorld.start>): Promise<RightsWorld> {
  const world = await RightsWorld.start(...given)
  onTestFinished(() => world.close())
  return world
}

/** Settings of the organization, of streams or of groups, and the acts that they decide. */
interface Round {
  readonly title: string
  readonly acts: readonly ActName[]
  readonly organization?: Facts
  readonly stream?: Facts
  readonly group?: Facts
}

const groupIds: Readonly<Record<Circle, number>> = {
  nobody: systemGroups.nobody,
  owners: systemGroups.owners,
  administrators: systemGroups.administrators,
  moderators: systemGroups.moderators,
  'full members': systemGroups.fullMembers,
  members: systemGroups.members,
  everyone: systemGroups.everyone,
}

/** The acts that each setting decides at a level, by what the setting is a setting of and its name. */
function settingsAt(level: number): Map<string, { readonly setting: Deciding; readonly acts: readonly ActName[] }> {
  const found = new Map<string, { readonly setting: Deciding; readonly acts: readonly ActName[] }>()
  for (const act of actNames) {
    for (const setting of paperRights[act].by) {
      if (!decidesAt(setting, level)) continue
      const key = `${setting.kind} ${setting.name}`
      const { acts = [] } = found.get(key) ?? {}
      found.set(key, { setting, acts: [...new Set([...acts, act])] })
    }
  }
  if (level >= 357) {
    const setting: PaperGroup = { kind: 'stream', name: 'can_subscribe_group', from: 357, admitsEveryone: false }
    found.set('stream can_subscribe_group', { setting, acts: ['join_stream', 'add_subscribers', 'post_in_stream'] })
  }
  const adding = found.get('stream can_add_subscribers_group')
  if (adding !== undefined) {
    found.set('stream can_add_subscribers_group', {
      ...adding,
      acts: [...adding.acts, 'join_stream', 'post_in_stream'],
    })
  }
  return found
}

/** Each value of each setting, and what else changes what people may do. */
function roundsAt(level: number, world: RightsWorld): readonly Round[] {
  const rounds: Round[] = []
  for (const [key, { setting, acts }] of settingsAt(level)) {
    if (setting.kind === 'policy' || setting.kind === 'posting') {
      for (const number of Object.keys(setting.numbers).map(Number)) {
        const at = setting.kind === 'policy' ? 'organization' : 'stream'
        rounds.push({ title: `${key} ${number}`, acts, [at]: { [setting.name]: number } })
      }
      continue
    }
    // Before its level, this setting is the id of a system group, and never that of the owners.
    const isId = setting.name === 'create_multiuse_invite_group' && level < 314
    for (const [title, value] of groupsFor(setting, level, world)) {
      if (isId && title === 'owners') continue
      const facts = { [setting.name]: setting.kind === 'organization' && !isId ? { new: value } : value }
      rounds.push({ title: `${key} ${title}`, acts, [setting.kind]: facts })
    }
  }
  const messages: readonly ActName[] = [
    'edit_message',
    'delete_own_message',
    'rename_topic',
    'move_to_stream',
    'resolve_topic',
  ]
  const own: readonly ActName[] = ['change_own_name', 'change_own_email', 'change_own_picture']
  const switches: readonly (readonly [string, boolean, readonly ActName[]])[] = [
    ['allow_message_editing', false, messages],
    ...(level < 358 ? ([['allow_edit_history', false, ['see_edit_history']]] as const) : []),
    ['enable_read_receipts', false, ['see_read_receipts']],
    ['enable_spectator_access', false, ['create_web_public_stream']],
    ['name_changes_disabled', true, own],
    ['email_changes_disabled', true, own],
    ['avatar_changes_disabled', true, own],
  ]
  for (const [name, value, acts] of switches) rounds.push({ title: name, acts, organization: { [name]: value } })
  for (const [name, act] of [
    ['message_content_edit_limit_seconds', 'edit_message'],
    ['message_content_delete_limit_seconds', 'delete_own_message'],
    ['move_messages_within_stream_limit_seconds', 'rename_topic'],
    ['move_messages_within_stream_limit_seconds', 'resolve_topic'],
    ['move_messages_between_streams_limit_seconds', 'move_to_stream'],
  ] as const) {
    rounds.push({ title: `${name} of ${act}`, acts: [act], organization: { [name]: limitSeconds } })
  }
  return rounds
}

function groupsFor(setting: PaperGroup, level: number, world: RightsWorld): (readonly [string, unknown])[] {
  const { only, admitsEveryone, needsSomebody } = setting
  const circles = Object.keys(groupIds) as Circle[]
  const system = circles
    .filter((circle) =>
      only === undefined
        ? (admitsEveryone || circle !== 'everyone') && (needsSomebody !== true || circle !== 'nobody')
        : only.includes(circle),
    )
    .map((circle) => [circle as string, groupIds[circle]] as const)
  if (only !== undefined || level < 300) return system
  const { accounts, crew, outerCrew } = world
  return [
    ...system,
    ['a group', crew],
    ['a group in a group', outerCrew],
    [
      'people and a group',
      { direct_members: [accounts.newcomer.id, accounts.guest.id], direct_subgroups: [systemGroups.owners] },
    ],
  ]
}

/** Lets everybody try the acts, and returns each try on which the client and the server differ. */
async function differences(world: RightsWorld, acts: readonly ActName[], isBrief: boolean): Promise<string[]> {
  const made = triers.flatMap((trier) =>
    acts.flatMap((act) => attemptsOf(act, world, trier, isBrief).map((attempt) => ({ trier, attempt }))),
  )
  const states = new Map<number, Awaited<ReturnType<RightsWorld['registered']>>>()
  const accountOf = (trier: (typeof triers)[number], { by }: Attempt): Account => by ?? world.accounts[trier]
  for (const { trier, attempt } of made) {
    const account = accountOf(trier, attempt)
    if (!states.has(account.id)) states.set(account.id, await world.registered(account))
  }
  const found: string[] = []
  for (const { trier, attempt } of made) {
    const state = states.get(accountOf(trier, attempt).id)
    if (state === undefined) throw new Error('nobody tries')
    const { may, why } = believed(attempt, state, world.nowSeconds * 1000)
    const tried = await attempt.ask()
    attempt.undo?.()
    tries += 1
    if (tried.isDone) done += 1
    if (tried.isDone !== may) {
      found.push(
        `${trier}: ${attempt.act} ${attempt.title}: the client ${may ? 'allows it' : `says ${why}`}, the server says ${tried.text}`,
      )
    }
  }
  return found
}

let tries = 0
let done = 0

const seed = chooseSeed()
/** The acts and the rounds of a plain run at each level. */
const sampledActs = 20
const sampledRounds = 6

describe.each(levels)('at level %i the client and the server allow the same', (level) => {
  it(`by the usual settings, whoever tries what (seed ${seed})`, async () => {
    const world = await startWorld(level)
    const before = { tries, done }
    const acts = isDrill ? actNames : new SeededRandom(seed + level).several(actNames, sampledActs)
    expect(await differences(world, acts, false)).toEqual([])
    // Both kinds of answers are met.
    expect(done - before.done).toBeGreaterThan(20)
    expect(tries - before.tries - (done - before.done)).toBeGreaterThan(20)
  })

  it(
    `by every value of the settings that decide (seed ${seed})`,
    { timeout: isDrill ? 1_200_000 : 120_000 },
    async () => {
      let world = await startWorld(level)
      const count = roundsAt(level, world).length
      const chosen = isDrill
        ? Array.from({ length: count }, (_, index) => index)
        : new SeededRandom(seed + level).several(
            Array.from({ length: count }, (_, index) => index),
            sampledRounds,
          )
      const found: string[] = []
      for (const [index, number] of chosen.entries()) {
        // What has been made slows everything down.
        if (index > 0 && index % 10 === 0) world = await startWorld(level)
        const round = roundsAt(level, world)[number]
        if (round === undefined) throw new Error('no such round')
        const { title, acts, organization, stream, group } = round
        world.streamFacts = stream ?? {}
        world.groupFacts = group ?? {}
        const before = organization === undefined ? {} : await formerOf(world, organization)
        if (organization !== undefined && !(await world.set(organization))) throw new Error(`no ${title}`)
        const isBrief = !title.includes('limit_seconds')
        found.push(...(await differences(world, acts, isBrief)).map((text) => `${title}: ${text}`))
        if (organization !== undefined && !(await world.set(before))) throw new Error(`no return from ${title}`)
      }
      expect(found).toEqual([])
    },
  )

  it('where the server has no web-public streams', async () => {
    const world = await startWorld(level, { webPublicStreams: false })
    expect(await differences(world, ['create_web_public_stream'], true)).toEqual([])
  })

  it('if there is only one owner', async () => {
    const world = await startWorld(level)
    world.context.write(() => {
      world.context.tables.users.change(world.root.id, { role: roles.administrator })
    })
    const { owner } = world.accounts
    const state = await world.registered(owner)
    const judge = state.judge(world.nowSeconds * 1000)
    expect(
      believed(
        {
          act: 'deactivate_self',
          title: '',
          needs: () => [{ act: 'deactivate_self' }],
          ask: () => world.ask(owner, 'DELETE', '/users/me'),
        },
        state,
        world.nowSeconds * 1000,
      ).may,
    ).toBe(false)
    expect(judge.isOnlyOwner(owner.id)).toBe(true)
    expect((await world.ask(owner, 'DELETE', '/users/me')).isDone).toBe(false)
    expect((await world.ask(owner, 'PATCH', `/users/${owner.id}`, { role: roles.member })).isDone).toBe(false)
    expect((await world.ask(owner, 'DELETE', `/users/${owner.id}`)).isDone).toBe(false)
  })
})

/** The settings as they are, in the form of a change. */
async function formerOf(world: RightsWorld, wanted: Facts): Promise<Facts> {
  const { body } = await world.server.raw(world.root, { method: 'POST', path: '/api/v1/register', form: {} })
  const state = JSON.parse(body) as Facts // shape of POST /register
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => {
      const former = state[`realm_${name}`]
      const isGroup = typeof value === 'object' && value !== null
      return [name, isGroup ? { new: former } : former === null ? 'unlimited' : former]
    }),
  )
}
