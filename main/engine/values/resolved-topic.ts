import { resolvedPrefix } from '../../../shared/resolved-topic.ts'

export { isResolved, resolvedPrefix } from '../../../shared/resolved-topic.ts'

/** The name with the mark, truncated to the server's limit. */
export function resolvedName(topic: string, longest: number): string {
  return [...(resolvedPrefix + topic)].slice(0, longest).join('')
}

export function unresolvedName(topic: string): string {
  return topic.replace(/^✔ [ ✔]*/u, '')
}
