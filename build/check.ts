/** `npm run check`: formatting, lint and types, each reported separately. */
import { runChecks } from './checks.ts'

const results = runChecks()
process.exitCode = results.some((result) => !result.ok) ? 1 : 0
