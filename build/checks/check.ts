/** `npm run check`: formatting, lint and types, each reported separately. */
import { runChecks } from './checks.ts'
import { Children } from '../children.ts'

const results = await runChecks(new Children())
process.exitCode = results.some((result) => !result.ok) ? 1 : 0
