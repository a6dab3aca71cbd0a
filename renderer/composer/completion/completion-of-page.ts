import type { AppModel } from '../../app/app-model.svelte.ts'
import { accountCalls, overlaysOfPage, programState, shownAccount } from '../../app/contexts.ts'
import { mediaPrefixOf } from '../../media/media-prefix.ts'
import { ComposerCompletion, type ComposerCompletionPorts } from './composer-completion.ts'
import type { OfferPorts } from './offers.ts'

/**
 * Completes what is written in a field. It asks for the contexts of the component, so it is made while that begins.
 * @param field the element beside which something is opened
 * @param where the conversation that is written to, now
 */
export function completionOfPage(
  field: ComposerCompletionPorts['field'],
  where: ComposerCompletionPorts['where'],
): ComposerCompletion {
  const [calls, program, overlays, shown] = [accountCalls(), programState(), overlaysOfPage(), shownAccount()]
  return new ComposerCompletion({
    calls,
    where,
    field,
    mediaPrefix: () => mediaPrefixOf(program.state, where().accountId),
    streams: () => listedStreams(shown, where().accountId),
    tone: () => program.settings.skinTone,
    openMoment: (opened) => overlays.openMoment(opened),
  })
}

/** The streams in the navigation, which lists those of the account that is shown; none of another account. */
function listedStreams(
  shown: Pick<AppModel, 'account' | 'accountView'>,
  accountId: string,
): ReturnType<OfferPorts['streams']> {
  const items = shown.account?.id === accountId ? (shown.accountView('navigation')?.items ?? []) : []
  return items.flatMap((item) => (item.kind === 'stream' && !item.isArchived ? [item] : []))
}
