import type { Narrow } from '#contract/base/values.ts'
import { catalogue, sentenceOf } from '#i18n/catalogue.ts'
import type { PageParts } from '../../state/page-parts.ts'
import { conversationRoute, keptKey } from '../../state/routes/routes.ts'
import type { ComposerModel } from './composer-model.svelte.ts'

/** The parts of the window that changing the recipient uses. */
export type ChangeRecipientParts = Pick<PageParts, 'accounts' | 'calls' | 'notices' | 'overlays' | 'routes'>

/**
 * Asks for another conversation as the recipient of a draft, and goes there with the draft. An existing draft of that
 * conversation remains among the drafts.
 */
export function openChangeRecipient(parts: ChangeRecipientParts, composer: ComposerModel): void {
  const { accountId, narrow } = composer
  parts.overlays.openAimedPalette(accountId, narrow, {
    label: catalogue.screens.composer.changeRecipient.label,
    example: catalogue.moving.forward.example,
    several: catalogue.screens.composer.changeRecipient.several,
    async choose(target) {
      if (keptKey(accountId, target) === keptKey(accountId, composer.narrow)) return
      const problem = await changeRecipient(parts, composer, target)
      if (problem !== null) {
        parts.notices.notify(problem)
        return
      }
      parts.accounts.show(accountId)
      parts.routes.go(conversationRoute(target))
    },
  })
}

/** Moves the draft to another conversation. @returns the reason why that failed; null after success */
async function changeRecipient(
  parts: ChangeRecipientParts,
  composer: ComposerModel,
  narrow: Narrow,
): Promise<string | null> {
  const t = catalogue.screens.composer.changeRecipient
  // A file that is still being copied belongs to the conversation for which it was chosen.
  if (composer.copying.length > 0) return t.copying
  await composer.flush()
  if (!composer.isStored) return t.notStored
  const { accountId, draftId } = composer
  const result = await parts.calls.askOf(accountId, 'drafts.address', { draftId, narrow: narrow })
  // An empty composer has no draft that moves along.
  return result.ok || result.error.code === 'NO_DRAFT' ? null : sentenceOf(result.error)
}
