import {
  compileLinkifier,
  linkifierMatches,
  tryLinkifierOn,
  type CompiledLinkifier,
  type Linkifier,
  type LinkifierMatch,
  type LinkifierTime,
} from '#shared/content/linkifiers.ts'
import { limits } from '../../base/limits.ts'

/** The matches in a text. Without `time` the text has the full time of a message. */
export type Linkify = (text: string, time?: LinkifierTime) => readonly LinkifierMatch[]

const elapsed = () => performance.now()

function compile(linkifier: Linkifier): CompiledLinkifier {
  return compileLinkifier(linkifier, limits.linkifierProgram.most)
}

/**
 * Tries a new linkifier on texts of the maximum message length that consist of the pattern's own characters.
 * @throws LinkifierError if it is invalid, or takes the full time of a message
 */
export function tryLinkifier(pattern: string, urlTemplate: string): void {
  const linkifier = compile({ pattern, url_template: urlTemplate })
  tryLinkifierOn(linkifier, pattern, { length: limits.message.most, mostMs: limits.linkifierTime.most }, elapsed)
}

/** Creates a function that applies all current linkifiers. */
export function linkifyWith(rows: () => readonly Linkifier[]): Linkify {
  let known: readonly unknown[] | undefined
  let compiled: readonly CompiledLinkifier[] = []
  return (text, time = { leftMs: limits.linkifierTime.most }) => {
    const current = rows()
    if (current !== known) {
      known = current
      compiled = current.map(compile)
    }
    return linkifierMatches(compiled, text, time, elapsed)
  }
}
