import type { LinkifierTrial } from '#contract/organization/organization-lists.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { CompiledLinkifier, LinkifierProblem } from '#shared/content/linkifiers.ts'
import type { Core } from '../core/core.ts'
import { linkifiers } from '../state/organization/linkifiers.ts'

/** A linkifier that is being written. */
interface Written {
  readonly pattern: string
  readonly urlTemplate: string
}

/** Returns why a linkifier is refused, as the server decides it; null if it is valid. */
export async function linkifierProblem(core: Core, written: Written): Promise<LinkifierProblem | null> {
  const tried = await compiled(core, written)
  return 'problem' in tried ? tried.problem : null
}

/**
 * Finds the links that the organization's linkifiers make of a text.
 * @param written is new, or takes the place of the linkifier with the id
 */
export async function tryLinkifiers(
  core: Core,
  text: string,
  written: (Written & { readonly linkifierId: number | null }) | null,
): Promise<LinkifierTrial> {
  const { compileLinkifier, findAll, LinkifierError } = await import('#shared/content/linkifiers.ts')
  const tried = written === null || written.pattern === '' ? null : await compiled(core, written)
  const own =
    tried !== null && 'linkifier' in tried ? [{ pattern: written?.pattern ?? '', linkifier: tried.linkifier }] : []
  const rows = core.accountState.of(linkifiers)
  const isChange = rows.some(({ id }) => id === written?.linkifierId)
  const present = rows.slice(0, clientLimits.linkifiers.most).flatMap((row) => {
    if (row.id === written?.linkifierId) return own
    try {
      return [{ pattern: row.pattern, linkifier: compileLinkifier(row, clientLimits.linkifierSteps.most) }]
    } catch (error) {
      if (error instanceof LinkifierError) return []
      throw error
    }
  })
  const time = { leftMs: clientLimits.linkifierTime.most }
  const elapsed = () => core.ports.clock.elapsed()
  const found: { start: number; end: number; text: string; url: string; pattern: string }[] = []
  for (const { pattern, linkifier } of isChange ? present : [...present, ...own]) {
    if (time.leftMs <= 0) break
    for (const match of findAll(linkifier, text, time, elapsed)) {
      const isFree = !found.some((other) => match.start < other.end && other.start < match.end)
      if (isFree && found.length < clientLimits.linkifierTrialLinks.most) found.push({ ...match, pattern })
    }
  }
  return {
    problem: tried !== null && 'problem' in tried ? tried.problem : null,
    links: found
      .sort((a, b) => a.start - b.start)
      .map(({ text: linked, url, pattern }) => ({ text: linked, url, pattern })),
    isCut: time.leftMs <= 0,
  }
}

/** Compiles a linkifier that is being written, and tries it on long texts. */
async function compiled(
  core: Core,
  { pattern, urlTemplate }: Written,
): Promise<{ readonly linkifier: CompiledLinkifier } | { readonly problem: LinkifierProblem }> {
  const { compileLinkifier, tryLinkifierOn, LinkifierError } = await import('#shared/content/linkifiers.ts')
  try {
    const linkifier = compileLinkifier({ pattern, url_template: urlTemplate }, clientLimits.linkifierSteps.most)
    const bounds = { length: trialLength, mostMs: clientLimits.linkifierTrial.most }
    tryLinkifierOn(linkifier, pattern, bounds, () => core.ports.clock.elapsed())
    return { linkifier }
  } catch (error) {
    if (error instanceof LinkifierError) return { problem: error.problem }
    throw error
  }
}

/** The length of the longest message of the service, in code points. */
const trialLength = 10_000
