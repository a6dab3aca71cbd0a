import { spawn } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { endsWithParent } from '#build/children.ts'
import type { SelfTestReport } from '#shell/self-test/self-test.ts'
import { temporaryFolder } from './support/processes.ts'
import { expect, test } from './support/skein.ts'

const root = resolve(import.meta.dirname, '../..')
const names = ['keytar', 'app', 'ingest', 'better-sqlite3', 'engine', 'reader', 'media', 'message', 'sign-out']

interface Run {
  readonly status: number | null
  readonly output: string
  readonly report: SelfTestReport
  /** The remaining files in the folder for temporary files. */
  readonly left: readonly string[]
}

/** Runs `--self-test` of the program in `folder`, in the browser host. */
async function selfTest(folder = root, options: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  const temporary = temporaryFolder('temporary')
  const child = spawn(
    process.execPath,
    [...endsWithParent, join(folder, 'browser-host/main.ts'), '--self-test', ...options],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...env },
    },
  )
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const status = await new Promise<number | null>((found) => {
    child.once('close', found)
  })
  const report = JSON.parse(output) as SelfTestReport // the one line that it prints
  return { status, output, report, left: readdirSync(temporary).filter((name) => name.startsWith('skein-')) }
}

/** A copy of the program that tests may damage. */
function copyOfProgram(): string {
  const folder = temporaryFolder('program')
  for (const name of ['browser-host', 'out', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  return folder
}

function failed(report: SelfTestReport): string[] {
  return report.steps.filter(({ ok }) => !ok).map(({ name }) => name)
}

test('the self-test tests every part, prints one line, and leaves nothing behind', async () => {
  test.skip(process.env.SKEIN_TEST_KEYRING !== '1', 'there is no keyring for tests on this machine')
  const file = join(temporaryFolder('line'), 'line.json')
  const { status, output, report, left } = await selfTest(root, [`--self-test-output=${file}`])
  expect(report.steps.map(({ name }) => name)).toEqual(names)
  expect(failed(report), output).toEqual([])
  expect([report.ok, status, left]).toEqual([true, 0, []])
  expect(output.trimEnd().split('\n')).toHaveLength(1)
  expect(readFileSync(file, 'utf8')).toBe(output)
})

test('a self-test without a keychain fails only there, with the reason', async () => {
  test.skip(process.platform !== 'linux', 'only on Linux the keychain can be taken away')
  const { status, report, left } = await selfTest(root, [], { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })
  expect(failed(report)).toEqual(['keytar'])
  expect(report.steps[0]?.detail).toContain('keychain')
  expect([report.ok, status, left]).toEqual([false, 1, []])
})

test('a package without a part fails its self-test with the name of the part', async () => {
  const folder = copyOfProgram()
  rmSync(join(folder, 'out/reader'), { recursive: true })
  rmSync(join(folder, 'out/ingest'), { recursive: true })
  const { status, report } = await selfTest(folder)
  expect(failed(report)).toEqual(expect.arrayContaining(['ingest', 'reader']))
  // The engine does the work of the missing threads itself.
  expect(failed(report)).not.toContain('message')
  expect(status).toBe(1)
  expect(report.steps.find(({ name }) => name === 'reader')?.detail).toMatch(/Cannot find module/)
})

test('a failed engine is reported with the end of the log, and a line that cannot be written is a failure', async () => {
  const folder = copyOfProgram()
  writeFileSync(join(folder, 'out/engine/thread.cjs'), 'throw new Error("damaged")')
  const missing = join(folder, 'nowhere', 'line.json')
  const { status, report } = await selfTest(folder, [`--self-test-output=${missing}`])
  expect(failed(report)).toEqual(expect.arrayContaining(['engine', 'message']))
  expect(report.log.join('\n')).toContain('damaged')
  expect(status).toBe(1)
  expect(existsSync(missing)).toBe(false)
})
