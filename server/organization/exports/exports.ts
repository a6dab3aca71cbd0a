import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { badRequest, notFound } from '../../base/errors.ts'
import { limits, refusal } from '../../base/limits.ts'
import type { ServerContext } from '../../context/context.ts'
import { pathInteger, type Endpoints } from '../../http/endpoint.ts'
import { publicOrigin } from '../../http/public-origin.ts'
import type { Resource } from '../../http/resource.ts'
import { isAdministrator, isOwner, requireAdministrator } from '../../people/permissions.ts'
import type { UserRow } from '../../store/people/users.ts'
import { archive, consents, ExportEndedError } from './archive.ts'
import { exportMigration, exportTable, exportTypes, type ExportRow } from './export-table.ts'

/** Exports of the organization's data (wire-protocol.md §2.11). */
export const exports: Resource = { migrations: [exportMigration], routes: exportRoutes }

const weekSeconds = 7 * 86_400
const fileName = 'export.tar.gz'

/** Why an export cannot be deleted. */
const notDeletable = {
  pending: 'Export still in progress',
  failed: 'Export failed, nothing to delete',
  deleted: 'Export already deleted',
} as const

function storedPath({ key }: Pick<ExportRow, 'key'>): string {
  return `exports/${key}/${fileName}`
}

/** An export in answers and events. */
function exportObject(context: ServerContext, row: ExportRow): Record<string, unknown> {
  return {
    id: row.id,
    acting_user_id: row.acting_user_id,
    export_time: row.requested_at,
    export_url: row.state === 'done' ? `${row.origin}/${storedPath(row)}` : null,
    deleted_timestamp: row.state === 'deleted' ? row.ended_at : null,
    failed_timestamp: row.state === 'failed' ? row.ended_at : null,
    pending: row.state === 'pending',
    ...(exportsPrivateData(context) ? { export_type: row.type } : {}),
  }
}

function exportsPrivateData(context: ServerContext): boolean {
  return context.layer?.habits.has('exports consented data') === true
}

function exportRoutes(api: Endpoints, context: ServerContext, app: FastifyInstance): void {
  const table = context.table(exportTable)
  let isClosing = false
  /** Exports are written one after the other. */
  let underWay: Promise<void> = Promise.resolve()

  app.addHook('onClose', async () => {
    isClosing = true
    await underWay
  })

  /** Publishes the exports to administrators; call inside `context.write`. */
  function tell(): void {
    const list = table.all().map((row) => exportObject(context, row))
    for (const user of context.tables.users.all()) {
      if (user.is_active === 0 || !isAdministrator(user)) continue
      context.events.publish(user.id, () => ({ type: 'realm_export', exports: list }))
    }
  }

  function end(row: ExportRow, state: 'done' | 'failed' | 'deleted'): void {
    context.write(() => {
      table.set(row.id, state, state === 'done' ? null : context.nowSeconds())
      tell()
    })
    if (state !== 'done') context.removeFile(storedPath(row))
  }

  // The last run of the server ended while it wrote these.
  for (const row of table.all()) if (row.state === 'pending') end(row, 'failed')

  async function write(row: ExportRow, user: UserRow): Promise<void> {
    if (isClosing) return
    try {
      const zipped = createGzip()
      pipeline(Readable.from(archive(context, row, user, () => isClosing)), zipped, () => undefined)
      await context.ports.files.save(storedPath(row), zipped)
      end(row, 'done')
    } catch (error) {
      // The next start tells that it failed.
      if (error instanceof ExportEndedError) return
      process.stderr.write(
        `skein server: an export failed: ${error instanceof Error ? error.message : String(error)}\n`,
      )
      end(row, 'failed')
    }
  }

  api.authenticated('GET', '/export/realm', ({ user }) => {
    requireAdministrator(user)
    return { exports: table.all().map((row) => exportObject(context, row)) }
  })

  api.authenticated('POST', '/export/realm', ({ parameters, user, request }) => {
    requireAdministrator(user)
    const types = z.union([z.literal(exportTypes.public), z.literal(exportTypes.consented)])
    const asked = exportsPrivateData(context) ? parameters.optionalJson('export_type', types) : undefined
    const type = asked ?? exportTypes.public
    if (type === exportTypes.consented && !hasConsentingOwner()) {
      throw badRequest('Make sure at least one Organization Owner is consenting to the export.')
    }
    const since = context.nowSeconds() - weekSeconds
    if (table.all().filter((row) => row.requested_at > since).length >= limits.exportsOfWeek.most) {
      throw refusal(limits.exportsOfWeek)
    }
    const isTooLarge =
      table.hasMoreMessages(limits.exportedMessages.most) ||
      context.tables.attachments.usedBytesOfAll() > limits.exportedBytes.most
    if (isTooLarge) throw refusal(limits.exportedMessages)
    const origin = publicOrigin(context, request)
    const key = context.ports.random.bytes(24).toString('base64url')
    const row = context.write(() => {
      forgetOld()
      const now = context.nowSeconds()
      const id = table.add({ type, acting_user_id: user.id, key, origin, requested_at: now })
      tell()
      return table.get(id)
    })
    if (row === undefined) throw new Error('the export was not stored')
    underWay = underWay.then(() => write(row, user))
    return { id: row.id }
  })

  /** Removes the entries of ended exports beyond the newest ones. */
  function forgetOld(): void {
    const ended = table.all().filter(({ state }) => state === 'failed' || state === 'deleted')
    for (const row of ended.slice(0, Math.max(0, ended.length - limits.endedExports.most))) table.remove(row.id)
  }

  function hasConsentingOwner(): boolean {
    return context.tables.users
      .all()
      .some((user) => user.is_active === 1 && isOwner(user) && consents(context, user.id))
  }

  api.authenticated('DELETE', '/export/realm/:export_id', (call) => {
    requireAdministrator(call.user)
    const row = table.get(pathInteger(call, 'export_id'))
    if (row === undefined) throw badRequest('Invalid data export ID')
    if (row.state !== 'done') throw badRequest(notDeletable[row.state])
    end(row, 'deleted')
    return {}
  })

  app.get<{ Params: { key: string } }>(`/exports/:key/${fileName}`, async (request, reply) => {
    const row = table.byKey(request.params.key)
    const size = row?.state === 'done' ? context.ports.files.size(storedPath(row)) : undefined
    if (row === undefined || size === undefined) throw notFound('File not found')
    return reply
      .header('content-type', 'application/gzip')
      .header('content-disposition', `attachment; filename=${fileName}`)
      .header('content-length', size)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .send(context.ports.files.stream(storedPath(row)))
  })
}

/** `GET /export/realm/consents`: who lets administrators export their private data. */
export function consentRoutes(api: Endpoints, context: ServerContext): void {
  api.authenticated('GET', '/export/realm/consents', ({ user }) => {
    requireAdministrator(user)
    const people = context.tables.users.all().filter((one) => one.is_active === 1 && one.is_bot === 0)
    return { export_consents: people.map(({ id }) => ({ user_id: id, consented: consents(context, id) })) }
  })
}
