/**
 * What lint cannot see from one file: that imports form no cycle, those of types included. Which folder may import which
 * is in `eslint.config.js`.
 */
export default {
  forbidden: [{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } }],
  options: {
    // Svelte's own modules import each other in circles.
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.svelte', '.js'] },
  },
}
