/** `npm run check`: formatting, lint and types, each reported separately; `npm run lint` and `npm run typecheck` run a part. */
import { checks, runChecks } from './checks.ts'
import { Children } from '../children.ts'

const [kind] = process.argv.slice(2)
const wanted = kind === undefined ? undefined : checks.filter((check) => check.kind === kind)
if (wanted?.length === 0)
  throw new Error(`there is no kind of checks “${String(kind)}”; the kinds are format, lint and types`)
const results = await runChecks(new Children(), wanted)
process.exitCode = results.some((result) => !result.ok) ? 1 : 0
