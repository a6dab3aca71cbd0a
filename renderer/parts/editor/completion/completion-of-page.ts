import type { AppModel } from '../../../app/app-model.svelte.ts'
import { accountCalls, overlaysOfPage, programState, shownAccount } from '../../../state/contexts.ts'
import { mediaPrefixOf } from '../../media/media-prefix.ts'
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

/** Returns the streams of the navigation, which lists only those of the shown account; none for another account. */
function listedStreams(
  shown: Pick<AppModel, 'account' | 'accountView'>,
  accountId: string,
): ReturnType<OfferPorts['streams']> {
  const items = shown.account?.id === accountId ? (shown.accountView('navigation')?.items ?? []) : []
  return items.flatMap((item) => (item.kind === 'stream' && !item.isArchived ? [item] : []))
}
