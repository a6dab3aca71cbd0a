import { flagBits } from '#server/store/messages/message-rows.ts'
import type { Stage } from './stage.ts'
import type { Wishes } from './wishes.ts'

/** Another device of the same user, whose actions the engine receives as events only. */
export class OtherDevice {
  readonly #stage: Stage
  readonly #wishes: Wishes

  constructor(stage: Stage, wishes: Wishes) {
    this.#stage = stage
    this.#wishes = wishes
  }

  /**
   * Marks messages, often back and forth, so that the queue merges pending events out of order. Messages that were
   * starred here are not changed, since their star must exist at the end.
   */
  async mark(): Promise<void> {
    const { random } = this.#stage
    const some = this.#some()
    if (some.length === 0) return
    await this.#toAndFro(some, random.chance(0.5) ? 1 : 4 + random.below(6))
  }

  /** Marks back and forth while this device is away for seconds, so that all these events are pending and merged. */
  async markWhileAway(): Promise<void> {
    const stage = this.#stage
    const some = this.#some()
    if (some.length === 0) return
    stage.isCutOff = true
    // The waiting poll gets only the first event.
    await this.#toAndFro(some, 1)
    await stage.pass(1_000)
    for (let time = 0; time < 1 + stage.random.below(3); time += 1) {
      await this.#toAndFro(some, 3 + stage.random.below(6))
      await stage.pass(stage.random.below(4_000))
    }
    stage.isCutOff = false
    stage.client.engine.signal('retry')
  }

  #some(): number[] {
    const { random } = this.#stage
    const ids = this.#stage.messageIds(`u.flags & ${flagBits.historical} = 0`)
    return ids.length === 0 ? [] : Array.from({ length: 1 + random.below(4) }, () => random.pick(ids))
  }

  async #toAndFro(some: readonly number[], changes: number): Promise<void> {
    const { random, server, people } = this.#stage
    for (let change = 0; change < changes; change += 1) {
      const flag = random.chance(0.8) ? 'read' : 'starred'
      const messages = some.filter((id) => random.chance(0.7) && (flag === 'read' || !this.#wishes.isStarredHere(id)))
      await server.call(people.iris, 'POST', '/messages/flags', {
        messages: JSON.stringify([...new Set(messages)]),
        op: random.pick(['add', 'remove']),
        flag,
      })
    }
  }

  /** Mutes or unmutes a stream, a topic or a person. */
  async mute(): Promise<void> {
    const { random, server, people } = this.#stage
    const { iris, noor, mei, general, design, extra } = people
    const isOn = random.chance(0.5)
    const changes: readonly (() => Promise<unknown>)[] = [
      () =>
        server.call(iris, 'POST', '/users/me/subscriptions/properties', {
          subscription_data: JSON.stringify([
            { stream_id: random.pick([general, design, extra]), property: 'is_muted', value: isOn },
          ]),
        }),
      () =>
        server.call(iris, 'POST', '/user_topics', {
          stream_id: String(random.pick([general, design])),
          topic: random.pick(['a', 'b', 'moved']),
          visibility_policy: String(random.below(4)),
        }),
      () => server.call(iris, isOn ? 'POST' : 'DELETE', `/users/me/muted_users/${random.pick([noor, mei]).id}`),
    ]
    await random.pick(changes)()
  }

  /** Leaves or joins a stream; a subscriber must add the user to private ones. */
  async subscribe(): Promise<void> {
    const { random, server, people } = this.#stage
    const { iris, noor, extra, vault } = people
    const streamId = random.pick(this.#stage.looseStreams)
    const name = streamId === extra ? 'extra' : streamId === vault ? 'vault' : 'backroom'
    if (this.#stage.isSubscribed(streamId)) {
      await server.call(iris, 'DELETE', '/users/me/subscriptions', { subscriptions: JSON.stringify([name]) })
    } else {
      await server.call(noor, 'POST', '/users/me/subscriptions', {
        subscriptions: JSON.stringify([{ name }]),
        principals: JSON.stringify([iris.id]),
      })
    }
  }
}
