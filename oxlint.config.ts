import { defineConfig } from 'oxlint'
import ts from 'typescript-eslint'
import { typeRules } from './build/checks/type-rules.ts'

/** The one rule of typescript-eslint's strictest set that Oxlint does not have. */
const missing = '@typescript-eslint/no-unsafe-class-instance-assignment'

const strictRules = Object.fromEntries(
  ts.configs.strictTypeChecked
    .flatMap(({ rules }) => Object.entries(rules ?? {}))
    .filter(([rule, setting]) => setting !== 'off' && rule !== missing),
)

/**
 * What can be said about TypeScript from its types, with typescript-eslint's rules, in a fifth of ESLint's time. ESLint
 * says the same of the components, and where a file may import from (`eslint.config.js`).
 */
export default defineConfig({
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  // What Git ignores is ignored.
  ignorePatterns: ['**/*.{js,cjs,mjs,svelte}'],
  rules: { ...strictRules, ...typeRules },
  overrides: [{ files: ['tests/**'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } }],
})
