import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * The layers of the server, lowest first: a layer imports itself and the layers before it. The files at the top of
 * `server/` compose them.
 */
export const serverLayers = [
  'base',
  'markdown',
  'store',
  'events',
  'context',
  'http',
  'people',
  'streams',
  'messages',
  'organization',
  'registration',
  'routes',
  'levels',
  'backup',
  'generate',
  'demo',
] as const

/**
 * The layers of the engine, lowest first: folders and files of `main/engine/`. A layer imports itself and the layers
 * before it. The files at the top of `main/engine/` compose them, and `thread` runs the composition in a thread.
 */
export const engineLayers = [
  'values',
  'ports.ts',
  'store',
  'api',
  'state',
  'workers',
  'core/service.ts',
  'core/read-core.ts',
  'core',
  'projections',
  'sync',
  'streams',
  'groups',
  'organization',
  'drafts',
  'snippets',
  'actions',
  'search',
  'views',
  'notifications',
  'maintenance',
] as const

/** Layers that read and never commit or send a request: of the core they get `core/read-core.ts`, and may be services. */
const readers: ReadonlySet<string> = new Set(['projections', 'search', 'views'])

/** What each layer of the engine may import, by layer. */
export const engineImports: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  engineLayers.map((layer, index) => {
    // The store holds SQL only, and depends on no port.
    if (layer === 'store') return [layer, ['values', 'store']]
    return [layer, engineLayers.slice(0, index + 1).filter((lower) => lower !== 'core' || !readers.has(layer))]
  }),
)

/** The folders of `main/shell`, lowest first: a folder imports itself and the folders before it. */
export const shellLayers = [
  'system',
  'protocols',
  'tray',
  'security',
  'files',
  'reports',
  'menus',
  'notifications',
  'window',
  'updates',
  'calls',
  'self-test',
  'start',
] as const

/**
 * The layers of the page below its features, lowest first. `ui` knows no words of the product; `state` is what all
 * features need; each of `parts` is drawn by several features or parts.
 */
export const pageLayers = [
  'ui',
  'bridge',
  'state',
  'parts/media',
  'parts/people',
  'parts/emoji',
  'parts/clipboard',
  'parts/forms',
  'parts/controls',
  'parts/moments',
  'parts/conversations',
  'parts/content',
  'parts/widgets',
  'parts/attachments',
  'parts/editor',
  'parts/screen',
  'parts/settings',
  'parts/messages',
  'parts/composer',
] as const

/** The features of the page: its folders, so that a new one is a layer of its own at once. */
export const pageFeatures: readonly string[] = readdirSync(join(root, 'renderer/features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** What each layer of the page may import, by layer. Features import what is below all of them, and never each other. */
export const pageImports: Readonly<Record<string, readonly string[]>> = (() => {
  const features = pageFeatures.map((name) => `features/${name}`)
  return Object.fromEntries([
    ...pageLayers.map((layer, index) => [layer, pageLayers.slice(0, index + 1)]),
    ...features.map((feature) => [feature, [...pageLayers, feature]]),
    ['commands', [...pageLayers, ...features, 'commands']],
    ['app', [...pageLayers, ...features, 'commands', 'app']],
  ]) as Record<string, readonly string[]>
})()
