/** `npm run icons`: draws all icons from `build/icons/*.svg` into `build/resources/`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { drawIcons, hashSources, manifestFile, resourceFolder, sha256, type IconManifest } from './icon-set.ts'

for (const folder of ['icons', 'run-time']) rmSync(join(resourceFolder, folder), { recursive: true, force: true })
const files = drawIcons()
for (const { path, data } of files) {
  const file = join(resourceFolder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, data)
}
const manifest: IconManifest = {
  sources: hashSources(),
  files: Object.fromEntries(files.map(({ path, data }) => [path, sha256(data)])),
}
writeFileSync(join(resourceFolder, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`)
process.stdout.write(`skein: ${files.length} icons are in build/resources\n`)
