import { vi } from 'vitest'

/**
 * Vitest's set-up: the first database in memory of a worker is created by all migrations, and the others are copies of
 * it, which takes a fiftieth of the time. Databases in files are created as in the program.
 */
const copies = new Map<unknown, Buffer>()

/** The bytes of a database that `open` creates; `kind` names its schema. */
function copyOf(kind: unknown, open: () => { serialize(): Buffer; close(): unknown }): Buffer {
  const known = copies.get(kind)
  if (known !== undefined) return known
  const database = open()
  const bytes = database.serialize()
  database.close()
  copies.set(kind, bytes)
  return bytes
}

vi.mock(import('#engine/store/file/database.ts'), async (original) => {
  const module = await original()
  return {
    ...module,
    openDatabase: (path, slow, key) =>
      module.openDatabase(path === ':memory:' ? copyOf('engine', () => module.openDatabase(path)) : path, slow, key),
  }
})

vi.mock(import('#server/store/database.ts'), async (original) => {
  const module = await original()
  return {
    ...module,
    openServerDatabase: (path, added) =>
      module.openServerDatabase(
        path === ':memory:' ? copyOf(added, () => module.openServerDatabase(path, added)) : path,
        added,
      ),
  }
})
