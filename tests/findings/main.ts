/**
 * `npm run findings [-- --finding <name>]`: runs the tests that name a finding of the review in the present code, where
 * they must pass, and in a worktree of the reviewed commit, where each must fail and at least one of each finding by an
 * assertion. `--finding` takes a finding or a family (`--finding W`), repeatedly. It prints a table, and exits with 1
 * if a finding is not proven.
 *
 * The reviewed browser host hides the findings of W, so their tests run the reviewed client with the host of
 * `lastAlike`; all other tests run the reviewed host.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { endChildren } from '../runner/child.ts'
import { findings, withoutAssertion } from './findings.ts'
import { details, judge, table } from './judgement.ts'
import { together } from './outcomes.ts'
import { NoReviewedCode, ReviewedTree } from './reviewed-tree.ts'
import { filesThatName, runTests } from './runs.ts'

const root = resolve(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { finding: { type: 'string', multiple: true, default: [] } } })
const chosen = findings.filter(
  (finding) =>
    values.finding.length === 0 || values.finding.some((name) => [finding, finding.replace(/\d+$/, '')].includes(name)),
)
if (chosen.length === 0) {
  process.stderr.write(`findings: no finding is called ${values.finding.join(', ')}\n`)
  process.exit(2)
}

const started = Date.now()
const reviewed = new ReviewedTree()

function leave(): void {
  endChildren()
  reviewed.remove()
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    leave()
    process.exit(130)
  })
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function minutes(): string {
  return `${((Date.now() - started) / 60_000).toFixed(1)} min`
}

try {
  await reviewed.prepare()
  const { temporary } = reviewed
  const files = filesThatName(chosen)
  say(`the present code: ${files.length} files (after ${minutes()})`)
  const present = await runTests({ folder: root, temporary, files, findings: chosen })

  const isOfHost = (file: string) => file.startsWith('tests/unit/host/')
  const meetsNewHost = (finding: string) => finding.startsWith('W')
  const inTree = { folder: reviewed.tree, temporary }
  say(`the reviewed code (after ${minutes()})`)
  const withOldHost = [
    await runTests({ ...inTree, files: filesThatName(chosen, reviewed.tree).filter(isOfHost), findings: chosen }),
    await runTests({
      ...inTree,
      files: filesThatName(
        chosen.filter((finding) => !meetsNewHost(finding)),
        reviewed.tree,
      ).filter((file) => !isOfHost(file)),
      findings: chosen.filter((finding) => !meetsNewHost(finding)),
    }),
  ]
  say(`the reviewed code with a later host (after ${minutes()})`)
  reviewed.useNewHost()
  const withNewHost = await runTests({
    ...inTree,
    files: filesThatName(chosen.filter(meetsNewHost), reviewed.tree).filter((file) => !isOfHost(file)),
    findings: chosen.filter(meetsNewHost),
  })

  const verdicts = judge(chosen, present, together([...withOldHost, withNewHost]), withoutAssertion)
  for (const verdict of verdicts) for (const line of details(verdict)) say(line)
  say('')
  for (const line of table(verdicts)) say(line)
  const wrong = verdicts.filter(({ problems }) => problems.length > 0).length
  say(`${verdicts.length - wrong} findings proven, ${wrong} not; ${minutes()}`)
  process.exitCode = wrong > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof NoReviewedCode)) throw error
  process.stderr.write(`findings: ${error.message}\n`)
  process.exitCode = 2
} finally {
  leave()
}
