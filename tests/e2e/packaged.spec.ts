import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { endsWithParent } from '#build/children.ts'
import type { SelfTestReport } from '#shell/self-test/self-test.ts'
import { extractProgram, packageUnpacked } from '#support/packaged.ts'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, SkeinApp, test } from './support/skein.ts'

const root = resolve(import.meta.dirname, '../..')

test.describe.configure({ mode: 'serial' })
test.skip(process.platform !== 'linux', 'the program for Linux is taken out of its package and started')
test.skip(runsInElectron, 'the package itself is driven there')

let program = ''

test.beforeAll(() => {
  const packaged = packageUnpacked({
    platform: 'linux',
    arch: process.arch === 'arm64' ? 'arm64' : 'x64',
    keytar: join(root, 'node_modules/keytar/build/Release/keytar.node'),
  })
  try {
    expect(packaged.status, packaged.output).toBe(0)
    program = temporaryFolder('extracted')
    const folder = process.arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked'
    extractProgram(join(packaged.folder, folder, 'resources', 'app.asar'), program)
  } finally {
    packaged.remove()
  }
})

test.afterAll(() => {
  if (program !== '') rmSync(program, { recursive: true, force: true })
})

test('the package passes its self-test outside of this checkout', async () => {
  test.skip(process.env.SKEIN_TEST_KEYRING !== '1', 'there is no keyring for tests on this machine')
  const child = spawn(process.execPath, [...endsWithParent, join(program, 'browser-host/main.ts'), '--self-test'], {
    cwd: program,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const status = await new Promise<number | null>((found) => {
    child.once('close', found)
  })
  const report = JSON.parse(output) as SelfTestReport // the one line that it prints
  expect(report.steps.filter(({ ok }) => !ok)).toEqual([])
  expect(status).toBe(0)
})

test('the package signs in, sends, and has its data offline after a restart', async ({ chromium, server }) => {
  test.skip(process.env.SKEIN_TEST_KEYRING !== '1', 'there is no keyring for tests on this machine')
  const data = temporaryFolder('client')
  const first = await new SkeinApp(chromium, data, {}, program).start()
  await first.signIn(server.url)
  await first.open('design')
  await first.send('Sent by what stands in the package :tada: $$x^2$$')
  const sent = first.message('Sent by what stands in the package')
  await expect(sent).toHaveCount(1)
  await expect(sent).not.toContainText('waiting')
  const fonts = await first.page.evaluate(async () => {
    await document.fonts.ready
    return [...document.fonts].filter((font) => font.status === 'loaded').map((font) => font.family)
  })
  expect(fonts.join(' ')).toContain('Inter')
  await first.quit()
  await server.stop()
  const second = await new SkeinApp(chromium, data, {}, program).start()
  await second.open('design')
  await expect(second.message('Sent by what stands in the package')).toHaveCount(1)
  await second.quit()
  expect([...first.errors, ...second.errors]).toEqual([])
})
