import { resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { usesIn, type ElectronUse } from '#build/electron/uses.ts'

const root = resolve(import.meta.dirname, '../../..')
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: ['node'],
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
}
const disk = ts.createCompilerHost(options)
const libraries = new Map<string, ts.SourceFile | undefined>()

/** The uses in given sources, which are treated as files of main/. */
function scan(sources: Record<string, string>): { uses: readonly ElectronUse[]; unknown: readonly string[] } {
  const files = new Map(Object.entries(sources).map(([name, text]) => [resolve(root, 'main', name), text]))
  const program = ts.createProgram([...files.keys()], options, {
    ...disk,
    fileExists: (name) => files.has(resolve(name)) || disk.fileExists(name),
    readFile: (name) => files.get(resolve(name)) ?? disk.readFile(name),
    getSourceFile(name, version) {
      const text = files.get(resolve(name))
      if (text !== undefined) return ts.createSourceFile(name, text, version, true)
      if (!libraries.has(name)) libraries.set(name, disk.getSourceFile(name, version))
      return libraries.get(name)
    },
  })
  const mistakes = [...files.keys()].flatMap((name) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(name)).map(({ messageText }) => messageText),
  )
  expect(mistakes).toEqual([])
  return usesIn(program, root, [...files.keys()])
}

function apis(text: string): string[] {
  return [...new Set(scan({ 'a.ts': text }).uses.map(({ api }) => api))].sort()
}

describe('a use of Electron', () => {
  it('may be a member of the module', () => {
    expect(
      apis(`import { app, nativeTheme, shell as system } from 'electron'
        export const name = app.name
        nativeTheme.themeSource = 'dark'
        void system.openExternal('https://example.com')
        app['setBadgeCount'](1)`),
    ).toEqual(['app.name', 'app.setBadgeCount', 'nativeTheme.themeSource', 'shell.openExternal'])
  })

  it('may be reached through the whole module, a dynamic import or an object that contains it', () => {
    expect(
      apis(`import * as electron from 'electron'
        electron.app.quit()
        const { app } = electron
        app.focus()
        export async function later() {
          const { dialog } = await import('electron')
          dialog.showErrorBox('a', 'b')
        }
        class Life { constructor(private readonly app: Electron.App) {} end() { this.app.exit() } }
        new Life(electron.app).end()`),
    ).toEqual(['app.exit', 'app.focus', 'app.quit', 'dialog.showErrorBox'])
  })

  it('may be a static member of a class, also of one that is exported as a constant', () => {
    expect(
      apis(`import { BrowserWindow, Menu, session } from 'electron'
        BrowserWindow.getAllWindows()
        Menu.setApplicationMenu(null)
        session.fromPartition('x')`),
    ).toEqual(['BrowserWindow.getAllWindows', 'Menu.setApplicationMenu', 'session.fromPartition'])
  })

  it('may be a constructor', () => {
    expect(
      apis(`import { Notification, Tray, nativeImage } from 'electron'
        new Notification()
        new Tray(nativeImage.createEmpty())
        export class Own {}
        new Own()`),
    ).toEqual(['nativeImage.createEmpty', 'new Notification', 'new Tray'])
  })

  it('may be a method or a property of an instance, named after its class instead of the base class', () => {
    expect(
      apis(`import type { BrowserWindow, CommandLine, Session } from 'electron'
        export function bring(window: BrowserWindow | null, line: CommandLine) {
          window?.show()
          window?.webContents.session.clearCache()
          line.hasSwitch('a')
        }
        export const close = <T extends Session>(one: T) => one.closeAllConnections()`),
    ).toEqual([
      'BrowserWindow#show',
      'BrowserWindow#webContents',
      'CommandLine#hasSwitch',
      'Session#clearCache',
      'Session#closeAllConnections',
      'WebContents#session',
    ])
  })

  it('is recognized by its type, not by its name', () => {
    expect(
      apis(`import { EventEmitter } from 'node:events'
        class App extends EventEmitter { quit() {} }
        const app = new App()
        app.quit()
        app.on('activate', () => {})`),
    ).toEqual([])
  })

  it('may be a member behind Pick', () => {
    expect(
      apis(`import { app } from 'electron'
        function count(port: Pick<Electron.App, 'setBadgeCount' | 'quit'>) { port.setBadgeCount(1) }
        count(app)`),
    ).toEqual(['app.setBadgeCount'])
  })

  it('is each member of an interface of the program to which an object of Electron is assigned', () => {
    expect(
      apis(`import { app, powerMonitor, shell } from 'electron'
        interface Count { setBadgeCount(count: number): boolean }
        interface Sleep { on(event: 'resume' | 'suspend', listener: () => void): unknown }
        interface Ports { readonly app: Count; readonly power: Sleep; readonly shell: { beep(): void } }
        const start = (ports: Ports) => ports.app.setBadgeCount(1)
        start({ app, power: powerMonitor, shell })`),
    ).toEqual(['app.setBadgeCount', 'powerMonitor:resume', 'powerMonitor:suspend', 'shell.beep'])
  })

  it('may be an object of Electron that a type assertion converts', () => {
    expect(
      apis(`import type { Readable } from 'node:stream'
        import type { IncomingMessage } from 'electron'
        export const bodyOf = (answer: IncomingMessage) => answer as unknown as Readable`),
    ).toEqual(['IncomingMessage as Readable'])
  })

  it('may be an event, of a module or of an instance', () => {
    expect(
      apis(`import { app, Notification } from 'electron'
        const shown = new Notification()
        shown.on('close', () => {})
        app.once('before-quit', () => {})
        const lives = ['activate', 'did-become-active'] as const
        export const watch = (window: Electron.BrowserWindow) => window.webContents.on('did-finish-load', () => {})
        app.removeListener('second-instance', () => {})
        app.on(lives[0], () => {})`),
    ).toEqual([
      'BrowserWindow#webContents',
      'Notification:close',
      'WebContents:did-finish-load',
      'app:activate',
      'app:before-quit',
      'app:second-instance',
      'new Notification',
    ])
  })

  it('is a method if its name is a channel of the program', () => {
    expect(
      apis(`import { ipcRenderer } from 'electron'
        ipcRenderer.on('update', () => {})`),
    ).toEqual(['ipcRenderer.on'])
  })

  it('may be an option of a constructor or a call, by its own name wherever it is written', () => {
    expect(
      apis(`import { app, BrowserWindow, dialog, type MenuItemConstructorOptions, Menu } from 'electron'
        const isMac = process.platform === 'darwin'
        const shared = { sandbox: true }
        new BrowserWindow({ width: 1, webPreferences: { ...shared, spellcheck: true } })
        const defaultPath = 'a'
        void dialog.showSaveDialog({ defaultPath })
        const items: MenuItemConstructorOptions[] = [{ role: 'close' }, ...(isMac ? [] : [{ accelerator: 'a' }])]
        Menu.buildFromTemplate([{ label: 'File', submenu: items }])
        app.setLoginItemSettings({})`),
    ).toEqual([
      'Menu.buildFromTemplate',
      'Menu.buildFromTemplate{accelerator}',
      'Menu.buildFromTemplate{label}',
      'Menu.buildFromTemplate{role}',
      'app.setLoginItemSettings',
      'dialog.showSaveDialog',
      'dialog.showSaveDialog{defaultPath}',
      'new BrowserWindow',
      'new BrowserWindow{sandbox}',
      'new BrowserWindow{spellcheck}',
      'new BrowserWindow{width}',
    ])
  })

  it('may be an option that a function of the program or a handler returns', () => {
    const { uses, unknown } = scan({
      'a.ts': `import { Menu, Notification, type BrowserWindow } from 'electron'
        import { menuOf, shown } from './b.ts'
        new Notification({ ...shown() })
        Menu.buildFromTemplate(menuOf(['a']))
        export const guard = (window: BrowserWindow) =>
          window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
        export const unread = (unread: { readonly title: string; readonly count: number }) => new Notification(unread)`,
      'b.ts': `import type { MenuItemConstructorOptions } from 'electron'
        export const shown = () => { const all = { body: 'b' }; return all }
        export function menuOf(words: readonly string[]): MenuItemConstructorOptions[] {
          return [...words.map((label) => ({ label, click() {} })), { type: 'separator' }]
        }`,
    })
    expect([...new Set(uses.map(({ api }) => api))].filter((api) => api.includes('{')).sort()).toEqual([
      'Menu.buildFromTemplate{click}',
      'Menu.buildFromTemplate{label}',
      'Menu.buildFromTemplate{type}',
      'WebContents#setWindowOpenHandler{action}',
      'new Notification{body}',
      'new Notification{title}',
    ])
    expect(unknown).toEqual([])
  })

  it('may be an unknown option, whose place is reported', () => {
    const { unknown } = scan({
      'a.ts': `import { Notification } from 'electron'
        export const show = (options: Electron.NotificationConstructorOptions) => new Notification(options)`,
    })
    expect(unknown).toEqual(['main/a.ts:2: options of new Notification: options'])
  })

  it('may be a field of a structure, also by destructuring', () => {
    expect(
      apis(`import { app, dialog, type Certificate } from 'electron'
        export const label = ({ subjectName, issuer: { commonName } }: Certificate) => subjectName + commonName
        export async function ask() {
          const { response: chosen } = await dialog.showMessageBox({ message: 'a' })
          return chosen
        }
        export function first(all: readonly Certificate[]) {
          for (const { fingerprint } of all) { return fingerprint }
        }
        app.on('before-quit', (event) => { event.preventDefault() })`),
    ).toEqual([
      'Certificate#fingerprint',
      'Certificate#issuer',
      'Certificate#subjectName',
      'CertificatePrincipal#commonName',
      'Event#preventDefault',
      'MessageBoxReturnValue#response',
      'app:before-quit',
      'dialog.showMessageBox',
      'dialog.showMessageBox{message}',
    ])
  })

  it('may be an event that Electron adds to the process, but not one of Node', () => {
    expect(
      apis(`import 'electron'
        export const folder = process.resourcesPath
        export const version = process.versions.electron
        process.on('exit', () => {})`),
    ).toEqual(['ProcessVersions#electron', 'process.resourcesPath'])
  })

  it('is never a type in a signature', () => {
    expect(
      apis(`import { BrowserWindow, type Session } from 'electron'
        export interface Ports { readonly window: BrowserWindow; readonly sessions: readonly Session[] }
        export const open = (window: BrowserWindow | null, make: () => typeof BrowserWindow): Session | null => null
        export type Shown = Electron.NotificationConstructorOptions['title']`),
    ).toEqual([])
  })

  it('has a file, an outermost name and a line', () => {
    const { uses } = scan({
      'shell/a.ts': `import { app } from 'electron'
app.focus()
export class Life {
  end(): void {
    const now = () => app.quit()
    now()
  }
}`,
    })
    expect(uses.map(({ api, file, symbol, line }) => [api, file, symbol, line])).toEqual([
      ['app.focus', 'main/shell/a.ts', '', 2],
      ['app.quit', 'main/shell/a.ts', 'Life.end', 5],
    ])
  })
})
