import { catalogue } from '#i18n/catalogue.ts'
import type { DesktopPlatform } from '../system/desktop-platform.ts'

/** The unread counts of all accounts. */
export interface News {
  /** The number for the icon, by the user's setting. */
  readonly badge: number
  readonly mentions: number
  readonly doNotDisturb: boolean
}

/** The state that the desktop shows now. */
export interface Attention {
  readonly badge: number
  readonly mentions: number
  readonly isFlashing: boolean
}

export interface WindowState {
  readonly isFocused: boolean
  /** Whether the window is new: a new window has no overlay. */
  readonly isNew: boolean
}

export type AttentionStep =
  | { readonly kind: 'count'; readonly count: number }
  /** `picture` is the file name after `overlay-`; null removes the overlay. */
  | { readonly kind: 'overlay'; readonly picture: string | null; readonly description: string }
  | { readonly kind: 'flash'; readonly isOn: boolean }

export const noAttention: Attention = { badge: 0, mentions: 0, isFlashing: false }

/**
 * The desktop's changes for new counts. macOS and Linux show a number on the icon. Windows has an overlay on the
 * taskbar button, and flashes the button at a new mention while the window lacks the focus. `window` is null if none is
 * open.
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
  // Overlay and flashing belong to a window's button; a new window gets them when it opens.
  if (window === null) return { now: { badge, mentions, isFlashing: false }, steps: [] }
  const steps: AttentionStep[] = []
  if (window.isNew ? badge > 0 : badge !== before.badge) steps.push(overlayOf(badge))
  const wasFlashing = before.isFlashing && !window.isNew
  const isFlashing =
    !window.isFocused && !news.doNotDisturb && mentions > 0 && (wasFlashing || mentions > before.mentions)
  if (isFlashing !== wasFlashing) steps.push({ kind: 'flash', isOn: isFlashing })
  return { now: { badge, mentions, isFlashing }, steps }
}

/** The picture of a number on the taskbar button of Windows; 0 removes it. */
export function overlayOf(badge: number): AttentionStep {
  if (badge === 0) return { kind: 'overlay', picture: null, description: '' }
  return { kind: 'overlay', picture: badge > 9 ? 'more' : String(badge), description: catalogue.tray.unread(badge) }
}
