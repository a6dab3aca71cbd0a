/**
 * `npm run packaged` tests the result of `npm run package`: `--self-test` runs the package's self-test; `--e2e` runs
 * end-to-end tests with the build of `npm run package -- --unfused`, since Playwright cannot attach to a program with
 * its inspect fuse off. The last line is a sum, or one line of JSON.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { packagedProgram, packagedTests } from './packaged-program.ts'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    'self-test': { type: 'boolean', default: false },
    e2e: { type: 'boolean', default: false },
    arch: { type: 'string', default: process.arch },
  },
})
/** Longer than the deadlines of all self-test steps together. */
const selfTestDeadlineMs = 300_000

function refuse(sentence: string): never {
  process.stderr.write(`skein: ${sentence}\n`)
  process.exit(1)
}

function programIn(output: string, command: string): string {
  const program = packagedProgram(join(root, output), { platform: process.platform, arch: values.arch })
  if (!existsSync(program)) refuse(`there is no ${program}; run \`${command}\` first.`)
  return program
}

function selfTest(): boolean {
  const program = programIn('dist', 'npm run package')
  const folder = mkdtempSync(join(tmpdir(), 'skein-packaged-'))
  const file = join(folder, 'line.json')
  const { status, error } = spawnSync(program, ['--self-test', `--self-test-output=${file}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: selfTestDeadlineMs,
  })
  const line = existsSync(file) ? readFileSync(file, 'utf8') : ''
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(line)
  if (line === '')
    process.stderr.write(`skein: ${program} ended without a word: ${error?.message ?? `status ${status}`}\n`)
  return status === 0 && line !== ''
}

function endToEnd(): boolean {
  const program = programIn('dist/unfused', 'npm run package -- --unfused')
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...packagedTests.map((name) => `/${name}.spec`)],
    { cwd: root, stdio: 'inherit', env: { ...process.env, SKEIN_TEST_PROGRAM: program } },
  )
  return status === 0
}

if (!values['self-test'] && !values.e2e) refuse('say what to try: --self-test or --e2e.')
const passes = [...(values['self-test'] ? [selfTest] : []), ...(values.e2e ? [endToEnd] : [])].map((run) => run())
process.exitCode = passes.every(Boolean) ? 0 : 1
