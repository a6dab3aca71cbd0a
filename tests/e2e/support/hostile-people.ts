import Database from 'better-sqlite3'
import type { ServerProcess } from './processes.ts'

const names = ['Zed \u202eevil', `Zed ${'👩‍👩‍👧‍👦'.repeat(60)}`, 'Zed <b>bold</b>', 'Zed Twin', 'Zed Twin']

/** A wide topic name with marks of direction. */
export const hostileTopic = `zed ${'\u202e'.repeat(3)}${'wide '.repeat(10)}`

/** Gives five people of an organization hostile names while its server is stopped; the last two are equal. */
export async function renameHostile(server: ServerProcess): Promise<void> {
  await server.stop()
  const database = new Database(`${server.folder}/organization.sqlite`)
  for (const [index, key] of ['chloe', 'matteo', 'hugo', 'aisha', 'viktor'].entries()) {
    database.prepare('UPDATE user SET full_name = ? WHERE delivery_email = ?').run(names[index], `${key}@alder.example`)
  }
  database.close()
  await server.start()
}
