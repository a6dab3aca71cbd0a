import { readingDirection } from '../../ui/reading-direction.ts'
import type { PageParts } from '../page-parts.ts'
import type { CommandContext } from './command.ts'

/** The parts of the page that decide which commands apply. */
export type ContextParts = Pick<PageParts, 'accounts' | 'overlays' | 'routeNavigator' | 'seenScript'>

/** Returns the context of a key. @param isCovered whether a dialog or popover is open that `Overlays` does not know */
export function contextOf(parts: ContextParts, focus: CommandContext['focus'], isCovered = false): CommandContext {
  const { accounts, overlays, seenScript } = parts
  return {
    isMac: accounts.isMac,
    isRightToLeft: readingDirection() === 'rtl',
    screen: screenOf(parts),
    layer: layerOf(overlays, isCovered),
    focus,
    sendsOnEnter: accounts.settings.sendKey === 'enter',
    script: seenScript.current,
  }
}

function screenOf({ accounts, routeNavigator }: ContextParts): CommandContext['screen'] {
  const { state, isSigningIn } = accounts
  const { shownRoute } = routeNavigator
  if (state === null || state.settingsProblem?.kind === 'unreadable') return 'waiting'
  if (isSigningIn || state.accounts.length === 0 || shownRoute === null) return 'sign_in'
  const { kind } = shownRoute.screen.route
  return kind === 'conversation' || kind === 'start' ? kind : 'list'
}

function layerOf(overlays: PageParts['overlays'], isCovered: boolean): CommandContext['layer'] {
  if (overlays.lightbox !== null) return 'pictures'
  if (overlays.picker !== null) return 'picker'
  if (overlays.menu !== null) return 'menu'
  return overlays.isOpen || overlays.isWriting || isCovered ? 'dialog' : 'none'
}
