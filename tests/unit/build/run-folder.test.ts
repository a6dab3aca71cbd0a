import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { removeDatabase, removeLeftDatabases, temporaryDatabase } from '#support/files.ts'
import { memoryFolder } from '#support/run-folder.ts'

const script = new URL('../../support/run-folder.ts', import.meta.url).href

/** Runs `code`, which may call `openRunFolder`, in a process with its temporary folders in `parent`. */
function runIn(parent: string, code: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { tmpdir } from 'node:os'
       import { existsSync, mkdtempSync } from 'node:fs'
       const { openRunFolder, memoryFolder } = await import(${JSON.stringify(script)})
       ${code}`,
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: parent, TEMP: parent, TMP: parent, SKEIN_TEST_MEMORY: parent },
    },
  )
  return `${stdout}${stderr}`
}

it('the temporary folders of a run are in one folder, which is removed at the end of the run', () => {
  const parent = mkdtempSync(join(tmpdir(), 'parent-'))
  const output = runIn(
    parent,
    `const close = openRunFolder()
     const made = [mkdtempSync(tmpdir() + '/a-'), mkdtempSync(memoryFolder() + '/b-')]
     console.log(made.every((path) => existsSync(path) && path.includes('skein-run-' + process.pid)))
     close()
     console.log(made.some((path) => existsSync(path)), tmpdir())`,
  )
  expect(output).toBe(`true\nfalse ${parent}\n`)
  expect(readdirSync(parent)).toEqual([])
})

it('the folder of a killed run is removed at the start of the next run, and that of a running one is kept', () => {
  const parent = mkdtempSync(join(tmpdir(), 'parent-'))
  expect(runIn(parent, `openRunFolder(); process.kill(process.pid, 'SIGKILL')`)).toBe('')
  const dead = readdirSync(parent)
  expect(dead).toHaveLength(1)
  const living = `skein-run-${process.pid}-living`
  mkdirSync(join(parent, living))
  writeFileSync(join(parent, 'skein-run-notes'), 'not of a run')

  runIn(parent, 'openRunFolder()()')

  expect(readdirSync(parent).sort()).toEqual([living, 'skein-run-notes'].sort())
})

it('the temporary databases of a test file are removed after the file', () => {
  const [removed, left] = [temporaryDatabase(), temporaryDatabase()]
  writeFileSync(left, '')
  removeDatabase(removed)
  expect(dirname(dirname(left))).toBe(memoryFolder())

  removeLeftDatabases()

  expect([removed, left].map((path) => existsSync(dirname(path)))).toEqual([false, false])
})
