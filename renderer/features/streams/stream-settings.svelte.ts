import type { Failure } from '#contract/base/failures.ts'
import type { StreamSettingsMeta, SubscriptionProperty } from '#contract/streams.ts'
import type { StreamId } from '#shared/ids.ts'
import type { AccountCalls } from '../../state/account-calls.ts'
import type { LiveView, ViewClient } from '../../bridge/view-client.svelte.ts'

/** The parts of the page that the settings use. */
export interface StreamSettingsPorts {
  readonly views: Pick<ViewClient, 'open' | 'close'>
  readonly calls: Pick<AccountCalls, 'setStreamProperty' | 'joinStream'>
}

/** The user's own settings of a stream, joining it and leaving it. */
export class StreamSettings {
  readonly #ports: StreamSettingsPorts
  readonly #streamId: StreamId
  readonly #view: LiveView<'stream_settings'>
  /** Whether joining or leaving is in progress. */
  isChanging = $state.raw(false)
  /** Whether the user is asked to confirm that they leave a private stream, which cannot be joined again. */
  isAsking = $state.raw(false)

  constructor(ports: StreamSettingsPorts, accountId: string, streamId: StreamId) {
    this.#ports = ports
    this.#streamId = streamId
    this.#view = ports.views.open<'stream_settings'>(accountId, { type: 'stream_settings', streamId })
  }

  /** Whether it is known if there is such a stream. */
  get isKnown(): boolean {
    return this.#view.meta !== null
  }

  /** The stream; null until it is known, or if it does not exist. */
  get stream(): StreamSettingsMeta['stream'] {
    return this.#view.meta?.stream ?? null
  }

  /** The failure of the view; null if there is none. */
  get failure(): Failure | null {
    return this.#view.failure
  }

  retry(): void {
    this.#view.retry()
  }

  change(change: SubscriptionProperty): void {
    void this.#ports.calls.setStreamProperty(this.#streamId, change)
  }

  /** Joins the stream; a refusal becomes a notice. @returns whether that succeeded */
  join(): Promise<boolean> {
    return this.#set(true)
  }

  /** Leaves the stream; a private one requires a second call as confirmation. @returns whether it was left */
  leave(): Promise<boolean> {
    const isAsked = this.isAsking
    this.isAsking = this.stream?.privacy === 'private' && !isAsked
    return this.isAsking ? Promise.resolve(false) : this.#set(false)
  }

  async #set(isJoined: boolean): Promise<boolean> {
    if (this.isChanging) return false
    this.isChanging = true
    const isDone = await this.#ports.calls.joinStream(this.#streamId, isJoined)
    this.isChanging = false
    return isDone
  }

  close(): void {
    this.#ports.views.close(this.#view)
  }
}
