import { z } from 'zod'
import type { ServerContext } from '../context/context.ts'
import { badRequest } from '../base/errors.ts'
import { listLimit, requireAtMost, requireLength, textLimit } from '../base/limits.ts'
import { pathInteger, type AuthenticatedCall, type Endpoints } from '../http/endpoint.ts'
import type { Resource } from '../http/resource.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { requireAdministrator } from '../people/permissions.ts'
import { foldersAndViews } from '../store/migrations/folders-and-views.ts'
import { channelFolderTable, type ChannelFolderRow } from '../store/organization/channel-folders.ts'
import type { StreamRow } from '../store/streams.ts'
import type { UserRow } from '../store/people/users.ts'
import { directoryOf } from './access.ts'

/** The table of channel folders. The layers of levels with folders declare the endpoints. */
export const channelFolders: Resource = { migrations: [foldersAndViews] }

/** Sent to clients as `max_channel_folder_name_length` and `max_channel_folder_description_length`. */
export const folderLimits = {
  name: textLimit(60, 'name', 'name of a channel folder'),
  description: textLimit(1024, 'description', 'description of a channel folder'),
}
const most = listLimit(1000, 'channel folders')
const setting = 'folder_id'

/** The folder of a stream; null for none. */
export function folderOf(context: ServerContext, streamId: number): number | null {
  const id = context.levelSettings?.get(String(streamId), setting)
  return typeof id === 'number' ? id : null
}

/** Puts a stream into a folder, or with null out of all; call inside `context.write`. */
export function storeFolder(context: ServerContext, streamId: number, folderId: number | null): void {
  context.levelSettings?.set(String(streamId), setting, folderId)
}

/** Reads `folder_id`: a folder in use, or null. @throws ServiceError `BAD_REQUEST` */
export function readFolder(context: ServerContext, text: string): number | null {
  if (text.trim() === 'null') return null
  const folder = /^\d{1,15}$/.test(text.trim()) ? context.table(channelFolderTable).get(Number(text)) : undefined
  if (folder?.is_archived !== 0) throw badRequest('Invalid channel folder ID')
  return folder.id
}

/** Channel folders as clients of the level receive them, in their order. */
export function folderObjects(context: ServerContext, withOrder: boolean): Record<string, unknown>[] {
  return context
    .table(channelFolderTable)
    .all()
    .map((row) => folderObject(row, withOrder))
}

/** `POST /channel_folders/create`, `GET /channel_folders` and `PATCH /channel_folders/{id}`, since level 389. */
export function channelFolderRoutes(api: Endpoints, context: ServerContext, withOrder: boolean): void {
  const folders = context.table(channelFolderTable)

  function readName(text: string, own: ChannelFolderRow | undefined): string {
    const name = requireLength('name', text.trim(), folderLimits.name)
    if (name === '') throw badRequest("Channel folder name can't be empty.")
    const bad = [...name].findIndex((point) => /[\p{Cc}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u.test(point))
    if (bad >= 0) throw badRequest(`Invalid character in channel folder name, at position ${bad + 1}.`)
    const taken = folders.byName(name)
    if (taken !== undefined && taken.id !== own?.id) throw badRequest(`Channel folder '${name}' already exists`)
    return name
  }

  async function readDescription(user: UserRow, text: string) {
    const description = requireLength('description', text, folderLimits.description)
    if (description.includes('\0')) throw badRequest('description must not contain null bytes')
    await context.drawings.prepare([description], user.id)
    return description
  }

  const rendered = (user: UserRow, text: string) =>
    text === '' ? '' : renderMarkdown(text, directoryOf(context, user)).html

  api.authenticated('GET', '/channel_folders', ({ parameters }) => {
    const includesArchived = parameters.boolean('include_archived', false)
    const shown = folderObjects(context, withOrder).filter((folder) => includesArchived || folder.is_archived === false)
    return { channel_folders: shown }
  })

  api.authenticated('POST', '/channel_folders/create', async ({ parameters, user }) => {
    requireAdministrator(user)
    const given = parameters.text('name')
    const description = await readDescription(user, parameters.optionalText('description') ?? '')
    return context.write(() => {
      requireAtMost(most, folders.all().length + 1)
      const name = readName(given, undefined)
      const id = folders.add({
        name,
        description,
        rendered_description: rendered(user, description),
        creator_id: user.id,
        date_created: context.nowSeconds(),
      })
      const added = folders.get(id)
      if (added !== undefined) tell(context, { op: 'add', channel_folder: folderObject(added, withOrder) })
      return { channel_folder_id: id }
    })
  })

  api.authenticated('PATCH', '/channel_folders/:channel_folder_id', async (call) => {
    const { parameters, user } = call
    requireAdministrator(user)
    const name = parameters.optionalText('name')
    const text = parameters.optionalText('description')
    const isArchived = parameters.optionalJson('is_archived', z.boolean())
    const description = text === undefined ? undefined : await readDescription(user, text)
    context.write(() => {
      const row = existing(context, call)
      const changes: Partial<ChannelFolderRow>[] = []
      if (name !== undefined && name.trim() !== row.name) changes.push({ name: readName(name, row) })
      if (description !== undefined && description !== row.description) {
        changes.push({ description, rendered_description: rendered(user, description) })
      }
      if (isArchived !== undefined && isArchived !== (row.is_archived === 1)) {
        if (isArchived) requireEmpty(context, row)
        changes.push({ is_archived: Number(isArchived) })
      }
      folders.change(Object.assign({}, row, ...changes) as ChannelFolderRow) // a row with some fields of a row
      for (const change of changes) {
        const data = 'is_archived' in change ? { is_archived: change.is_archived === 1 } : change
        tell(context, { op: 'update', channel_folder_id: row.id, data })
      }
    })
    return {}
  })
}

/** `PATCH /channel_folders`, since level 414: the order of all folders. */
export function channelFolderOrder(api: Endpoints, context: ServerContext): void {
  const folders = context.table(channelFolderTable)

  api.authenticated('PATCH', '/channel_folders', ({ parameters, user }) => {
    requireAdministrator(user)
    const order = parameters.json('order', z.array(z.number().int()), most)
    context.write(() => {
      const rows = folders.all()
      const known = new Set(rows.map(({ id }) => id))
      if (order.length !== known.size || new Set(order).size !== known.size || order.some((id) => !known.has(id))) {
        throw badRequest('Invalid order mapping.')
      }
      for (const row of rows) folders.change({ ...row, position: order.indexOf(row.id) + 1 })
    })
    return {}
  })
}

/** Publishes the order of all folders. */
export function tellFolderOrder(context: ServerContext): void {
  const order = context.table(channelFolderTable).all()
  tell(context, { op: 'reorder', order: order.map(({ id }) => id) })
}

/** @throws ServiceError `BAD_REQUEST` */
function existing(context: ServerContext, call: AuthenticatedCall): ChannelFolderRow {
  const row = context.table(channelFolderTable).get(pathInteger(call, 'channel_folder_id'))
  if (row === undefined) throw badRequest('Invalid channel folder ID')
  return row
}

/** @throws ServiceError `BAD_REQUEST` if a stream that is not archived lies in the folder */
function requireEmpty(context: ServerContext, folder: ChannelFolderRow): void {
  const isIn = ({ id }: StreamRow) => folderOf(context, id) === folder.id
  if (context.tables.streams.all().some(isIn)) {
    throw badRequest('You need to remove all the channels from this folder to archive it.')
  }
}

function tell(context: ServerContext, event: Record<string, unknown>): void {
  context.events.publishToEverybody({ type: 'channel_folder', ...event })
}

function folderObject(row: ChannelFolderRow, withOrder: boolean): Record<string, unknown> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    rendered_description: row.rendered_description,
    creator_id: row.creator_id,
    date_created: row.date_created,
    is_archived: row.is_archived === 1,
    ...(withOrder ? { order: row.position } : {}),
  }
}
