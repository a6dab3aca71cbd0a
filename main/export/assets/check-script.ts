/** The program that checks an export. It is part of each export, and needs nothing but Node. */
export const checkScript = `// Checks whether the files of this export are those that were written:
//   node check.mjs [folder]
// It compares each file with its size and SHA-256 in manifest.json, and lists files that the manifest lacks.
// Exit status: 0 if everything agrees, 1 if something differs, 2 if the manifest cannot be read.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = process.argv[2] ?? dirname(fileURLToPath(import.meta.url))

async function readManifest() {
  try {
    const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    if (manifest.format !== 'skein-export' || !Array.isArray(manifest.files)) throw new Error('not a manifest')
    return manifest
  } catch (error) {
    console.error('manifest.json cannot be read: ' + error.message)
    process.exit(2)
  }
}

function isInside(path) {
  return typeof path === 'string' && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
}

async function hashOf(path) {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of createReadStream(join(folder, ...path.split('/')))) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}

async function problemOf({ path, size, sha256 }) {
  if (!isInside(path)) return 'is not a path in this folder'
  try {
    const found = await hashOf(path)
    if (found.size !== size) return 'has ' + found.size + ' bytes instead of ' + size
    return found.sha256 === sha256 ? null : 'has other contents'
  } catch {
    return 'is missing or cannot be read'
  }
}

const manifest = await readManifest()
const problems = []
for (const file of manifest.files) {
  const problem = await problemOf(file)
  if (problem !== null) problems.push(file.path + ' ' + problem)
}
const listed = new Set(['manifest.json', ...manifest.files.map(({ path }) => path)])
for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (entry.isDirectory()) continue
  const path = join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/')
  if (!listed.has(path)) problems.push(path + ' is not in the manifest')
}

for (const problem of problems) console.log(problem)
console.log(
  problems.length === 0
    ? manifest.files.length + ' files agree with the manifest.'
    : problems.length + ' problems in ' + manifest.files.length + ' files.',
)
process.exitCode = problems.length === 0 ? 0 : 1
`
