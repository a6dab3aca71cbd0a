import type { z } from 'zod'
import { defaultStreamsWire, streamGroupSchema, streamGroupsWire } from '../../api/resources/default-streams.ts'
import type { ListRow } from '../../store/lists.ts'
import type { Store } from '../../store/store.ts'
import { slice } from '../slice.ts'
import { changeOf, type Part } from '../part.ts'
import { listRows, readList } from './list-rows.ts'

interface Tables {
  readonly store: Store
}

/** The streams to which new users are subscribed. */
export const defaultStreams: Part<ReadonlySet<number>> = {
  name: 'default streams',
  load: ({ organization }) => new Set(organization.defaultStreams()),
}

/** Replaces all default streams (O2). */
function replaceStreams({ store }: Tables, ids: readonly number[]) {
  store.organization.replaceDefaultStreams(ids)
  return [changeOf(defaultStreams)]
}

export const defaultStreamsSlice = slice({
  name: 'default_streams',
  wire: defaultStreamsWire,
  parts: [defaultStreams],
  read: (answer) => answer.realm_default_streams,
  replace: replaceStreams,
  reducers: { default_streams: (context, event) => replaceStreams(context, event.default_streams) },
})

/** A named group of streams that new users can choose. */
export type StreamGroup = z.infer<typeof streamGroupSchema>

/** The groups of streams, in the organization's order. */
export const streamGroups: Part<readonly StreamGroup[]> = {
  name: 'groups of streams',
  load: ({ lists }) => readList(lists, 'stream_group', streamGroupSchema),
}

function rowsOf(groups: readonly StreamGroup[]): ListRow[] {
  return listRows('stream_group', groups, (group) => group.id)
}

/** Replaces all groups of streams. */
function replaceGroups({ store }: Tables, rows: readonly ListRow[]) {
  store.lists.replace('stream_group', rows)
  return [changeOf(streamGroups)]
}

export const streamGroupsSlice = slice({
  name: 'stream_groups',
  wire: streamGroupsWire,
  parts: [streamGroups],
  read: (answer) => rowsOf(answer.realm_default_stream_groups),
  replace: replaceGroups,
  reducers: { default_stream_groups: (context, event) => replaceGroups(context, rowsOf(event.default_stream_groups)) },
})
