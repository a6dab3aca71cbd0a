import type { Narrow } from '#contract/values.ts'
import { catalogue } from '#i18n/catalogue.ts'
import type { AppModel } from '../app/app-model.svelte.ts'
import { conversationRoute } from '../app/routes.ts'
import type { RunnableCommand } from './palette-entries.ts'
import { Palette, type PaletteAim } from './palette.svelte.ts'

/** What choosing a conversation needs of the window. */
export type AimParts = Pick<AppModel, 'account' | 'calls' | 'frequent' | 'overlays' | 'shownRoute' | 'state'>

/** What is done with the conversation that is chosen. */
export interface Aim extends PaletteAim {
  /** On the button that completes the choice of several people. */
  readonly several: string
}

/**
 * Asks for another conversation of the same organization: one of the list, or that with several people, also if it is a
 * new one.
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
    // Their pictures are those of the shown account.
    commands: isShown ? [severalPeople(overlays, accountId, aim)] : [],
    async find(_, query) {
      const result = await calls.askOf(accountId, 'places.find', { query })
      if (!result.ok) return result
      // Nobody writes to what is archived.
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
