import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The headings of docs/tutorial/security.md of Electron 45. */
const points = [
  'Only load secure content',
  'Do not enable Node.js integration for remote content',
  'Enable context isolation in all renderers',
  'Enable process sandboxing',
  'Use ses.setPermissionRequestHandler() in all sessions that load remote content',
  'Do not disable webSecurity',
  'Define a Content-Security-Policy',
  'Do not enable allowRunningInsecureContent',
  'Do not enable experimental features',
  'Do not use enableBlinkFeatures',
  '<webview>: Do not use allowpopups',
  '<webview>: Verify options and params',
  'Disable or limit navigation',
  'Disable or limit creation of new windows',
  'Do not use shell.openExternal with untrusted content',
  'Use a current version of Electron',
  'Validate the sender of all IPC messages',
  'Avoid usage of the file:// protocol and prefer usage of custom protocols',
  'Check which fuses you can change',
  'Do not expose Electron APIs to untrusted web content',
]

/** All sources of the program, each with its path. */
const sources = ['main', 'preload', 'renderer']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  .filter((name) => /\.(ts|svelte|html)$/.test(name))
  .map((name) => ({ name, text: read(name) }))

function mentioning(pattern: RegExp): string[] {
  return sources.filter(({ text }) => pattern.test(text)).map(({ name }) => name)
}

describe('Electron’s checklist for security', () => {
  const rows = [
    ...read('docs/electron/security-checklist.md').matchAll(/^\| (\d+) +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm),
  ].map(([, number, point = '', here = '', tests = '']) => ({
    number: Number(number),
    point: point.replaceAll('&lt;', '<'),
    here,
    tests,
  }))

  it('is answered in order, each point with the measure and an existing test', () => {
    expect(rows.map(({ point }) => point)).toEqual(points)
    expect(rows.map(({ number }) => number)).toEqual(points.map((_, index) => index + 1))
    for (const { point, here, tests } of rows) {
      expect(here.length, point).toBeGreaterThan(10)
      const files = [...tests.matchAll(/`(tests\/[^`]+)`/g)].map(([, file = '']) => file)
      expect(files.length, point).toBeGreaterThan(0)
      for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
    }
  })

  it('is kept by one window, isolated, sandboxed and without Node, and sandboxed renderers (2, 3, 4)', () => {
    expect(mentioning(/new BrowserWindow\(|new WebContentsView\(|new BrowserView\(/)).toEqual([
      'main/shell/window/window.ts',
    ])
    const window = read('main/shell/window/window.ts')
    for (const preference of ['contextIsolation: true', 'sandbox: true', 'nodeIntegration: false'])
      expect(window).toContain(preference)
    expect(read('main/index.ts').indexOf('app.enableSandbox()')).toBeLessThan(
      read('main/index.ts').indexOf('app.whenReady()'),
    )
    expect(read('main/index.ts')).toContain('app.enableSandbox()')
    expect(mentioning(/nodeIntegrationIn/)).toEqual([])
    // The switch is mentioned in messages to the user, and never passed by Skein.
    expect(mentioning(/no-sandbox/)).toEqual(['main/shell/security/sandbox-off.ts'])
    expect(mentioning(/sandboxOffSwitch/)).toEqual(['main/shell/security/sandbox-off.ts'])
    expect(read('main/shell/security/sandbox-off.ts').match(/sandboxOffSwitch/g)).toHaveLength(2)
    expect(read('main/shell/security/sandbox-off.ts')).toContain('hasSwitch(sandboxOffSwitch)')
  })

  it('is kept by sources without settings that weaken a page (6, 8, 9, 10, 11)', () => {
    expect(
      mentioning(
        /webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|webviewTag|<webview/,
      ),
    ).toEqual([])
    expect(mentioning(/disable-web-security|ignore-certificate-errors|certificate-error/)).toEqual([])
  })

  it('is kept by guarding pages and sessions before the first one exists (5, 12, 13, 14)', () => {
    const index = read('main/index.ts')
    expect(index).toMatch(/guardEverything\(app, \[session\.defaultSession\], log, notify\)/)
    expect(index.indexOf('guardEverything(')).toBeLessThan(index.indexOf('session.fromPartition('))
  })

  it('is kept by a single place that opens addresses in the system’s programs, and judges them (15)', () => {
    expect(mentioning(/shell\.openExternal\(/)).toEqual(['main/shell/security/links/links.ts'])
    const links = read('main/shell/security/links/links.ts')
    expect(links).toMatch(
      /judgeLink\([\s\S]*case 'refuse':\s*return[\s\S]*case 'open':\s*return open\(judged\.address\)/,
    )
    // Only judged addresses are opened, and in no other place.
    expect(links.match(/(?<![.\w])open\((?!address: string)[^)]*\)/g)).toEqual([
      'open(judged.address)',
      'open(judged.address)',
    ])
    expect(links.match(/openExternal\(/g)).toHaveLength(1)
    expect(links.match(/handOver\((?!address: string)[^)]*\)/g)).toEqual(['handOver(judgedAddress, ports)'])
  })

  it('is kept by one exact version of Electron, which the facts describe (16)', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: { electron: string } } // an object
    expect(devDependencies.electron).toMatch(/^45\.\d+\.\d+$/)
    expect(read('docs/electron/app.facts.ts')).toContain(`electron ${devDependencies.electron}`)
  })

  it('is kept by one handler of all calls, which checks the frame first (17)', () => {
    expect(mentioning(/ipcMain\.(handle|on|once)\(/)).toEqual(['main/shell/calls/ipc.ts'])
    expect(read('main/shell/calls/ipc.ts')).toMatch(
      /ipcMain\.handle\(channels\.call, async \([^)]*\)[^{]*\{\s*const from = options\.windows\.of\(event\.sender\)\s*if \(from === undefined \|\| !isOwnFrame\(/,
    )
  })

  it('is kept by loading no page from a file or over http (18, 1)', () => {
    expect(mentioning(/\bloadFile\(|file:\/\//)).toEqual([])
    expect(mentioning(/loadURL\(/)).toEqual(['main/shell/window/window.ts'])
    expect(read('main/shell/protocols/app-protocol.ts')).toContain(`export const appOrigin = 'app://skein'`)
    expect(read('renderer/index.html')).not.toMatch(/(src|href)="https?:/)
  })

  it('is kept by giving the page two functions, and no object of Electron (20)', () => {
    expect(mentioning(/exposeInMainWorld\(/)).toEqual(['preload/index.ts'])
    const preload = read('preload/index.ts')
    expect(preload.match(/exposeInMainWorld\(/g)).toHaveLength(1)
    expect([...preload.matchAll(/^ {2}(\w+)[(:,]/gm)].map(([, name]) => name)).toEqual(['call', 'onUpdate'])
    expect(preload).not.toMatch(/listener\(event|\(event, \.\.\./)
  })
})
