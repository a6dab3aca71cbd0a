/** `npm run format`: formats every file of the checkout. */
import { formatters, runChecks } from './checks.ts'
import { Children } from '../children.ts'

const results = await runChecks(new Children(), formatters('--write'))
process.exitCode = results.some((result) => !result.ok) ? 1 : 0
