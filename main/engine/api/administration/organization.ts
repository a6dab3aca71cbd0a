import { z } from 'zod'
import type { Api, CallOptions } from '../client.ts'

/** `PATCH /realm` with changed settings, without the prefix `realm_` (wire-protocol.md §2.11). */
export async function changeOrganization(
  api: Api,
  form: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<void> {
  await api.call('PATCH', '/realm', form, z.object({}), options)
}
