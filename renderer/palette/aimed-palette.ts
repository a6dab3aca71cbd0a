import type { Narrow } from '#contract/base/values.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import { conversationRoute } from '../app/routes.ts'
import type { RunnableCommand } from './palette-entries.ts'
import { Palette, type PaletteAim } from './palette.svelte.ts'

/** The parts of the window that choosing a conversation uses. */
export type AimParts = Pick<AppModel, 'account' | 'calls' | 'frequent' | 'overlays' | 'shownRoute' | 'state'>

/** The use of a chosen conversation. */
export interface Aim extends PaletteAim {
  /** The label of the button that completes the choice of several people. */
  readonly several: string
}

/**
 * Opens a palette that chooses another conversation of the same organization: an existing one, or a new one with
 * several people.
 * @param from the conversation that is not offered
 */
export function openAimedPalette(parts: AimParts, accountId: string, from: Narrow, aim: Aim): void {
  const { calls, frequent, overlays } = parts
  const isShown = parts.account?.id === accountId
  const palette = new Palette({
    accounts: () => (parts.state?.accounts ?? []).filter(({ id }) => id === accountId),
    shownId: accountId,
    shownRoute: conversationRoute(from),
    listed: isShown ? (parts.shownRoute?.navigation.items ?? []) : [],
    // Only the shown account has pictures of people.
    commands: isShown ? [severalPeople(overlays, accountId, aim)] : [],
    async find(_, query) {
      const result = await calls.askOf(accountId, 'narrows.find', { query })
      if (!result.ok) return result
      // Archived streams accept no messages.
      return { ok: true, value: result.value.filter((found) => found.kind === 'direct' || !found.isArchived) }
    },
    frequent,
    aim,
  })
  overlays.openPalette(palette)
}

function severalPeople(overlays: AimParts['overlays'], accountId: string, aim: Aim): RunnableCommand {
  return {
    id: 'new_direct',
    title: catalogue.palette.severalPeople,
    keys: [],
    run() {
      overlays.openPeople({
        accountId,
        title: aim.label,
        confirm: aim.several,
        onchosen: (userIds) => void aim.choose({ kind: 'direct', userIds }),
      })
    },
  }
}
