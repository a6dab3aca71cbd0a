import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

/** The violations that axe-core finds in the current page, of its usual rules or of `only` one. */
export async function violations(page: Page, only?: string): Promise<string[]> {
  // The page's policy permits no foreign scripts; the debugger inserts this one.
  await page.evaluate(axe)
  // axe describes one element per rule that passed.
  const found = await page.evaluate(async (rule) => {
    const { axe: runner } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> }
    }
    const runOnly = rule === undefined ? {} : { runOnly: { type: 'rule', values: [rule] } }
    return (await runner.run({ resultTypes: ['violations'], ...runOnly })).violations
  }, only)
  return found.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  )
}
