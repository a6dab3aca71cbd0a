import type { AppModel } from '../../app/app-model.svelte.ts'
import { readingDirection } from '../../ui/reading-direction.ts'
import type { CommandContext } from './command.ts'

/** Returns the context of a key. @param isCovered whether a dialog or popover is open that `Overlays` does not know */
export function contextOf(model: AppModel, focus: CommandContext['focus'], isCovered = false): CommandContext {
  return {
    isMac: isMac(model),
    isRightToLeft: readingDirection() === 'rtl',
    screen: screenOf(model),
    layer: layerOf(model, isCovered),
    focus,
    sendsOnEnter: model.settings.sendKey === 'enter',
    script: model.seenScript.current,
  }
}

/** Returns whether keys are written and pressed as on a Mac. */
export function isMac({ state }: Pick<AppModel, 'state'>): boolean {
  return state?.platform === 'darwin'
}

function screenOf({ state, shownRoute, routes, isSigningIn }: AppModel): CommandContext['screen'] {
  if (state === null || state.settingsProblem?.kind === 'unreadable') return 'waiting'
  if (isSigningIn || state.accounts.length === 0 || shownRoute === null) return 'sign_in'
  if (shownRoute.conversation !== null) return 'conversation'
  return routes.shown?.route.kind === 'start' ? 'start' : 'list'
}

function layerOf({ overlays, isWriting }: AppModel, isCovered: boolean): CommandContext['layer'] {
  if (overlays.lightbox !== null) return 'pictures'
  if (overlays.picker !== null) return 'picker'
  if (overlays.menu !== null) return 'menu'
  return overlays.isOpen || isWriting || isCovered ? 'dialog' : 'none'
}
