import { settingsSchema, type Settings } from '#contract/app.ts'
import type { Page } from '@playwright/test'
import type { ServerProcess } from './processes.ts'
import type { SkeinApp } from './skein.ts'
import { expect } from './written-text.ts'

/** The types of events whose state in an organization is compared. */
const comparedTypes = [
  ...['message', 'update_message_flags', 'starred_messages', 'subscription', 'stream', 'default_streams', 'user_topic'],
  ...['muted_users', 'alert_words', 'user_settings', 'user_status', 'scheduled_messages', 'navigation_view', 'realm'],
  ...['realm_user', 'realm_user_groups', 'realm_emoji', 'realm_linkifiers'],
] as const
/** The fields that differ in each answer, after a start of the server, or with time. */
const volatileFields = new Set([
  ...['queue_id', 'server_generation', 'server_timestamp', 'stream_weekly_traffic', 'is_recently_active', 'presence'],
])
/** The number of attempts: the program may still send what the last test did. */
const attempts = 3
/** The number of concurrent requests that delete messages. */
const deletedAtOnce = 30

/** Parts of a state by their names, as JSON. */
type Parts = Readonly<Record<string, string>>

interface Organization {
  readonly newest: number
  readonly unread: readonly number[]
  readonly starred: readonly number[]
  readonly scheduled: readonly number[]
  readonly parts: Parts
}

/** The state of the program that outlives a page. */
interface Program {
  readonly accountId: string
  readonly isOnline: boolean
  readonly settings: Settings
  /** Each draft as its id and its text. */
  readonly drafts: readonly string[]
  /** The number of rows of the outbox. */
  readonly waiting: number
  readonly parts: Parts
}

/**
 * The state of an organization and a signed-in program at the start of a test. `restore` undoes the usual changes of a
 * test: messages, their flags, drafts, scheduled messages and the settings of the program.
 */
export class KnownStart {
  readonly #server: ServerProcess
  readonly #organization: Organization
  readonly #program: Program

  private constructor(server: ServerProcess, organization: Organization, program: Program) {
    this.#server = server
    this.#organization = organization
    this.#program = program
  }

  static async of(app: SkeinApp, server: ServerProcess): Promise<KnownStart> {
    return new KnownStart(server, await organizationOf(server), await programOf(app.page))
  }

  /**
   * Undoes what the last test left, except its page.
   * @param page a page with the bridge and without the program's screens, which would read messages
   * @returns the names of the parts that cannot be undone; the program can be used again if there is none
   */
  async restore(page: Page): Promise<readonly string[]> {
    const { accountId, settings } = this.#program
    await page.evaluate(
      async ([id, usual]) => {
        await window.skein.call('app.settings', usual)
        await window.skein.call('accounts.retry', { accountId: id })
      },
      [accountId, settings] as const,
    )
    const isIdle = async () => {
      const { isOnline, waiting } = await programOf(page)
      return isOnline && waiting === 0
    }
    if (!(await isReached(isIdle))) return ['outbox']
    let left: readonly string[] = []
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const now = await organizationOf(this.#server)
      left = differingParts(this.#organization.parts, now.parts)
      const isChanged = left.length > 0
      if (isChanged) await this.#undo(now)
      if (!(await this.#discardDrafts(page, isChanged || attempt > 0))) return ['drafts']
      if (!isChanged) {
        const differing = async () => differingParts(this.#program.parts, (await programOf(page)).parts)
        return (await isReached(async () => (await differing()).length === 0)) ? [] : differing()
      }
    }
    return left
  }

  async #undo(now: Organization): Promise<void> {
    const server = this.#server
    const start = this.#organization
    const added = await newerThan(server, start.newest)
    for (let done = 0; done < added.length; done += deletedAtOnce) {
      const part = added.slice(done, done + deletedAtOnce)
      await Promise.all(part.map((id) => server.call('iris', 'DELETE', `/messages/${id}`)))
    }
    const flag = async (op: 'add' | 'remove', name: string, ids: readonly number[]) => {
      if (ids.length === 0) return
      await server.call('iris', 'POST', '/messages/flags', { op, flag: name, messages: JSON.stringify(ids) })
    }
    await flag('remove', 'read', without(start.unread, now.unread))
    await flag('add', 'read', without(without(now.unread, start.unread), added))
    await flag('remove', 'starred', without(without(now.starred, start.starred), added))
    await flag('add', 'starred', without(start.starred, now.starred))
    for (const id of without(now.scheduled, start.scheduled)) {
      await server.call('iris', 'DELETE', `/scheduled_messages/${id}`)
    }
  }

  /**
   * Deletes the drafts that the last test left.
   * @param isServerChanged whether the program must first receive all earlier changes of the server
   */
  async #discardDrafts(page: Page, isServerChanged: boolean): Promise<boolean> {
    const { accountId, drafts } = this.#program
    if (isServerChanged) {
      // Events arrive in order: the program has this draft after it has applied all earlier changes.
      const content = `The last change, ${crypto.randomUUID()}`
      await this.#server.call('iris', 'POST', '/drafts', {
        drafts: JSON.stringify([{ type: '', to: [], topic: '', content }]),
      })
      const isReceived = async () => (await programOf(page)).drafts.some((draft) => draft.endsWith(content))
      if (!(await isReached(isReceived))) return false
    }
    return isReached(async () => {
      const left = without((await programOf(page)).drafts, drafts)
      for (const draft of left) {
        const [draftId = ''] = draft.split(' ')
        await page.evaluate((given) => window.skein.call('drafts.delete', given), { accountId, draftId })
      }
      return left.length === 0
    })
  }
}

/** The items that are not in the other list. */
function without<T>(items: readonly T[], others: readonly T[]): T[] {
  const excluded = new Set(others)
  return items.filter((item) => !excluded.has(item))
}

function differingParts(before: Parts, now: Parts): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  return [...names].filter((name) => before[name] !== now[name])
}

function partsOf(state: object): Parts {
  const stable = (name: string, value: unknown) => (volatileFields.has(name) ? undefined : value)
  const parts = Object.entries(state).filter(([name]) => !volatileFields.has(name))
  return Object.fromEntries(parts.map(([name, value]) => [name, JSON.stringify(value, stable)]))
}

/** Whether a condition becomes true in time. */
async function isReached(condition: () => Promise<boolean>): Promise<boolean> {
  try {
    await expect.poll(condition, { timeout: 10_000, intervals: [20, 50, 100] }).toBe(true)
    return true
  } catch {
    return false
  }
}

async function organizationOf(server: ServerProcess): Promise<Organization> {
  const types = JSON.stringify(comparedTypes)
  const answer = await server.call('iris', 'POST', '/register', { fetch_event_types: types, event_types: '[]' })
  await server.call('iris', 'DELETE', '/events', { queue_id: String(answer.queue_id) })
  const { max_message_id, unread_msgs, starred_messages, scheduled_messages } = answer as {
    readonly max_message_id: number
    readonly unread_msgs: Readonly<Record<'pms' | 'streams' | 'huddles', readonly { unread_message_ids: number[] }[]>>
    readonly starred_messages: number[]
    readonly scheduled_messages: { readonly scheduled_message_id: number }[]
  } // shape of POST /register
  const { pms, streams, huddles } = unread_msgs
  return {
    newest: max_message_id,
    unread: [...pms, ...streams, ...huddles].flatMap(({ unread_message_ids }) => unread_message_ids),
    starred: starred_messages,
    scheduled: scheduled_messages.map(({ scheduled_message_id }) => scheduled_message_id),
    parts: partsOf(answer),
  }
}

/** The ids of the messages that iris can read and that are newer than a message. */
async function newerThan(server: ServerProcess, newest: number): Promise<number[]> {
  const form = { anchor: String(newest), include_anchor: 'false', num_before: '0', num_after: '5000' }
  const { messages } = (await server.call('iris', 'GET', '/messages', form)) as {
    readonly messages: { readonly id: number }[]
  } // shape of GET /messages
  return messages.map(({ id }) => id)
}

async function programOf(page: Page): Promise<Program> {
  const { state, account, drafts, outbox, navigation } = await page.evaluate(async () => {
    const answer = await window.skein.call('app.state', {})
    const [account] = answer.ok ? answer.value.accounts : []
    if (!answer.ok || account === undefined) throw new Error('no account is signed in')
    const open = async (type: 'drafts' | 'outbox' | 'navigation') => {
      const view = { accountId: account.id, viewId: crypto.randomUUID() }
      const opened = await window.skein.call('views.open', { ...view, query: { type } })
      await window.skein.call('views.close', view)
      return opened.ok ? opened.value : { items: [], meta: {} }
    }
    const [drafts, outbox, navigation] = [await open('drafts'), await open('outbox'), await open('navigation')]
    return { state: answer.value, account, drafts, outbox, navigation }
  })
  return {
    accountId: account.id,
    isOnline: account.connection.state === 'online',
    // The state also has settings that a page cannot change.
    settings: settingsSchema.strip().parse(state.settings),
    drafts: drafts.items.map((item) => ('draftId' in item ? `${item.draftId} ${item.content}` : '')),
    waiting: outbox.items.length,
    parts: partsOf({
      accounts: state.accounts.length,
      settings: state.settings,
      navigation: [navigation.meta, navigation.items],
    }),
  }
}
