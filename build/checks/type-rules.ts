/** The settings of typescript-eslint's rules: Oxlint applies them to `*.ts`, ESLint to components. */
export const typeRules = {
  '@typescript-eslint/consistent-type-imports': 'error',
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/no-confusing-void-expression': [
    'error',
    { ignoreArrowShorthand: true, ignoreVoidOperator: true },
  ],
  '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
  // A resource of the contract adds its failures to the shared interface by extending it.
  '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
  // The server counts lengths in code points, which spreading a string yields.
  '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
} satisfies Readonly<Record<string, 'error' | [severity: 'error', setting: object]>>
