import { pageParts, type PageParts } from '#renderer/state/page-parts.ts'
import { ComposerCompletion, type ComposerCompletionPorts } from './composer-completion.ts'
import type { OfferPorts } from './offers.ts'

/**
 * Creates the completion of a field. It reads the component's contexts, so it is called while the component is
 * initialized.
 * @param field returns the element beside which a calendar opens
 * @param where returns the present conversation of the text
 */
export function completionOfPage(
  field: ComposerCompletionPorts['field'],
  where: ComposerCompletionPorts['where'],
): ComposerCompletion {
  const { accounts, accountViews, calls, overlays } = pageParts()
  return new ComposerCompletion({
    calls,
    where,
    field,
    mediaPrefix: () => accounts.mediaPrefixOf(where().accountId),
    streams: () => listedStreams({ accounts, accountViews }, where().accountId),
    tone: () => accounts.settings.skinTone,
    openMoment: (opened) => overlays.openMoment(opened),
  })
}

/** Returns the streams of the navigation, which lists only those of the shown account; none for another account. */
function listedStreams(
  { accounts, accountViews }: Pick<PageParts, 'accounts' | 'accountViews'>,
  accountId: string,
): ReturnType<OfferPorts['streams']> {
  const items = accounts.shown?.id === accountId ? (accountViews.of('navigation')?.items ?? []) : []
  return items.flatMap((item) => (item.kind === 'stream' && !item.isArchived ? [item] : []))
}
