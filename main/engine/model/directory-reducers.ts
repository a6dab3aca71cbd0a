import type { ServerEvent } from '../api/events.ts'
import type { WireStream, WireUser } from '../api/register.ts'
import type { PersonRow, StreamRow } from '../store/directory.ts'
import type { Change } from './changes.ts'
import { mediaPath } from './content.ts'
import { removeUnread, type ReducerContext } from './message-reducers.ts'

type EventOf<T extends ServerEvent['type']> = Extract<ServerEvent, { type: T }>

const defaultColor = '#76869a'

/** A person as a row. A picture the server does not name stands at `/avatar/{id}` (wire-protocol.md §2.2). */
export function personRow(user: WireUser, serverOrigin: string, isActive: boolean): PersonRow {
  return {
    id: user.user_id,
    name: user.full_name,
    email: user.delivery_email ?? user.email,
    role: user.role,
    is_bot: user.is_bot ? 1 : 0,
    is_active: isActive ? 1 : 0,
    avatar:
      user.avatar_url == null
        ? `/avatar/${user.user_id}?v=${user.avatar_version}`
        : mediaPath(user.avatar_url, serverOrigin),
  }
}

export function streamRow(stream: WireStream, isSubscribed: boolean): StreamRow {
  return {
    id: stream.stream_id,
    name: stream.name,
    description: stream.description,
    color: stream.color !== undefined && /^#[0-9a-f]{3,6}$/i.test(stream.color) ? stream.color : defaultColor,
    is_subscribed: isSubscribed ? 1 : 0,
    is_muted: stream.is_muted === true ? 1 : 0,
    is_pinned: stream.pin_to_top === true ? 1 : 0,
    is_private: stream.invite_only ? 1 : 0,
    post_policy: stream.stream_post_policy,
    desktop_notifications: choice(stream.desktop_notifications),
    audible_notifications: choice(stream.audible_notifications),
    wildcard_mentions_notify: choice(stream.wildcard_mentions_notify),
  }
}

/** Yes, no, or null: follow the user's setting. */
function choice(value: boolean | null | undefined): number | null {
  return value == null ? null : value ? 1 : 0
}

function isNotificationProperty(
  name: string,
): name is 'desktop_notifications' | 'audible_notifications' | 'wildcard_mentions_notify' {
  return name === 'desktop_notifications' || name === 'audible_notifications' || name === 'wildcard_mentions_notify'
}

export function handleSubscription(context: ReducerContext, event: EventOf<'subscription'>): Change[] {
  const { store, world } = context
  switch (event.op) {
    case 'add':
      for (const stream of event.subscriptions) store.directory.putStream(streamRow(stream, true))
      return [{ kind: 'directory' }]
    case 'remove': {
      const changes: Change[] = [{ kind: 'directory' }]
      for (const { stream_id: id } of event.subscriptions) {
        const stream = world.streams.get(id)
        if (stream !== undefined) store.directory.putStream({ ...stream, is_subscribed: 0 })
        // From now on nothing is delivered for it: what is live there ends, and its unreads are gone (M14, U11).
        changes.push(...closeStream(context, id))
      }
      return changes
    }
    case 'update': {
      const stream = world.streams.get(event.stream_id)
      if (stream === undefined) return []
      if (event.property === 'color' && typeof event.value === 'string' && /^#[0-9a-f]{3,6}$/i.test(event.value)) {
        store.directory.putStream({ ...stream, color: event.value })
      } else if (event.property === 'is_muted') {
        store.directory.putStream({ ...stream, is_muted: event.value === true ? 1 : 0 })
      } else if (event.property === 'pin_to_top') {
        store.directory.putStream({ ...stream, is_pinned: event.value === true ? 1 : 0 })
      } else if (isNotificationProperty(event.property)) {
        const value = typeof event.value === 'boolean' ? choice(event.value) : null
        store.directory.putStream({ ...stream, [event.property]: value })
      }
      return [{ kind: 'directory' }]
    }
  }
}

function closeStream(context: ReducerContext, streamId: number): Change[] {
  const { store, world, epoch } = context
  const containers = [`stream:${streamId}`, ...store.ranges.topicContainers(streamId)]
  const high = world.epochHighs.get(epoch) ?? 0
  for (const container of containers) {
    store.ranges.replace(
      container,
      store.ranges
        .of(container)
        .map((row) => (row.live_epoch === epoch ? { ...row, high: Math.max(row.high, high), live_epoch: null } : row)),
    )
  }
  return [
    ...store.unread.idsOfStream(streamId).flatMap((id) => removeUnread(store, id)),
    ...containers.map((container): Change => ({ kind: 'ranges', container })),
  ]
}

export function handleStream(context: ReducerContext, event: EventOf<'stream'>): Change[] {
  const { store, world } = context
  switch (event.op) {
    case 'create':
      for (const stream of event.streams) {
        const known = world.streams.get(stream.stream_id)
        store.directory.putStream({
          ...streamRow(stream, known?.is_subscribed === 1),
          ...(known === undefined ? {} : { color: known.color, is_muted: known.is_muted, is_pinned: known.is_pinned }),
        })
      }
      return [{ kind: 'directory' }]
    case 'delete': {
      const changes: Change[] = [{ kind: 'directory' }]
      for (const { stream_id: id } of event.streams) {
        store.directory.removeStream(id)
        changes.push(...closeStream(context, id))
      }
      return changes
    }
    case 'update': {
      const stream = world.streams.get(event.stream_id)
      if (stream === undefined) return []
      if (event.property === 'name' && typeof event.value === 'string') {
        store.directory.putStream({ ...stream, name: event.value })
      } else if (event.property === 'description' && typeof event.value === 'string') {
        store.directory.putStream({ ...stream, description: event.value })
      } else if (event.property === 'invite_only') {
        store.directory.putStream({ ...stream, is_private: event.value === true ? 1 : 0 })
      } else if (event.property === 'stream_post_policy' && typeof event.value === 'number') {
        store.directory.putStream({ ...stream, post_policy: event.value })
      }
      return [{ kind: 'directory' }]
    }
  }
}

export function handleRealmUser(context: ReducerContext, event: EventOf<'realm_user'>): Change[] {
  const { store, world, serverOrigin } = context
  if (event.op === 'add') {
    store.directory.putPerson(personRow(event.person, serverOrigin, event.person.is_active !== false))
    return [{ kind: 'directory' }]
  }
  const { person } = event
  const known = world.people.get(person.user_id)
  if (known === undefined) return []
  store.directory.putPerson({
    ...known,
    name: person.full_name ?? known.name,
    role: person.role ?? known.role,
    is_active: person.is_active === undefined ? known.is_active : person.is_active ? 1 : 0,
    email: person.delivery_email ?? known.email,
    avatar: person.avatar_url === undefined ? known.avatar : mediaPath(person.avatar_url, serverOrigin),
  })
  const organization = store.meta.organization()
  if (person.user_id === world.selfId && organization !== undefined) {
    store.meta.setOrganization({
      ...organization,
      selfRole: person.role ?? organization.selfRole,
      selfEmail: person.delivery_email ?? organization.selfEmail,
    })
    return [{ kind: 'directory' }, { kind: 'organization' }]
  }
  return [{ kind: 'directory' }]
}

export function handleRealm(context: ReducerContext, event: EventOf<'realm'>): Change[] {
  const organization = context.store.meta.organization()
  if (organization === undefined || event.property !== 'name' || typeof event.value !== 'string') return []
  context.store.meta.setOrganization({ ...organization, name: event.value })
  return [{ kind: 'organization' }]
}
