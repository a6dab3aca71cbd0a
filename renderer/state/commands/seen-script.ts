import { isSign, type LayoutScript } from '#shared/pressed-key.ts'
import type { PressedKey } from './press.ts'

/**
 * The script of the keyboard layout, as the last typed letter has shown it. Letters with Shift or Caps Lock are
 * ignored, because some layouts of other scripts write Latin capitals with them, and so are letters with ⌘.
 */
export class SeenScript {
  current: LayoutScript | null = null

  pressed(event: PressedKey): void {
    const isBare = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.isComposing
    if (!isBare || !/^Key[A-Z]$/.test(event.code) || !isSign(event.key)) return
    if (event.getModifierState('AltGraph') || event.getModifierState('CapsLock')) return
    if (/^\p{Script=Latin}+$/u.test(event.key)) this.current = 'latin'
    else if (/\p{L}/u.test(event.key)) this.current = 'other'
  }
}
