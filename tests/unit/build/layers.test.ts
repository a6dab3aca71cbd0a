import { relative, resolve, dirname } from 'node:path'
import { globSync } from 'node:fs'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'
import {
  engineImports,
  engineLayers,
  pageFeatures,
  pageImports,
  serverLayers,
  shellLayers,
} from '#build/checks/layers.ts'

const root = resolve(import.meta.dirname, '../../..')
const isOfRooms = (rule: string) => rule === 'boundaries/dependencies' || rule.startsWith('no-restricted')
/** Lint with the rules of layers only: they need no types, which take many times their work. */
const lint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => isOfRooms(ruleId),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
})

/** Lint's messages for an import, as if it were in an existing file. */
async function complaints(file: string, statement: string): Promise<string[]> {
  const [result] = await lint.lintText(`${statement}\n`, { filePath: resolve(root, file) })
  return (result?.messages ?? []).map((message) => message.ruleId ?? '').filter(isOfRooms)
}

describe('the rules of layers', () => {
  it.each([
    ['renderer/main.ts', `import '../main/engine/engine.ts'`],
    ['renderer/main.ts', `import 'node:fs'`],
    ['main/engine/core/core.ts', `import '../../network/gate.ts'`],
    ['main/engine/core/core.ts', `import '../../shell/reports/log.ts'`],
    ['main/engine/core/core.ts', `import '#network/gate.ts'`],
    ['renderer/main.ts', `import '#engine/engine.ts'`],
    ['i18n/catalogue.ts', `import '#renderer/main.ts'`],
    ['main/engine/core/core.ts', `import 'electron'`],
    ['main/engine/core/core.ts', `import 'better-sqlite3'`],
    ['main/engine/store/store.ts', `import '#contract/base/values.ts'`],
    ['main/accounts/accounts.ts', `import 'electron'`],
    ['server/context/context.ts', `import '../../main/engine/core/core.ts'`],
    ['browser-host/main.ts', `import '../main/index.ts'`],
    ['main/index.ts', `import '../server/context/context.ts'`],
    ['preload/index.ts', `import '../main/keychain.ts'`],
    ['main/keychain.ts', `import '../shared/client-limits.ts'`],
    ['shared/client-limits.ts', `import '../main/engine/core/core.ts'`],
    ['main/engine/core/core.ts', `import '../../../i18n/catalogue.ts'`],
    ['main/network/gate.ts', `import '../../i18n/catalogue.ts'`],
    ['main/accounts/accounts.ts', `import '../../i18n/catalogue.ts'`],
    ['server/context/context.ts', `import '../../i18n/catalogue.ts'`],
    ['i18n/catalogue.ts', `import '../main/shell/security/links/links.ts'`],
    ['i18n/catalogue.ts', `import '../renderer/main.ts'`],
    ['main/shell/system/user-activity.ts', `import '../protocols/app-protocol.ts'`],
    ['main/shell/protocols/media.ts', `import '../security/guards.ts'`],
    ['main/shell/tray/tray.ts', `import '../window/window.ts'`],
    ['main/shell/security/links/links.ts', `import '../../files/save-file.ts'`],
    ['main/shell/reports/crash-desk.ts', `import '../notifications/badge.ts'`],
    ['main/shell/window/window-life.ts', `import '#shell/calls/ipc.ts'`],
    ['main/shell/calls/app.ts', `import '../start/services.ts'`],
    ['renderer/features/snippets/Snippets.svelte', `<script>import './en.ts'</script>`],
    ['renderer/features/snippets/snippets-screen.svelte.ts', `import './en.ts'`],
    ['renderer/features/snippets/snippets-screen.svelte.ts', `import './fixtures.ts'`],
    ['renderer/features/snippets/en.ts', `import './snippets-screen.svelte.ts'`],
    ['renderer/features/snippets/fixtures.ts', `import '../streams/fixtures.ts'`],
    ['renderer/app/screens.ts', `import '../features/snippets/en.ts'`],
    ['main/engine/core/core.ts', `export const now = Date.now()`],
  ])('refuse in %s: %s', { timeout: 60_000 }, async (file, statement) => {
    expect(await complaints(file, statement)).not.toEqual([])
  })

  it.each([
    ['renderer/main.ts', `import type { Bridge } from '../preload/contract/bridge.ts'\nexport type X = Bridge`],
    ['main/engine/core/core.ts', `import '../../../shared/emoji-names.json' with { type: 'json' }`],
    ['server/context/context.ts', `import '../../shared/emoji-names.json' with { type: 'json' }`],
    ['server/routes/events/register.ts', `import '../../people/permissions.ts'`],
    ['server/organization/user-changes.ts', `import '../streams/access.ts'`],
    ['server/build-server.ts', `import './routes/events/register.ts'`],
    ['main/shell/security/guards.ts', `import '../../../shared/client-limits.ts'`],
    ['preload/contract/calls.ts', `import '../../shared/client-limits.ts'`],
    ['main/engine/store/store.ts', `import '../values/roles.ts'`],
    ['main/engine/values/conversation.ts', `export type { Narrow } from '#contract/base/values.ts'`],
    ['main/shell/security/guards.ts', `import '../../../i18n/catalogue.ts'`],
    ['main/shell/security/guards.ts', `import '#i18n/catalogue.ts'`],
    ['main/engine/core/core.ts', `import '#contract/base/values.ts'`],
    ['renderer/main.ts', `import '../i18n/catalogue.ts'`],
    ['i18n/catalogue.ts', `import '../preload/contract/base/failures.ts'`],
    ['main/engine/store/database.ts', `import 'better-sqlite3'`],
    ['main/shell/security/guards.ts', `import 'electron'`],
    ['main/shell/security/guards.ts', `import '../protocols/app-protocol.ts'`],
    ['main/shell/window/window-life.ts', `import '../tray/host.ts'`],
    ['main/index.ts', `import '#shell/start/services.ts'`],
    ['i18n/en/catalogue.ts', `import '#renderer/features/snippets/en.ts'`],
    ['renderer/features/snippets/en.ts', `import '#i18n/en/format.ts'`],
  ])('allow in %s: %s', { timeout: 60_000 }, async (file, statement) => {
    expect(await complaints(file, statement)).toEqual([])
  })
})

/** The first source file of a folder, modules before components, or the file itself. */
function fileIn(path: string): string {
  if (/\.(ts|svelte)$/.test(path)) return path
  // The texts and the fixtures of a feature are modules of their own.
  const [first] = ['ts', 'svelte']
    .flatMap((ending) => globSync(`${path}/**/*.${ending}`, { cwd: root }).sort())
    .filter((file) => !/\/(en|de|fixtures)\.ts$/.test(file))
  return first ?? `${path}/missing.ts`
}

/** The path of a module in a folder, which need not exist. */
function moduleIn(path: string): string {
  const file = fileIn(path)
  return file.endsWith('.svelte') ? `${dirname(file)}/module.ts` : file
}

/** Those of some paths whose import Lint refuses in a file. */
async function refused(file: string, paths: readonly string[]): Promise<string[]> {
  const imports = paths.map((path) => `import './${relative(dirname(file), fileIn(path))}'`)
  const [result] = await lint.lintText(`${imports.join('\n')}\n`, { filePath: resolve(root, file) })
  const lines = new Set((result?.messages ?? []).flatMap(({ ruleId, line }) => (isOfRooms(ruleId ?? '') ? [line] : [])))
  return paths.filter((_path, index) => lines.has(index + 1))
}

const engine = (layer: string) => `main/engine/${layer}`
const server = (layer: string) => `server/${layer}`

describe('the layers of the engine', () => {
  const top = ['main/engine/engine.ts', 'main/engine/thread']
  const all = [...engineLayers.map(engine), ...top]

  it('contain every folder of the engine', () => {
    const files = globSync('main/engine/*/**/*.ts', { cwd: root })
    const folders = [...new Set(files.map((path) => path.split('/')[2] ?? ''))]
    expect(folders.sort()).toEqual([...engineLayers.filter((layer) => !layer.includes('.')), 'thread'].sort())
  })

  it.each(engineLayers)('let %s import only itself and the layers below', { timeout: 60_000 }, async (layer) => {
    const below = new Set((engineImports[layer] ?? []).map(engine))
    const others = all.filter((path) => path !== engine(layer))
    expect(await refused(fileIn(engine(layer)), others)).toEqual(others.filter((path) => !below.has(path)))
  })

  it('refuse that a layer imports one after it', () => {
    for (const [index, layer] of engineLayers.entries()) {
      for (const higher of engineLayers.slice(index + 1)) expect(engineImports[layer]).not.toContain(higher)
    }
  })

  it('let the composition import every layer, and only the thread import the composition', async () => {
    expect(await refused('main/engine/engine.ts', all.slice(0, -2))).toEqual([])
    expect(await refused('main/engine/engine.ts', ['main/engine/thread'])).toEqual(['main/engine/thread'])
    expect(await refused('main/engine/thread/entry.ts', all)).toEqual([])
  })
})

describe('the layers of the server', () => {
  it.each(serverLayers)('let %s import only itself and the layers below', { timeout: 60_000 }, async (layer) => {
    const others = serverLayers.filter((other) => other !== layer).map(server)
    const higher = serverLayers.slice(serverLayers.indexOf(layer) + 1).map(server)
    const top = 'server/build-server.ts'
    expect(await refused(fileIn(server(layer)), [...others, top])).toEqual([...higher, top])
  })
})

describe('the layers of the page', () => {
  const page = (layer: string) => `renderer/${layer}`
  const all = Object.keys(pageImports)

  it('contain every folder of the page, except for its styles and public files', () => {
    const folders = new Set(
      globSync('renderer/**/*.{ts,svelte}', { cwd: root }).flatMap((path) => {
        const [, layer = '', name = ''] = path.split('/')
        if (name === '') return []
        return layer === 'parts' || layer === 'features' ? [`${layer}/${name}`] : [layer]
      }),
    )
    expect([...folders].sort()).toEqual([...all].sort())
  })

  it.each(all)('let %s import only itself and the layers below', { timeout: 60_000 }, async (layer) => {
    const below = new Set((pageImports[layer] ?? []).map(page))
    const others = all.filter((other) => other !== layer).map(page)
    expect(await refused(moduleIn(page(layer)), others)).toEqual(others.filter((path) => !below.has(path)))
  })

  it('refuse that a feature imports another one', () => {
    for (const feature of pageFeatures) {
      const imports = pageImports[`features/${feature}`] ?? []
      expect(imports.filter((layer) => layer.startsWith('features/'))).toEqual([`features/${feature}`])
    }
  })
})

describe('the folders of main/shell', () => {
  const shell = (layer: string) => `main/shell/${layer}`

  it('are the listed ones', () => {
    const files = globSync('main/shell/*/**/*.ts', { cwd: root })
    expect([...new Set(files.map((path) => path.split('/')[2] ?? ''))].sort()).toEqual([...shellLayers].sort())
  })

  it.each(shellLayers)('let %s import only itself and the folders below', { timeout: 60_000 }, async (layer) => {
    const others = shellLayers.filter((other) => other !== layer).map(shell)
    const higher = shellLayers.slice(shellLayers.indexOf(layer) + 1).map(shell)
    expect(await refused(fileIn(shell(layer)), others)).toEqual(higher)
  })
})
