import type { AppModel } from '../../app/app-model.svelte.ts'
import type { OfferPorts } from './offers.ts'

/** The streams in the navigation, which lists those of the account that is shown; none of another account. */
export function listedStreams(
  { account, place }: Pick<AppModel, 'account' | 'place'>,
  accountId: string,
): ReturnType<OfferPorts['streams']> {
  const items = account?.id === accountId ? (place?.navigation.items ?? []) : []
  return items.flatMap((item) => (item.kind === 'stream' && !item.isArchived ? [item] : []))
}
