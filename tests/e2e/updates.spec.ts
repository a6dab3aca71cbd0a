import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { Locator } from '@playwright/test'
import { releases } from '#build/package/releases.ts'
import { extractProgram, packageUnpacked } from '#support/packaged.ts'
import { temporaryFolder } from './support/processes.ts'
import { expect, runsInElectron, SkeinApp, test } from './support/skein.ts'

const root = resolve(import.meta.dirname, '../..')

test.describe.configure({ mode: 'serial' })
test.skip(process.platform !== 'linux', 'the program of an AppImage is taken out of its package and started')
test.skip(runsInElectron, 'the package itself is driven there')

const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
const channel = arch === 'x64' ? 'latest-linux.yml' : 'latest-linux-arm64.yml'

let folder = ''
let server: Server
const inFolder = (...parts: string[]) => join(folder, ...parts)
const program = () => inFolder('resources', 'app')
/** The file that Skein runs from, by the variables of an AppImage. */
const appImage = () => inFolder('Applications', 'Skein.AppImage')

/** Publishes a release at the address of releases, in the format of electron-builder. */
function publish(version: string, content: string, published = content): string {
  const name = `Skein-${version}.AppImage`
  const sha512 = createHash('sha512').update(content).digest('base64')
  writeFileSync(inFolder('releases', name), published)
  const file = inFolder('releases', channel)
  writeFileSync(
    file,
    `version: ${version}\nfiles:\n  - url: ${name}\n    sha512: ${sha512}\n    size: ${content.length}\npath: ${name}\nsha512: ${sha512}\nreleaseDate: '2026-11-24T12:00:00.000Z'\n`,
  )
  return file
}

test.beforeAll(async () => {
  folder = temporaryFolder('updates')
  for (const name of ['releases', 'resources', 'Applications', 'cache']) mkdirSync(inFolder(name))
  server = createServer((request, response) => {
    const file = inFolder('releases', new URL(request.url ?? '/', 'http://x').pathname)
    if (existsSync(file) && statSync(file).isFile()) response.end(readFileSync(file))
    else response.writeHead(404).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo // it listens on TCP
  const keys = await Promise.all(['ours', 'theirs'].map((name) => releases(['keys', inFolder(name)])))
  const ours = keys[0]?.[1]?.replace('SKEIN_UPDATE_KEY=', '') ?? ''
  const packaged = packageUnpacked({
    platform: 'linux',
    arch,
    keytar: join(root, 'node_modules/keytar/build/Release/keytar.node'),
    env: { SKEIN_UPDATE_URL: `http://127.0.0.1:${port}/`, SKEIN_UPDATE_KEY: ours },
  })
  try {
    expect(packaged.status, packaged.output).toBe(0)
    const unpacked = arch === 'arm64' ? 'linux-arm64-unpacked' : 'linux-unpacked'
    extractProgram(join(packaged.folder, unpacked, 'resources', 'app.asar'), program())
  } finally {
    packaged.remove()
  }
  // electron-builder writes this file for an AppImage.
  writeFileSync(inFolder('resources', 'app-update.yml'), 'updaterCacheDirName: skein-updater\n')
})

test.afterAll(() => {
  server.close()
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

function skein(chromium: ConstructorParameters<typeof SkeinApp>[0], data: string): SkeinApp {
  const env = {
    APPIMAGE: appImage(),
    APPDIR: dirname(process.execPath),
    XDG_CACHE_HOME: inFolder('cache'),
  }
  return new SkeinApp(chromium, data, env, program())
}

async function openSettings(app: SkeinApp): Promise<Locator> {
  const dialog = app.page.getByRole('dialog', { name: 'Settings' })
  // Before the sign-in only the menu leads there.
  app.host.send({ type: 'application-menu', label: 'Settings…' })
  await expect(dialog).toBeVisible()
  return dialog.getByRole('group', { name: 'Version', exact: true })
}

test('a new version is fetched if its makers signed it, and runs at the next start', async ({ chromium }) => {
  writeFileSync(appImage(), 'the old version')
  chmodSync(appImage(), 0o755)
  const app = await skein(chromium, temporaryFolder('client')).start()
  const version = await openSettings(app)
  await expect(version).toContainText('Skein 0.1.0')
  await expect(version).toContainText('No updates found yet.')
  await version.getByRole('button', { name: 'Licences' }).click()
  const licences = app.page.getByRole('dialog', { name: 'Licences' })
  await expect(licences).toContainText('Apache License')
  await expect(licences).toContainText('electron-updater')
  await licences.getByRole('button', { name: 'Close' }).last().click()
  await expect(licences).toHaveCount(0)
  await openSettings(app)

  await version.getByRole('button', { name: 'Check for updates' }).click()
  await expect(version).toContainText('There’s no release for this computer yet.')

  const again = version.getByRole('button', { name: 'Try again' })
  const file = publish('0.2.0', 'the new version')
  await again.click()
  await expect(version).toContainText('isn’t signed by Skein’s makers')

  await releases(['sign', inFolder('theirs', 'release-key.pem'), file])
  await again.click()
  await expect(version).toContainText('isn’t signed by Skein’s makers')

  await releases(['sign', inFolder('ours', 'release-key.pem'), file])
  const signed = readFileSync(file, 'utf8')
  writeFileSync(file, signed.replace('0.2.0', '0.3.0'))
  await again.click()
  await expect(version).toContainText('isn’t signed by Skein’s makers')

  writeFileSync(file, signed)
  writeFileSync(inFolder('releases', 'Skein-0.2.0.AppImage'), 'another program')
  await again.click()
  await expect(version).toContainText('arrived damaged and was deleted')
  expect(readFileSync(appImage(), 'utf8')).toBe('the old version')

  writeFileSync(inFolder('releases', 'Skein-0.2.0.AppImage'), 'the new version')
  await again.click()
  await expect(version).toContainText('Skein 0.2.0 is ready. It will be installed the next time Skein starts.')
  expect(readFileSync(appImage(), 'utf8')).toBe('the old version')

  await app.quit()
  expect(readFileSync(appImage(), 'utf8')).toBe('the new version')
  expect(statSync(appImage()).mode & 0o777).toBe(0o755)
  expect(app.errors).toEqual([])
})

test('a user who chose announcements is notified, fetches the version, and restarts', async ({
  chromium,
  server: organization,
}) => {
  const started = inFolder('started')
  const script = `#!/bin/sh\nprintf started > '${started}'\n`
  writeFileSync(appImage(), 'the old version')
  const file = publish('0.2.1', script)
  await releases(['sign', inFolder('ours', 'release-key.pem'), file])
  const app = await skein(chromium, temporaryFolder('client')).start()
  await app.signIn(organization.url)
  app.host.send({ type: 'application-menu', label: 'Settings…' })
  await app.page.locator('main.settings').getByRole('button', { name: 'Updates', exact: true }).click()
  const version = app.page.getByRole('group', { name: 'Version', exact: true })
  await app.page.getByRole('radio', { name: 'Just notify me' }).check()
  await version.getByRole('button', { name: 'Check for updates' }).click()
  await expect(version).toContainText('Skein 0.2.1 is available.')
  await version.getByRole('button', { name: 'Download' }).click()
  await expect(version).toContainText('Skein 0.2.1 is ready.')
  await app.page.keyboard.press('Escape')
  await app.page.getByRole('button', { name: 'Account and settings: Skein 0.2.1 is available' }).click()
  const ended = app.host.ended()
  await app.page.getByRole('menuitem', { name: 'Restart to update to Skein 0.2.1' }).click()
  await ended
  await expect.poll(() => existsSync(started)).toBe(true)
  expect(readFileSync(appImage(), 'utf8')).toBe(script)
  expect(app.errors).toEqual([])
})
