/** The feature level whose behaviour this server implements (wire-protocol.md §2). */
export const featureLevel = 237
export const serverVersion = '8.0-skein-0.1.0'

/** The server's version in the field names of the dialect. */
export function versionFields(dialect: 'svc' | 'zulip'): Record<string, unknown> {
  return {
    [`${dialect}_version`]: serverVersion,
    [`${dialect}_merge_base`]: '',
    [`${dialect}_feature_level`]: featureLevel,
  }
}
