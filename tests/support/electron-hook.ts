import { registerHooks } from 'node:module'

/** For child programs of tests: `import 'electron'` resolves to the browser host, as in browser-host/main.ts. */
const electronModule = new URL('../../browser-host/electron.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') return { url: electronModule, format: 'module-typescript', shortCircuit: true }
    return next(specifier, context)
  },
})
