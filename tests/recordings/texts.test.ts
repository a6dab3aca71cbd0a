import { beforeAll, describe, expect, it } from 'vitest'
import { recordedTexts, textsOrganization, textsRecordings, type TextsOrganization } from './texts-organization.ts'
import { listedTexts } from './texts.ts'
import { treeOf } from './trees.ts'

const reasons = new Map(listedTexts.map(({ input, reason }) => [input, reason]))

describe.each([
  { recorded: textsRecordings[237], name: 237, least: 160 },
  { recorded: textsRecordings[372], name: 372, least: 150 },
])('the texts recorded at level $name', ({ recorded, name, least }) => {
  const texts = recordedTexts(recorded)
  let organization: TextsOrganization
  let equal = 0
  beforeAll(async () => {
    organization = await textsOrganization(recorded)
  })

  it.each(texts.map(({ input, html }) => ({ input, html, isListed: reasons.has(input) })))(
    'render as recorded: $input',
    async ({ input, html, isListed }) => {
      const ours = treeOf(await organization.render(input))
      const theirs = treeOf(organization.mapped(html))
      if (isListed) {
        expect(ours, 'is equal now: it must leave the list').not.toEqual(theirs)
      } else {
        expect(ours).toEqual(theirs)
        equal += 1
      }
    },
  )

  it('are equal to ours or listed with a reason', () => {
    const inputs = new Set(texts.map(({ input }) => input))
    expect(listedTexts.filter(({ input, reason }) => !inputs.has(input) || reason.length < 20)).toEqual([])
    expect(reasons.size).toBe(listedTexts.length)
    expect(equal + reasons.size).toBe(texts.length)
    expect(equal).toBeGreaterThanOrEqual(least)
    process.stdout.write(`texts at ${name}: ${equal} equal, ${reasons.size} listed\n`)
  })
})
