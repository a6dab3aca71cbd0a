import labels from './top-level-domains.json' with { type: 'json' }

/**
 * The top-level domains of IANA's root zone, without `java`, `md`, `mov`, `py` and `zip`: texts name files with these
 * endings.
 */
const known: ReadonlySet<string> = new Set(labels)

/** Whether a name, in lower case, can be the last label of a host, so that a bare host becomes a link (wire-protocol.md §2.14). */
export function isTopLevelDomain(label: string): boolean {
  return known.has(label)
}
