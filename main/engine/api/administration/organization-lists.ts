import { z } from 'zod'
import type { Api, CallOptions } from '../client.ts'

const envelope = z.object({})
/** Servers refuse the repetition of an addition, which would hide that the first one succeeded. */
const once = 'organization lists'

interface WireNewLinkifier {
  readonly pattern: string
  readonly url_template: string
}

/** `POST /realm/filters` (wire-protocol.md §2.11). */
export async function addLinkifier(api: Api, linkifier: WireNewLinkifier, options: CallOptions): Promise<void> {
  await api.call('POST', '/realm/filters', { ...linkifier }, envelope, { ...options, once })
}

/** `PATCH /realm/filters/{filter_id}`. */
export async function changeLinkifier(
  api: Api,
  id: number,
  linkifier: WireNewLinkifier,
  options: CallOptions,
): Promise<void> {
  await api.call('PATCH', `/realm/filters/${id}`, { ...linkifier }, envelope, options)
}

/** `DELETE /realm/filters/{filter_id}`. */
export async function removeLinkifier(api: Api, id: number, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/realm/filters/${id}`, {}, envelope, options)
}

/** `PATCH /realm/linkifiers`. @param ids all linkifiers in their new order */
export async function orderLinkifiers(api: Api, ids: readonly number[], options: CallOptions): Promise<void> {
  await api.call('PATCH', '/realm/linkifiers', { ordered_linkifier_ids: JSON.stringify(ids) }, envelope, options)
}

/** `POST /realm/playgrounds`. */
export async function addPlayground(
  api: Api,
  playground: { readonly name: string; readonly pygments_language: string; readonly url_template: string },
  options: CallOptions,
): Promise<void> {
  await api.call('POST', '/realm/playgrounds', { ...playground }, envelope, { ...options, once })
}

/** `DELETE /realm/playgrounds/{playground_id}`. */
export async function removePlayground(api: Api, id: number, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/realm/playgrounds/${id}`, {}, envelope, options)
}

/** `POST /realm/domains`. */
export async function addDomain(
  api: Api,
  domain: string,
  allowsSubdomains: boolean,
  options: CallOptions,
): Promise<void> {
  const form = { domain, allow_subdomains: String(allowsSubdomains) }
  await api.call('POST', '/realm/domains', form, envelope, { ...options, once })
}

/** `PATCH /realm/domains/{domain}`. */
export async function changeDomain(
  api: Api,
  domain: string,
  allowsSubdomains: boolean,
  options: CallOptions,
): Promise<void> {
  const form = { allow_subdomains: String(allowsSubdomains) }
  await api.call('PATCH', `/realm/domains/${encodeURIComponent(domain)}`, form, envelope, options)
}

/** `DELETE /realm/domains/{domain}`. */
export async function removeDomain(api: Api, domain: string, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/realm/domains/${encodeURIComponent(domain)}`, {}, envelope, options)
}

/** `DELETE /realm/emoji/{emoji_name}` (wire-protocol.md §2.10). The server keeps it for old messages. */
export async function removeEmoji(api: Api, name: string, options: CallOptions): Promise<void> {
  await api.call('DELETE', `/realm/emoji/${encodeURIComponent(name)}`, {}, envelope, options)
}
