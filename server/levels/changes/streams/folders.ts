import type { FeatureLevel } from '#server/base/feature-levels.ts'
import type { ServerContext } from '#server/context/context.ts'
import type { RequestFields, StoreSettings } from '#server/context/level-rules.ts'
import { pathInteger } from '#server/http/endpoint.ts'
import {
  channelFolderOrder,
  channelFolderRoutes,
  folderLimits,
  folderObjects,
  folderOf,
  readFolder,
  storeFolder,
  tellFolderOrder,
} from '#server/streams/channel-folders.ts'
import { withRealm, type Fields, type LevelChange, type Scene } from '../../change.ts'
import { asksFor } from '../protocol/later-lists.ts'
import { tellStreamUpdate } from './channels.ts'

const firstLevel = 389
const orderLevel = 414

/** Folders of streams (newer-servers.md §4). */
export const folders: readonly LevelChange[] = [
  {
    level: firstLevel,
    what: 'streams lie in folders',
    rewrite: {
      forms: {
        stream: (stream, { context }) => ({ ...stream, folder_id: folderOf(context, Number(stream.stream_id)) }),
      },
      routes(_app, api, { context, level }) {
        channelFolderRoutes(api, context, level >= orderLevel)
      },
      calls: {
        async 'POST /register'(call, next, scene) {
          const isAsked = asksFor(call, 'channel_folders')
          const answer = await next()
          return isAsked ? { ...answer, channel_folders: foldersFor(scene) } : answer
        },
        async 'PATCH /streams/:stream_id'(call, next, { context }) {
          const text = call.parameters.take('folder_id')
          if (text === undefined) return next()
          const id = pathInteger(call, 'stream_id')
          const folderId = readFolder(context, text)
          // The endpoint refuses users who may not change the stream.
          const answer = await next()
          context.write(() => {
            const row = context.tables.streams.get(id)
            if (row === undefined || folderOf(context, id) === folderId) return
            storeFolder(context, id, folderId)
            tellStreamUpdate(context, row, 'folder_id', folderId)
          })
          return answer
        },
      },
    },
  },
  {
    level: 410,
    what: 'the lengths of names and descriptions of folders',
    rewrite: {
      register: (state) =>
        withRealm(state, {
          max_channel_folder_name_length: folderLimits.name.most,
          max_channel_folder_description_length: folderLimits.description.most,
        }),
    },
  },
  {
    level: orderLevel,
    what: 'folders have an order',
    rewrite: {
      routes(_app, api, { context }) {
        channelFolderOrder(api, context)
      },
    },
  },
  {
    level: 418,
    what: 'a new order of the folders is told',
    rewrite: {
      calls: {
        async 'PATCH /channel_folders'(_call, next, { context }) {
          const answer = await next()
          context.write(() => {
            tellFolderOrder(context)
          })
          return answer
        },
      },
    },
  },
]

/** Reads the folder of new streams. @throws ServiceError `BAD_REQUEST` */
export function folderOfNewStreams(
  fields: RequestFields,
  level: FeatureLevel,
  organization: () => ServerContext,
): StoreSettings {
  const text = level < firstLevel ? undefined : fields.take('folder_id')
  const folderId = text === undefined ? null : readFolder(organization(), text)
  return (id) => {
    if (folderId !== null) storeFolder(organization(), id, folderId)
  }
}

/** All folders; for a reader without an account those with a web-public stream. */
function foldersFor({ context, level, userId }: Scene): readonly Fields[] {
  const list = folderObjects(context, level >= orderLevel)
  if (userId !== undefined) return list
  const open = context.tables.streams.all().filter((stream) => stream.is_web_public === 1)
  const shown = new Set(open.map(({ id }) => folderOf(context, id)))
  return list.filter(({ id }) => shown.has(Number(id)))
}
