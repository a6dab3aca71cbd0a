import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { ServerDatabase } from './database.ts'

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
  date_joined: number
  password_hash: string | null
  api_key: string
  avatar_path: string | null
  avatar_version: number
  settings: string
}

export interface NewUser {
  readonly id?: number
  readonly deliveryEmail: string
  readonly fullName: string
  readonly role: number
  readonly password?: string
  readonly apiKey: string
  readonly timezone?: string
  readonly dateJoined: number
  readonly isBot?: boolean
  readonly avatarPath?: string
}

export function userTable(database: ServerDatabase) {
  const byId = database.prepare<[number], UserRow>('SELECT * FROM user WHERE id = ?')
  const byAnyEmail = database.prepare<{ email: string }, UserRow>(
    'SELECT * FROM user WHERE delivery_email = @email OR email = @email ORDER BY delivery_email = @email DESC LIMIT 1',
  )
  const all = database.prepare<[], UserRow>('SELECT * FROM user ORDER BY id')
  const insert = database.prepare(
    `INSERT INTO user (id, email, delivery_email, full_name, role, is_bot, bot_type, timezone, date_joined, password_hash, api_key, avatar_path)
     VALUES (@id, @email, @deliveryEmail, @fullName, @role, @isBot, @botType, @timezone, @dateJoined, @passwordHash, @apiKey, @avatarPath)`,
  )
  const setSettings = database.prepare('UPDATE user SET settings = ? WHERE id = ?')
  const nextId = database.prepare<[], { id: number }>('SELECT coalesce(max(id), 7) + 1 AS id FROM user')
  return {
    get: (id: number) => byId.get(id),
    byEmail: (email: string) => byAnyEmail.get({ email }),
    all: () => all.all(),
    /** `settings` is a JSON object of what differs from the defaults. */
    setSettings: (id: number, settings: string) => setSettings.run(settings, id),
    /** Adds a user; the API e-mail is a fake address, as where e-mail visibility is limited (wire-protocol.md §2.0). */
    add(user: NewUser, host: string): number {
      const id = user.id ?? nextId.get()?.id ?? 8
      insert.run({
        id,
        email: `user${id}@${host}`,
        deliveryEmail: user.deliveryEmail,
        fullName: user.fullName,
        role: user.role,
        isBot: user.isBot === true ? 1 : 0,
        botType: user.isBot === true ? 1 : null,
        timezone: user.timezone ?? '',
        dateJoined: user.dateJoined,
        passwordHash: user.password === undefined ? null : hashPassword(user.password),
        apiKey: user.apiKey,
        avatarPath: user.avatarPath ?? null,
      })
      return id
    },
  }
}

export type UserTable = ReturnType<typeof userTable>

/** scrypt with a salt of its own: `salt:hash`, both hexadecimal. */
export function hashPassword(password: string): string {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${scryptSync(password.normalize('NFKC'), salt, 32).toString('hex')}`
}

export function passwordMatches(password: string, stored: string | null): boolean {
  const [salt, hash] = (stored ?? '00:').split(':')
  const given = scryptSync(password.normalize('NFKC'), Buffer.from(salt ?? '', 'hex'), 32)
  const wanted = Buffer.from(hash ?? '', 'hex')
  return wanted.length === given.length && timingSafeEqual(given, wanted)
}

/** Compares two keys in a time that does not depend on where they differ. */
export function keysEqual(given: string, stored: string): boolean {
  const a = Buffer.from(given)
  const b = Buffer.from(stored)
  return a.length === b.length && timingSafeEqual(a, b)
}
