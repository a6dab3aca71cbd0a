import { words } from '../../words/words.ts'
import type { DesktopPlatform } from './desktop-platform.ts'

/** What is new over all accounts. */
export interface News {
  /** Messages that the user counts on the icon; by their own setting. */
  readonly badge: number
  readonly mentions: number
  readonly doNotDisturb: boolean
}

/** What the desktop shows of it now. */
export interface Attention {
  readonly badge: number
  readonly mentions: number
  readonly isFlashing: boolean
}

export interface WindowState {
  readonly isFocused: boolean
  /** A new window has no overlay yet. */
  readonly isNew: boolean
}

export type AttentionStep =
  | { readonly kind: 'count'; readonly count: number }
  /** `picture` is the name after `overlay-`; null takes the overlay away. */
  | { readonly kind: 'overlay'; readonly picture: string | null; readonly description: string }
  | { readonly kind: 'flash'; readonly isOn: boolean }

export const noAttention: Attention = { badge: 0, mentions: 0, isFlashing: false }

/**
 * What the desktop does about news. macOS and Linux count on the icon; Windows has an overlay on the taskbar button
 * instead, and flashes it when something new is for the user while they look elsewhere. `window` is null where none is.
 */
export function attentionFor(
  platform: DesktopPlatform,
  before: Attention,
  news: News,
  window: WindowState | null,
): { readonly now: Attention; readonly steps: readonly AttentionStep[] } {
  const { badge, mentions } = news
  if (platform !== 'win32') {
    return {
      now: { badge, mentions, isFlashing: false },
      steps: badge === before.badge ? [] : [{ kind: 'count', count: badge }],
    }
  }
  // Overlay and flashing belong to the button of a window; they are caught up on when one is there.
  if (window === null) return { now: { badge, mentions, isFlashing: false }, steps: [] }
  const steps: AttentionStep[] = []
  if (window.isNew ? badge > 0 : badge !== before.badge) steps.push(overlayOf(badge))
  const wasFlashing = before.isFlashing && !window.isNew
  const isFlashing =
    !window.isFocused && !news.doNotDisturb && mentions > 0 && (wasFlashing || mentions > before.mentions)
  if (isFlashing !== wasFlashing) steps.push({ kind: 'flash', isOn: isFlashing })
  return { now: { badge, mentions, isFlashing }, steps }
}

function overlayOf(badge: number): AttentionStep {
  if (badge === 0) return { kind: 'overlay', picture: null, description: '' }
  return { kind: 'overlay', picture: badge > 9 ? 'more' : String(badge), description: words.tray.unread(badge) }
}
