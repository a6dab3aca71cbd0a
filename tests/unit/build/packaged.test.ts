import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { packagedProgram, packagedTests } from '#build/package/packaged-program.ts'

const root = resolve(import.meta.dirname, '../../..')
const yaml = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown } // it comes without types

const step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
})
const job = z.object({
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  env: z.record(z.string(), z.string()).optional(),
  strategy: z.object({ matrix: z.object({ include: z.array(z.record(z.string(), z.string())) }) }).optional(),
  steps: z.array(step),
})
const workflow = z
  .object({ permissions: z.record(z.string(), z.string()), jobs: z.object({ test: job, package: job }) })
  .parse(yaml.load(readFileSync(join(root, '.github/workflows/packages.yml'), 'utf8')))
const steps = [...workflow.jobs.test.steps, ...workflow.jobs.package.steps]

describe('the unpacked program of a package', () => {
  it.each([
    ['linux', 'x64', 'dist/linux-unpacked/skein'],
    ['linux', 'arm64', 'dist/linux-arm64-unpacked/skein'],
    ['win32', 'x64', 'dist/win-unpacked/Skein.exe'],
    ['win32', 'arm64', 'dist/win-arm64-unpacked/Skein.exe'],
    ['darwin', 'x64', 'dist/mac/Skein.app/Contents/MacOS/Skein'],
    ['darwin', 'arm64', 'dist/mac-arm64/Skein.app/Contents/MacOS/Skein'],
  ] as const)('of %s on %s is in electron-builder’s output folder', (platform, arch, path) => {
    expect(packagedProgram('dist', { platform, arch })).toBe(join(...path.split('/')))
  })

  it('is driven by existing tests that can drive a program', () => {
    expect(packagedTests.length).toBeGreaterThan(3)
    for (const name of packagedTests) {
      const file = join(root, 'tests/e2e', `${name}.spec.ts`)
      expect(existsSync(file), name).toBe(true)
      expect(readFileSync(file, 'utf8')).toContain(`from './support/skein.ts'`)
    }
  })
})

describe('the workflow of the packages', () => {
  it('runs on the three systems, also if one of them fails', () => {
    const runners = workflow.jobs.package.strategy?.matrix.include.map(({ runner }) => runner?.split('-')[0])
    expect(runners).toEqual(['ubuntu', 'macos', 'windows'])
  })

  it('runs existing commands of this project', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
    const named = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm (?:run (?:--silent )?)?([\w-]+)/g)].map(([, name]) => name),
    )
    expect(new Set(named)).toEqual(new Set(['test', 'build', 'package', 'packaged']))
    for (const name of named) expect(Object.keys(scripts)).toContain(name)
    for (const { run = '' } of steps) {
      for (const [, file] of run.matchAll(/node (\S+\.(?:js|ts|cjs))/g))
        expect(existsSync(join(root, file ?? ''))).toBe(true)
    }
  })

  it('self-tests each package before the tests drive its unfused build, on Linux without a display', () => {
    const runs = workflow.jobs.package.steps.map(({ run = '' }) => run)
    const at = (text: string) => runs.findIndex((run) => run.includes(text))
    expect(at('npm run build')).toBeLessThan(at('npm run package'))
    expect(at('npm run package')).toBeLessThan(at('packaged -- --self-test'))
    expect(at('packaged -- --self-test')).toBeLessThan(at('package -- --unfused'))
    expect(at('package -- --unfused')).toBeLessThan(at('packaged -- --e2e'))
    const ofLinux = workflow.jobs.package.steps.filter((entry) => entry.if === `runner.os == 'Linux'`)
    for (const tried of ['--self-test', '--e2e']) {
      const entry = ofLinux.find(({ run = '' }) => run.includes(`packaged -- ${tried}`))
      expect(entry?.run).toContain('xvfb-run')
      const elsewhere = workflow.jobs.package.steps.filter(({ run = '' }) => run.includes(`packaged -- ${tried}`))
      expect(elsewhere.map((other) => other.if)).toEqual([`runner.os == 'Linux'`, `runner.os != 'Linux'`])
    }
  })

  it('pins actions by commit, may write nothing, and gives its token to no step', () => {
    const used = steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses]))
    expect(used.length).toBeGreaterThan(4)
    for (const action of used) expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/)
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'))
    expect(checkouts.map((entry) => entry.with?.['persist-credentials'])).toEqual([false, false])
  })

  it('names all variables that the packaging reads', () => {
    const read = ['build/package/plan.ts', 'build/package/signing.ts'].flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/env\.(SKEIN_\w+)/g)].map(([, name = '']) => name),
    )
    expect(read.length).toBeGreaterThan(4)
    expect(Object.keys(workflow.jobs.package.env ?? {}).sort()).toEqual([...new Set(read)].sort())
  })

  it('passes secrets to the packaging only', () => {
    const given = steps.filter(({ env = {} }) => Object.values(env).some((value) => value.includes('secrets.')))
    expect(given.map(({ run }) => run)).toEqual(['npm run package'])
  })
})
