import { timingSafeEqual } from 'node:crypto'
import { hashPasswordSync } from '../../base/passwords.ts'
import type { ServerDatabase } from '../database.ts'

export interface UserRow {
  id: number
  email: string
  delivery_email: string
  full_name: string
  role: number
  is_active: number
  is_bot: number
  bot_type: number | null
  bot_owner_id: number | null
  timezone: string
  /** UNIX seconds. */
  date_joined: number
  password_hash: string | null
  api_key: string
  avatar_path: string | null
  avatar_version: number
  /** JSON object of the settings that differ from the defaults. */
  settings: string
  /** 1 for the organization's system bot, which is not listed as a user. */
  is_system: number
}

/** The fields of a user that can be changed individually. */
export type UserChange = Partial<
  Pick<
    UserRow,
    | 'full_name'
    | 'role'
    | 'is_active'
    | 'timezone'
    | 'delivery_email'
    | 'password_hash'
    | 'api_key'
    | 'settings'
    | 'bot_owner_id'
    | 'avatar_path'
    | 'avatar_version'
  >
>

export interface NewUser {
  readonly id?: number
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: number
  readonly password?: string
  /** The hash of the password; set instead of `password`. */
  readonly passwordHash?: string
  readonly apiKey: string
  readonly timezone?: string
  readonly dateJoined: number
  readonly isBot?: boolean
  readonly botType?: number
  readonly botOwnerId?: number
  readonly avatarPath?: string
  /** JSON object of the settings that differ from the defaults. */
  readonly settings?: string
}

/** Users and bots, cached in memory, since every request and every event reads some of them. */
export function userTable(database: ServerDatabase) {
  const all = database.prepare<[], UserRow>('SELECT * FROM user ORDER BY id')
  const byId = database.prepare<[number], UserRow>('SELECT * FROM user WHERE id = ?')
  const insert = database.prepare(
    `INSERT INTO user (id, email, delivery_email, full_name, role, is_bot, bot_type, bot_owner_id, timezone, date_joined, password_hash, api_key, avatar_path, settings)
     VALUES (@id, @email, @deliveryEmail, @fullName, @role, @isBot, @botType, @botOwnerId, @timezone, @dateJoined, @passwordHash, @apiKey, @avatarPath, @settings)`,
  )
  const nextId = database.prepare<[], { id: number }>('SELECT max(coalesce(max(id), 7), 7) + 1 AS id FROM user')

  let rows: Map<number, UserRow> | undefined
  let people: readonly UserRow[] | undefined
  let emails: Map<string, UserRow> | undefined
  let names: Map<string, UserRow[]> | undefined
  let isTouched = false

  function loaded(): Map<number, UserRow> {
    rows ??= new Map(all.all().map((row) => [row.id, row]))
    return rows
  }

  function put(row: UserRow): void {
    isTouched = true
    loaded().set(row.id, row)
    people = undefined
    emails = undefined
    names = undefined
  }

  return {
    get: (id: number) => loaded().get(id),
    /** Finds a user by the real or the API e-mail, case-insensitively; the real one takes precedence. */
    byEmail(email: string): UserRow | undefined {
      if (emails === undefined) {
        emails = new Map()
        for (const row of loaded().values()) emails.set(row.email.toLowerCase(), row)
        for (const row of loaded().values()) emails.set(row.delivery_email.toLowerCase(), row)
      }
      return emails.get(email.toLowerCase())
    },
    byName(name: string): readonly UserRow[] {
      if (names === undefined) {
        names = new Map()
        for (const row of loaded().values()) {
          const key = row.full_name.toLowerCase()
          const same = names.get(key)
          if (same === undefined) names.set(key, [row])
          else same.push(row)
        }
      }
      return names.get(name.toLowerCase()) ?? []
    },
    /** Returns all users by id, deactivated ones included, without the system bot. */
    all(): readonly UserRow[] {
      people ??= [...loaded().values()].filter((row) => row.is_system === 0).sort((a, b) => a.id - b.id)
      return people
    },
    system: (): readonly UserRow[] =>
      [...loaded().values()].filter((row) => row.is_system === 1).sort((a, b) => a.id - b.id),
    change(id: number, change: UserChange): void {
      const names = Object.keys(change)
      if (names.length === 0) return
      database
        .prepare(`UPDATE user SET ${names.map((name) => `${name} = @${name}`).join(', ')} WHERE id = @id`)
        .run({ ...change, id })
      const row = byId.get(id)
      if (row !== undefined) put(row)
    },
    /**
     * Adds a user and returns the id. The API e-mail is a generated address, as with limited e-mail visibility
     * (wire-protocol.md §2.0).
     */
    add(user: NewUser, host: string): number {
      const id = user.id ?? nextId.get()?.id ?? 8
      insert.run({
        id,
        email: `user${id}@${host}`,
        deliveryEmail: user.deliveryEmail,
        fullName: user.fullName,
        role: user.role,
        isBot: user.isBot === true ? 1 : 0,
        botType: user.isBot === true ? (user.botType ?? 1) : null,
        botOwnerId: user.botOwnerId ?? null,
        timezone: user.timezone ?? '',
        dateJoined: user.dateJoined,
        passwordHash: user.passwordHash ?? (user.password === undefined ? null : hashPasswordSync(user.password)),
        apiKey: user.apiKey,
        avatarPath: user.avatarPath ?? null,
        settings: user.settings ?? '{}',
      })
      const row = byId.get(id)
      if (row !== undefined) put(row)
      return id
    },
    /** Reloads the in-memory cache after a rollback, unless the change did not touch users. */
    forget(options: { evenUntouched?: boolean } = {}): void {
      if (!isTouched && options.evenUntouched !== true) return
      isTouched = false
      rows = undefined
      people = undefined
      emails = undefined
      names = undefined
    },
  }
}

export type UserTable = ReturnType<typeof userTable>

/** Compares two keys in constant time. */
export function keysEqual(given: string, stored: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(stored)
  return a.length === b.length && timingSafeEqual(a, b)
}
