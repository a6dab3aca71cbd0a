import { cpSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite'
import { packageOfModule } from './build/bundle/bundled-packages.ts'
import { mendEmojiFont } from './build/bundle/emoji-font.ts'
import { lightIcons } from './build/bundle/light-icons.ts'
import { writeNotices } from './build/bundle/notices.ts'

const native = ['better-sqlite3', 'keytar']
const node = [...builtinModules, /^node:/]

/** Definitions of variables that bundled CommonJS packages use and ES modules lack. */
const esmBanner = `import { fileURLToPath as skeinFile } from 'node:url'
const __filename = skeinFile(import.meta.url)
const __dirname = skeinFile(new URL('.', import.meta.url))`

function nodeTarget(input: Record<string, string>, directory: string, format: 'es' | 'cjs'): EnvironmentOptions {
  return {
    consumer: 'server',
    resolve: { noExternal: true, external: native },
    build: {
      outDir: resolve(import.meta.dirname, 'out', directory),
      emptyOutDir: true,
      target: 'node24',
      copyPublicDir: false,
      minify: false,
      rolldownOptions: {
        input,
        external: ['electron', ...native, ...node],
        output: {
          format,
          ...(format === 'es' ? { banner: esmBanner } : {}),
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
          codeSplitting: format !== 'cjs',
        },
      },
    },
  }
}

/** Chromium needs one format of each font; further formats only enlarge the package. */
const woff2Only: Plugin = {
  name: 'woff2-only',
  enforce: 'pre',
  transform(code, id) {
    if (!/(?:katex|@fontsource)[^?]*\.css/.test(id)) return null
    return code.replaceAll(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(["']?(?:woff|truetype)["']?\)/g, '')
  },
}

/** Without this, Chromium draws many emoji as their parts (`build/bundle/emoji-font.ts`). */
const mendedEmoji: Plugin = {
  name: 'mended-emoji',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || typeof file.source === 'string') continue
      if (/twemoji[^/]*\.woff2$/.test(file.fileName)) file.source = mendEmojiFont(file.source)
    }
  },
}

/**
 * The editor uses a few commands of this package; highlighting Markdown code uses all of it. As one module it would be
 * loaded at start with the languages inside of HTML, so the commands are a separate module.
 */
const markdownCommands: Plugin = {
  name: 'markdown-commands',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (source === '@codemirror/lang-markdown' && importer?.startsWith(resolve(import.meta.dirname, 'renderer'))) {
      const found = await this.resolve(source, importer, { ...options, skipSelf: true })
      return found === null ? null : `${found.id}?commands`
    }
    return source === '@codemirror/lang-html' && importer?.endsWith('?commands') === true ? noHtml : null
  },
  load: (id) => (id === noHtml ? 'export const html = () => [], htmlCompletionSource = () => null' : null),
}
const noHtml = '\0no-html'

/** The packages of all bundles for the notices, including packages whose code was tree-shaken. */
const bundled = new Set<string>()
const remembersPackages: Plugin = {
  name: 'remembers-packages',
  // One instance for all environments; other plugins are created for each environment.
  sharedDuringBuild: true,
  generateBundle() {
    for (const id of this.getModuleIds()) {
      const name = packageOfModule(id)
      if (name !== undefined) bundled.add(name)
    }
  },
}

export default defineConfig({
  root: 'renderer',
  base: './',
  plugins: [lightIcons, markdownCommands, woff2Only, mendedEmoji, remembersPackages, svelte({ configFile: false })],
  environments: {
    client: {
      build: {
        outDir: resolve(import.meta.dirname, 'out/renderer'),
        emptyOutDir: true,
        target: 'chrome130',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        // The page is loaded from disk, so its size and the duration of the build do not matter to users.
        chunkSizeWarningLimit: 5_000,
        rolldownOptions: {
          checks: { bundlerTimings: false },
          // The main process puts the script of another language before the page's own (`page-policy.ts`), by its name.
          input: {
            index: resolve(import.meta.dirname, 'renderer/index.html'),
            german: resolve(import.meta.dirname, 'renderer/german.ts'),
          },
          output: {
            entryFileNames: ({ name }) => (name === 'german' ? 'assets/german.js' : 'assets/[name]-[hash].js'),
          },
        },
      },
    },
    main: nodeTarget({ index: 'main/index.ts' }, 'main', 'es'),
    // A worker can be loaded from an asar archive only as a single file.
    engine: nodeTarget({ thread: 'main/engine/thread/entry.ts' }, 'engine', 'cjs'),
    ingest: nodeTarget({ thread: 'main/engine/workers/ingest/entry.ts' }, 'ingest', 'cjs'),
    reader: nodeTarget({ thread: 'main/engine/workers/reader/entry.ts' }, 'reader', 'cjs'),
    export: nodeTarget({ thread: 'main/export/entry.ts' }, 'export', 'cjs'),
    // The embedded organization for `--self-test`.
    selfTest: nodeTarget({ server: 'server/self-test.ts' }, 'self-test', 'cjs'),
    // A sandboxed preload has no ESM loader.
    preload: nodeTarget({ index: 'preload/index.ts' }, 'preload', 'cjs'),
  },
  builder: {
    async buildApp(builder) {
      for (const name of ['client', 'preload', 'engine', 'ingest', 'reader', 'export', 'selfTest', 'main']) {
        const environment = builder.environments[name]
        if (environment) await builder.build(environment)
      }
      // Pictures that the program shows: window, tray and taskbar icons (`npm run icons` draws them).
      const icons = resolve(import.meta.dirname, 'out/icons')
      rmSync(icons, { recursive: true, force: true })
      cpSync(resolve(import.meta.dirname, 'build/resources/run-time'), icons, { recursive: true })
      writeNotices(import.meta.dirname, resolve(import.meta.dirname, 'out/licences'), bundled)
    },
  },
})
