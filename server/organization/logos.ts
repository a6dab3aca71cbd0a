import type { ServerContext } from '../context/context.ts'
import { limits } from '../base/limits.ts'
import type { Endpoints } from '../http/endpoint.ts'
import { readPicture } from '../http/picture-upload.ts'
import type { Resource } from '../http/resource.ts'
import { requireAdministrator } from '../people/permissions.ts'
import type { ServerDatabase } from '../store/database.ts'

/** The logos of the organization, for light and dark appearance (wire-protocol.md §2.11). */
export const logos: Resource = {
  migrations: [
    {
      version: 11,
      change: `
        CREATE TABLE logo (
          kind TEXT PRIMARY KEY CHECK (kind IN ('logo', 'night_logo')),
          -- Below /user_avatars/; NULL after its removal.
          path TEXT,
          version INTEGER NOT NULL
        ) STRICT;
      `,
    },
  ],
  routes: logoRoutes,
}

type Kind = 'logo' | 'night_logo'

interface LogoRow {
  kind: Kind
  path: string | null
  version: number
}

function logoTable(database: ServerDatabase) {
  const get = database.prepare<[Kind], LogoRow>('SELECT * FROM logo WHERE kind = ?')
  const set = database.prepare(
    `INSERT INTO logo (kind, path, version) VALUES (?, ?, 1)
     ON CONFLICT (kind) DO UPDATE SET path = excluded.path, version = version + 1`,
  )
  return {
    get: (kind: Kind) => get.get(kind),
    set: (kind: Kind, path: string | null) => set.run(kind, path),
  }
}

/** A logo in `realm` events; the address is empty if there is none. */
function logoFields(context: ServerContext, kind: Kind): Record<string, string> {
  const row = context.table(logoTable).get(kind)
  const [source, url] =
    row?.path == null ? ['D', ''] : ['U', `/user_avatars/1/${row.path}?version=${String(row.version)}`]
  return { [`${kind}_source`]: source, [`${kind}_url`]: url }
}

/** Both logos in the `realm` part of a registration. */
export function logoState(context: ServerContext): Record<string, string> {
  const fields = { ...logoFields(context, 'logo'), ...logoFields(context, 'night_logo') }
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`realm_${name}`, value]))
}

function logoRoutes(api: Endpoints, context: ServerContext): void {
  const table = context.table(logoTable)
  const kindOf = (isNight: boolean): Kind => (isNight ? 'night_logo' : 'logo')

  api.upload('/realm/logo', async ({ parameters, user, file }) => {
    requireAdministrator(user)
    const { bytes, extension } = await readPicture(await file(), limits.pictureBytes)
    const kind = kindOf(parameters.requiredBoolean('night'))
    const path = `realm/${context.ports.ids.unique()}.${extension}`
    context.ports.files.write(`avatars/${path}`, bytes)
    change(kind, path)
    return {}
  })

  api.authenticated('DELETE', '/realm/logo', ({ parameters, user }) => {
    requireAdministrator(user)
    change(kindOf(parameters.requiredBoolean('night')), null)
    return {}
  })

  function change(kind: Kind, path: string | null): void {
    context.write(() => {
      const old = table.get(kind)?.path ?? null
      table.set(kind, path)
      const data = logoFields(context, kind)
      context.events.publishToEverybody({ type: 'realm', op: 'update_dict', property: kind, data })
      if (old === null) return
      context.afterCommit(() => {
        context.removeFile(`avatars/${old}`)
      })
    })
  }
}
