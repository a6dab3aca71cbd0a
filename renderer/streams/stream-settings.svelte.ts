import type { SubscriptionProperty } from '#contract/calls/streams.ts'
import type { StreamSettingsMeta } from '#contract/resources/streams.ts'
import type { Failure } from '#contract/values.ts'
import type { StreamId } from '#shared/ids.ts'
import type { AccountCalls } from '../bridge/account-calls.ts'
import type { LiveView, ViewClient } from '../bridge/view-client.svelte.ts'

export interface StreamSettingsPorts {
  readonly views: Pick<ViewClient, 'open' | 'close'>
  readonly calls: Pick<AccountCalls, 'setStreamProperty' | 'joinStream'>
}

/** The user's own settings of a stream, joining it and leaving it. */
export class StreamSettings {
  readonly #ports: StreamSettingsPorts
  readonly #streamId: StreamId
  readonly #view: LiveView<'stream_settings'>
  /** Whether the server is asked whether the account joins or leaves. */
  isChanging = $state.raw(false)
  /** Whether the user is asked before a private stream is left, since there is no way back. */
  isAsking = $state.raw(false)

  constructor(ports: StreamSettingsPorts, accountId: string, streamId: StreamId) {
    this.#ports = ports
    this.#streamId = streamId
    this.#view = ports.views.open<'stream_settings'>(accountId, { type: 'stream_settings', streamId })
  }

  /** Whether the settings are here, or that there are none. */
  get isKnown(): boolean {
    return this.#view.meta !== null
  }

  /** Null as long as it is not known, and if there is no such stream. */
  get stream(): StreamSettingsMeta['stream'] {
    return this.#view.meta?.stream ?? null
  }

  /** Why the settings cannot be shown now. */
  get failure(): Failure | null {
    return this.#view.failure
  }

  retry(): void {
    this.#view.retry()
  }

  change(change: SubscriptionProperty): void {
    void this.#ports.calls.setStreamProperty(this.#streamId, change)
  }

  /** Joins the stream. A refusal becomes a notice. */
  join(): Promise<boolean> {
    return this.#set(true)
  }

  /** Leaves the stream; a private one once the user has confirmed it. Returns whether it was left. */
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
