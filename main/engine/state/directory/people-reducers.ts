import { capabilitiesOf } from '../../api/capabilities.ts'
import { peopleWire, userSchema, type WireUser } from '../../api/resources/people.ts'
import type { EventIn } from '../../api/wire.ts'
import type { PersonRow } from '../../store/directory.ts'
import type { Change } from '../changes.ts'
import { slice } from '../slice.ts'
import { mediaPath } from '../content/addresses.ts'
import { putPeople, peoplePart } from './directory.ts'
import type { ReducerContext } from '../context.ts'
import { readProfile } from '../../values/people.ts'
import { batches, longList, takeoverOf, type AnswerWith, type Takeover, type TakeoverContext } from '../long-list.ts'

/** Converts a user to a row. An avatar without an address is at `/avatar/{id}` (wire-protocol.md §2.2). */
export function personRow(user: WireUser, serverOrigin: string, isActive: boolean): PersonRow {
  return {
    id: user.user_id,
    name: user.full_name,
    email: user.delivery_email ?? user.email,
    role: user.role,
    is_bot: user.is_bot ? 1 : 0,
    is_active: isActive ? 1 : 0,
    avatar: pictureOf(user.user_id, user, serverOrigin),
    api_email: user.email,
    timezone: user.timezone,
    joined_at: secondsOf(user.date_joined),
    bot_type: user.bot_type ?? null,
    bot_owner_id: user.bot_owner_id ?? null,
    profile: profileOf(user.profile_data),
  }
}

function pictureOf(
  id: number,
  user: { readonly avatar_url?: string | null | undefined; readonly avatar_version?: number | undefined },
  serverOrigin: string,
): string | null {
  return user.avatar_url == null
    ? `/avatar/${id}?v=${user.avatar_version ?? 0}`
    : mediaPath(user.avatar_url, serverOrigin)
}

/** Returns the stored profile with one field set or cleared. */
function withValue(
  known: PersonRow,
  field: {
    readonly id: number
    readonly value?: string | null | undefined
    readonly rendered_value?: string | null | undefined
  },
): string {
  const others = Object.entries(readProfile(known.profile)).filter(([id]) => id !== String(field.id))
  const filled =
    field.value == null ? [] : [[String(field.id), { value: field.value, html: field.rendered_value ?? null }] as const]
  return JSON.stringify(Object.fromEntries([...others, ...filled]))
}

function secondsOf(time: string): number | null {
  const milliseconds = Date.parse(time)
  return Number.isNaN(milliseconds) ? null : Math.floor(milliseconds / 1000)
}

function profileOf(values: WireUser['profile_data']): string {
  const filled = Object.entries(values).flatMap(([id, { value, rendered_value }]) =>
    value == null ? [] : [[id, { value, html: rendered_value ?? null }] as const],
  )
  return JSON.stringify(Object.fromEntries(filled))
}

function handleRealmUser(context: ReducerContext, event: EventIn<typeof peopleWire>): Change[] {
  const { store, accountState, serverOrigin } = context
  if (event.op === 'add') {
    return [putPeople(store, [personRow(event.person, serverOrigin, event.person.is_active !== false)])]
  }
  if (event.op === 'remove') {
    const gone = accountState.people.get(event.person.user_id)
    if (gone !== undefined && !capabilitiesOf(accountState.organization?.featureLevel ?? 0).deactivationUpdates) {
      return [putPeople(store, [{ ...gone, is_active: 0 }])]
    }
    // The user is no longer accessible to a guest and is shown as unknown from now on.
    return [putPeople(store, [], [event.person.user_id])]
  }
  const { person } = event
  const known = accountState.people.get(person.user_id)
  if (known === undefined) return []
  const api_email = person.new_email ?? known.api_email
  const next: PersonRow = {
    ...known,
    name: person.full_name ?? known.name,
    role: person.role ?? known.role,
    is_active: person.is_active === undefined ? known.is_active : person.is_active ? 1 : 0,
    api_email,
    // The real address if it is visible, otherwise the API address.
    email: person.delivery_email ?? (person.delivery_email === null ? api_email : known.email),
    avatar: person.avatar_url === undefined ? known.avatar : pictureOf(known.id, person, serverOrigin),
    timezone: person.timezone ?? known.timezone,
    joined_at: person.date_joined === undefined ? known.joined_at : (secondsOf(person.date_joined) ?? known.joined_at),
    bot_owner_id: person.bot_owner_id === undefined ? known.bot_owner_id : person.bot_owner_id,
    profile: person.custom_profile_field === undefined ? known.profile : withValue(known, person.custom_profile_field),
  }
  const organization = store.meta.organization()
  if (person.user_id === accountState.selfId && organization !== undefined) {
    store.meta.setOrganization({
      ...organization,
      selfRole: person.role ?? organization.selfRole,
      selfEmail: person.delivery_email ?? organization.selfEmail,
    })
    return [putPeople(store, [next]), { kind: 'organization' }]
  }
  return [putPeople(store, [next])]
}

export const peopleSlice = slice({
  name: 'people',
  wire: peopleWire,
  parts: [peoplePart],
  reducers: { realm_user: handleRealmUser },
})

/** The users of a registration. Deactivated ones come first, because the last occurrence of a repeated row counts. */
export const peopleList = longList({
  name: 'people',
  read: (answer: AnswerWith<typeof peopleWire>) =>
    batches(
      [
        ...answer.realm_non_active_users.map((value) => ({ value, isActive: false })),
        ...answer.cross_realm_bots.map((value) => ({ value, isActive: true })),
        ...answer.realm_users.map((value) => ({ value, isActive: true })),
      ],
      (part) =>
        part.flatMap(({ value, isActive }) => {
          const user = userSchema.safeParse(value)
          return user.success ? [personRow(user.data, answer.realm_uri, isActive)] : []
        }),
    ),
  open: openPeople,
})

function openPeople({ store, accountState }: TakeoverContext): Takeover<readonly PersonRow[]> {
  return takeoverOf({
    rowOf: (row: PersonRow) => row,
    idOf: ({ id }) => id,
    known: (id) => accountState.people.get(id),
    knownIds: () => accountState.people.keys(),
    store: (put, gone) => [putPeople(store, put, gone)],
  })
}
