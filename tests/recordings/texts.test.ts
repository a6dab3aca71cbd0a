import { beforeAll, describe, expect, it } from 'vitest'
import { recordedTexts, textsOrganization, type TextsOrganization } from './texts-organization.ts'
import { listedTexts } from './texts.ts'
import { treeOf } from './trees.ts'

const reasons = new Map(listedTexts.map(({ input, reason }) => [input, reason]))

describe('the recorded texts', () => {
  let organization: TextsOrganization
  let equal = 0
  beforeAll(async () => {
    organization = await textsOrganization()
  })

  it.each(recordedTexts.map(({ input, html }) => ({ input, html, isListed: reasons.has(input) })))(
    '$input',
    async ({ input, html, isListed }) => {
      const ours = treeOf(await organization.render(input))
      const recorded = treeOf(organization.mapped(html))
      if (isListed) {
        expect(ours, 'is equal now: it must leave the list').not.toEqual(recorded)
      } else {
        expect(ours).toEqual(recorded)
        equal += 1
      }
    },
  )

  it('are equal or listed with a reason', () => {
    const inputs = new Set(recordedTexts.map(({ input }) => input))
    expect(listedTexts.filter(({ input, reason }) => !inputs.has(input) || reason.length < 20)).toEqual([])
    expect(reasons.size).toBe(listedTexts.length)
    expect(equal + reasons.size).toBe(recordedTexts.length)
    expect(equal).toBeGreaterThanOrEqual(154)
    process.stdout.write(`texts: ${equal} equal, ${reasons.size} listed\n`)
  })
})
