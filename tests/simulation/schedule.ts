import assert from 'node:assert/strict'
import { removeDatabase } from '#support/files.ts'
import { beAway } from './absence.ts'
import { crashAtStatement, forgetCrash } from './crash.ts'
import { Drafts } from './drafts.ts'
import { writeLongHistories } from './history.ts'
import { changeOrganization } from './organization.ts'
import { OtherDevice } from './other-device.ts'
import { Others } from './others.ts'
import type { Profile } from './profile.ts'
import { Stage } from './stage.ts'
import { Tables } from './tables.ts'
import { Truth } from './truth.ts'
import { WindowCheck } from './window-check.ts'
import { Windows, type MessageQuery } from './windows.ts'
import { Wishes } from './wishes.ts'

/** The actors of a schedule and its checks. */
interface Cast {
  readonly wishes: Wishes
  readonly drafts: Drafts
  readonly others: Others
  readonly otherDevice: OtherDevice
  readonly tables: Tables
}

type Action = readonly [weight: number, act: (index: number) => Promise<void> | void]

/** A seeded schedule of people's actions, network faults and local actions, in virtual time. */
export class Schedule {
  readonly #stage: Stage
  readonly #windows: Windows
  #cast: Cast | undefined
  #actions: readonly Action[] = []

  constructor(seed: number, profile: Profile) {
    this.#stage = new Stage(seed, profile)
    this.#windows = new Windows(this.#stage)
  }

  async begin(): Promise<void> {
    const stage = this.#stage
    await stage.begin()
    writeLongHistories(stage)
    const list = await this.#writeList()
    const wishes = new Wishes(stage, list)
    const others = new Others(stage, wishes, list)
    this.#cast = {
      wishes,
      others,
      drafts: new Drafts(stage),
      otherDevice: new OtherDevice(stage, wishes),
      tables: new Tables(stage, others),
    }
    const common = [...this.#atTheServer(this.#cast), ...this.#between(this.#cast)]
    this.#actions = [...common, ...this.#here(this.#cast)]
    // Windows open as soon as their engine exists.
    stage.onClient = () => {
      this.#windows.begin()
    }
    stage.startClient()
  }

  /** The message with a to-do list, and its one task. */
  async #writeList(): Promise<number> {
    const { server, people } = this.#stage
    const list = await server.post(people.noor, { stream: people.general, topic: 'list' }, '/todo')
    const task = { type: 'new_task', key: 0, task: 'bread', desc: '', completed: false }
    await server.call(people.noor, 'POST', '/submessage', {
      message_id: String(list),
      msg_type: 'widget',
      content: JSON.stringify(task),
    })
    return list
  }

  #theCast(): Cast {
    if (this.#cast === undefined) throw new Error('not begun')
    return this.#cast
  }

  /** Actions of others and on another device, with relative frequencies. */
  #atTheServer({ others, otherDevice, drafts, wishes }: Cast): Action[] {
    const stage = this.#stage
    const up = (weight: number, act: (index: number) => Promise<void> | void): Action => [
      weight,
      (index) => stage.whileUp(() => act(index)),
    ]
    return [
      up(22, (index) => others.post(index)),
      up(5, (index) => others.changeAny(index)),
      up(2, () => others.moveIn()),
      up(1, () => others.moveAway()),
      up(5, (index) => changeOrganization(stage.server, stage.people, stage.random, index)),
      up(5, () => otherDevice.mark()),
      up(2, () => otherDevice.markWhileAway()),
      up(2, () => otherDevice.mute()),
      up(2, () => otherDevice.subscribe()),
      up(1, (index) => wishes.editElsewhere(index)),
      up(2, (index) => drafts.writeElsewhere(index)),
    ]
  }

  /** Actions of the user here. */
  #here({ wishes, drafts }: Cast): Action[] {
    const isLong = this.#stage.profile.history !== null
    return [
      [13, (index) => wishes.send(index)],
      [3, (index) => wishes.changeOwn(index)],
      [3, () => wishes.react()],
      [2, () => wishes.choosePolicy()],
      [4, () => wishes.read()],
      [2, () => wishes.readAll()],
      [2, (index) => wishes.move(index)],
      [2, (index) => wishes.schedule(index)],
      [1, (index) => wishes.changeScheduled(index)],
      [2, () => wishes.strike()],
      [1, () => wishes.colour()],
      [5, (index) => drafts.write(index)],
      [isLong ? 14 : 7, () => this.#windows.openAny()],
      [isLong ? 20 : 3, () => this.#windows.scroll()],
    ]
  }

  /** Faults between client and server, and the progress of time. */
  #between({ others }: Cast): Action[] {
    const stage = this.#stage
    const isLong = stage.profile.history !== null
    return [
      [5, () => void (stage.faultRate = stage.random.pick([0, 0, 0.2, 0.6, 1]))],
      [2, () => void (stage.lag.lagMs = stage.random.pick([0, 0, 3_000, 40_000, 150_000]))],
      [isLong ? 6 : 2, (index) => stage.whileUp(() => beAway(stage, others, index))],
      [2, () => this.#restart()],
      [3, () => crashAtStatement(stage.database, 1 + stage.random.below(300))],
      [3, () => this.#toggleServer()],
      [2, () => stage.whileUp(() => stage.server.built.context.events.removeAll())],
      [3, () => this.#evict()],
      [9, () => stage.pass(stage.random.pick([50, 1_000, 10_000, 60_000, 15 * 60_000]))],
    ]
  }

  async step(index: number): Promise<void> {
    const stage = this.#stage
    const total = this.#actions.reduce((sum, [weight]) => sum + weight, 0)
    let dice = stage.random.below(total)
    const chosen = this.#actions.find(([weight]) => (dice -= weight) < 0)
    stage.disturbPage()
    try {
      await chosen?.[1](index)
      await stage.pass(stage.random.below(400))
    } catch (error) {
      // Errors in an engine that has ended are ignored.
      if (!stage.hasCrashed) throw error
    }
    stage.isCutOff = false
    if (stage.hasCrashed) await this.#restart()
    else if (stage.client.status?.connection.state === 'online') this.#checkUnreadIsListed()
  }

  /**
   * Checks that unread messages can be reached: the lists have their conversation, whether the message is cached or
   * not.
   */
  #checkUnreadIsListed(): void {
    const unlisted = this.#stage.query(
      `SELECT message_id, conversation FROM unread WHERE conversation NOT IN (
         SELECT 'topic:' || stream_id || ':' || topic_key FROM topic UNION ALL SELECT 'direct:' || direct_key FROM direct
       )`,
    )
    assert.deepEqual(unlisted, [], 'unread messages in conversations that no list has')
  }

  async #restart(): Promise<void> {
    await this.#stage.restart(this.#stage.random.pick([0, 3_000, 20 * 60_000]))
  }

  async #toggleServer(): Promise<void> {
    const { server, random } = this.#stage
    if (server.isUp) await server.stop()
    else await this.#stage.startServer({ forgetQueues: random.chance(0.5) })
  }

  /** Evicts old messages, or sets the policy to keep all. */
  async #evict(): Promise<void> {
    const stage = this.#stage
    await stage.call('cache.policy', stage.random.pick([{ maxBytes: 200_000 }, { maxBytes: 2_000_000_000 }]))
  }

  /** Ends all faults and checks the state, which must be as without faults. */
  async check(): Promise<void> {
    const stage = this.#stage
    const { tables, wishes, drafts, otherDevice } = this.#theCast()
    stage.faultRate = 0
    stage.lag.lagMs = 0
    forgetCrash(stage.database)
    if (!stage.server.isUp) await stage.startServer()
    stage.client.engine.signal('retry')
    await stage.client.online()
    await stage.hearPage()
    await stage.client.engine.call('cache.policy', { maxBytes: 2_000_000_000, keepsEverything: true })
    await this.#settle()
    // This is last, so that no later registration hides events that the queue merged.
    await otherDevice.markWhileAway()
    await stage.client.online()
    await this.#settle()
    await stage.pass(5 * 60_000)
    await this.#windows.checkLists()
    const truth = await Truth.ask(stage)
    tables.checkMessages(truth)
    const windowCheck = new WindowCheck(stage, this.#windows, tables)
    await windowCheck.checkOpen(truth)
    await this.#openAgain(windowCheck, truth)
    tables.checkMessages(truth)
    await tables.checkModel()
    await wishes.check()
    await drafts.check()
  }

  /**
   * Starts a new session, since opening a conversation fetches its newest messages once a session; then opens all
   * earlier windows, and each conversation at its newest message.
   */
  async #openAgain(windowCheck: WindowCheck, truth: Truth): Promise<void> {
    const stage = this.#stage
    const queries = await this.#windows.closeAll()
    await stage.restart(0)
    await stage.client.online()
    await stage.pass(60_000)
    for (const query of [...queries, ...(await this.#everywhere())]) {
      await windowCheck.checkOpened(query, truth)
      await this.#windows.closeAll()
    }
  }

  async #everywhere(): Promise<MessageQuery[]> {
    const { people, server } = this.#stage
    const { iris, noor, mei, general, design } = people
    const queries: MessageQuery[] = []
    for (const streamId of [general, design]) {
      const { topics } = await server.call(iris, 'GET', `/users/me/${streamId}/topics`)
      // shape of GET /users/me/{stream_id}/topics
      for (const { name } of topics as { name: string }[]) {
        queries.push({ type: 'conversation', narrow: { kind: 'topic', streamId, topic: name }, anchor: 'newest' })
      }
    }
    for (const userIds of [[noor.id], [mei.id], [noor.id, mei.id]]) {
      queries.push({ type: 'conversation', narrow: { kind: 'direct', userIds }, anchor: 'newest' })
    }
    queries.push({ type: 'feed', narrow: { kind: 'combined' }, anchor: 'newest' })
    return queries
  }

  /** Waits until the outbox is empty, and answers refused rows and questions as a user would. */
  async #settle(): Promise<void> {
    const stage = this.#stage
    for (let minute = 0; minute < 60; minute += 1) {
      const rows = stage.query<{ local_id: string; kind: string; state: string; error: string | null }>(
        'SELECT * FROM outbox',
      )
      if (rows.length === 0) return
      for (const { local_id: localId, kind, state, error } of rows) {
        if (state !== 'failed') continue
        // An unknown vote asks the user; a message may be deleted or unreachable before it is moved.
        assert.ok(kind === 'submessage' || kind === 'move', `${kind} failed: ${error ?? ''}`)
        await stage.client.engine.call(kind === 'submessage' ? 'outbox.retry' : 'outbox.cancel', { localId })
      }
      await stage.pass(60_000)
    }
    assert.fail(`the outbox does not empty: ${JSON.stringify(stage.query('SELECT * FROM outbox'))}`)
  }

  async end(): Promise<void> {
    await this.#stage.end()
    removeDatabase(this.#stage.database)
    removeDatabase(this.#stage.server.database)
  }
}
