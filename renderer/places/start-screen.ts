import type { Place } from '../app/places.ts'
import type { ScreenState } from './screen-state.ts'

/** Nothing is chosen yet: the screen has no views of its own. */
export class StartScreen implements ScreenState {
  readonly place: Place = { kind: 'start' }
  readonly isDrawable = true

  position(): null {
    return null
  }

  close(): void {
    // It has opened nothing.
  }
}
