import type { StreamSettingsMeta } from '#contract/streams.ts'
import type { StreamNotification } from '#shared/stream-choices.ts'
import type { Change } from '../state/changes.ts'
import { privacyOf } from '../state/directory/directory.ts'
import { joinRefusal } from '../state/permissions/permissions.ts'
import type { ReadCore } from '../core/read-core.ts'
import type { UserSettings } from '../store/documents/user-settings.ts'
import type { StreamId } from '../values/ids.ts'
import type { PreferencesProjection } from '../projections/preferences.ts'
import type { View } from './view.ts'

/** The account's settings that apply if the stream has no choice of its own. */
const usualSettings = {
  desktop_notifications: 'enable_stream_desktop_notifications',
  audible_notifications: 'enable_stream_audible_notifications',
  push_notifications: 'enable_stream_push_notifications',
  email_notifications: 'enable_stream_email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Readonly<Record<StreamNotification, keyof UserSettings>>

/** The view of the user's own settings of a stream. */
export class StreamSettingsView implements View<'stream_settings'> {
  readonly #core: ReadCore
  readonly #preferences: PreferencesProjection
  readonly #streamId: StreamId

  constructor(core: ReadCore, preferences: PreferencesProjection, streamId: StreamId) {
    this.#core = core
    this.#preferences = preferences
    this.#streamId = streamId
  }

  isAffected({ kind }: Change): boolean {
    return ['streams', 'people', 'organization', 'preferences', 'outbox'].includes(kind)
  }

  compute(): { items: []; meta: StreamSettingsMeta } {
    const stream = this.#preferences.stream(this.#streamId)
    if (stream === undefined) return { items: [], meta: { stream: null } }
    const { accountState, ports } = this.#core
    const of = (name: StreamNotification) => ({
      chosen: stream[name] === null ? null : stream[name] === 1,
      usual: accountState.userSettings[usualSettings[name]],
    })
    return {
      items: [],
      meta: {
        stream: {
          name: stream.name,
          description: stream.description,
          color: stream.color,
          privacy: privacyOf(stream),
          isArchived: stream.is_archived === 1,
          isSubscribed: stream.is_subscribed === 1,
          canJoin: stream.is_subscribed === 0 && joinRefusal(stream, accountState.judge(ports.clock.now())) === null,
          isMuted: stream.is_muted === 1,
          isPinned: stream.is_pinned === 1,
          notifications: {
            desktop_notifications: of('desktop_notifications'),
            audible_notifications: of('audible_notifications'),
            push_notifications: of('push_notifications'),
            email_notifications: of('email_notifications'),
            wildcard_mentions_notify: of('wildcard_mentions_notify'),
          },
        },
      },
    }
  }
}
