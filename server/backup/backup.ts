import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { addStoredFiles, BackupError, copyDatabase, extractDatabase, partBytes, storedFiles } from '../store/backup.ts'

/** The paths of an organization's data in its folder. */
export function dataPaths(folder: string) {
  return {
    database: join(folder, 'organization.sqlite'),
    files: join(folder, 'files'),
    lock: join(folder, 'lock.sqlite'),
  }
}

/**
 * Writes a whole organization with its files into one backup file. A server may run meanwhile: the backup is a
 * snapshot.
 * @throws BackupError
 */
export function writeBackup(folder: string, file: string): void {
  const { database, files } = dataPaths(folder)
  if (!existsSync(database)) throw new BackupError(`there is no organization in ${folder}`)
  if (existsSync(file)) throw new BackupError(`${file} exists already; choose another name for the backup`)
  if (!existsSync(dirname(resolve(file)))) throw new BackupError(`there is no folder ${dirname(resolve(file))}`)
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    copyDatabase(database, unfinished)
    addStoredFiles(unfinished, filesBelow(files))
    renameSync(unfinished, file)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/** Restores a backup into an empty data folder. @throws BackupError */
export function restoreBackup(file: string, folder: string): void {
  const { database, files } = dataPaths(folder)
  if (!existsSync(file)) throw new BackupError(`there is no backup ${file}`)
  if (existsSync(database))
    throw new BackupError(`there is an organization in ${folder} already; choose another --data`)
  // A backup without files creates no folder.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const base = resolve(files)
  for (const { path, part, bytes } of storedFiles(file)) {
    const target = resolve(join(base, ...path.split('/')))
    if (!target.startsWith(base + sep)) throw new BackupError(`the backup holds a file outside its folder: ${path}`)
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    const descriptor = openSync(target, part === 0 ? 'w' : 'a', 0o600)
    try {
      writeSync(descriptor, bytes)
    } finally {
      closeSync(descriptor)
    }
  }
  // An interrupted restore must not leave a partial organization under the final name.
  const unfinished = `${database}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    extractDatabase(file, unfinished)
    renameSync(unfinished, database)
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

function* filesBelow(root: string): Generator<{ path: string; parts: Iterable<Buffer> }> {
  if (!existsSync(root)) return
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const full = join(entry.parentPath, entry.name)
    yield { path: relative(root, full).split(sep).join('/'), parts: partsOf(full) }
  }
}

function* partsOf(path: string): Generator<Buffer> {
  let descriptor: number
  try {
    descriptor = openSync(path, 'r')
  } catch {
    return // deleted after the folder was listed
  }
  try {
    for (;;) {
      const bytes = Buffer.alloc(partBytes)
      const length = readSync(descriptor, bytes, 0, partBytes, null)
      if (length === 0) return
      yield bytes.subarray(0, length)
    }
  } finally {
    closeSync(descriptor)
  }
}
