import type { Narrow } from '../../preload/contract/values.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import { conversationPlace } from '../app/places.ts'
import { Palette, type PaletteAim } from './palette.svelte.ts'

/** What choosing a conversation needs of the window. */
export type AimParts = Pick<AppModel, 'account' | 'calls' | 'frequent' | 'overlays' | 'place' | 'state'>

/**
 * Asks for another conversation of the same organization.
 * @param from the conversation that is not offered
 */
export function openAimedPalette(parts: AimParts, accountId: string, from: Narrow, aim: PaletteAim): void {
  const { calls, frequent, overlays } = parts
  const isShown = parts.account?.id === accountId
  const palette = new Palette({
    accounts: () => (parts.state?.accounts ?? []).filter(({ id }) => id === accountId),
    shownId: accountId,
    shownPlace: conversationPlace(from),
    listed: isShown ? (parts.place?.navigation.items ?? []) : [],
    commands: [],
    async find(_, query) {
      const result = await calls.askOf(accountId, 'places.find', { query })
      if (!result.ok) return result
      // Nobody writes to what is archived.
      return { ok: true, value: result.value.filter((place) => place.kind === 'direct' || !place.isArchived) }
    },
    frequent,
    aim,
  })
  overlays.openPalette(palette)
}
