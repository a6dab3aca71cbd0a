import type { PixelSize } from '#contract/values.ts'
import type { SkinTone } from '#contract/choices.ts'

/** Pictures, videos and sounds of messages. */
export interface MediaWords {
  readonly picture: string
  readonly audio: string
  readonly preparing: string
  /** The text in the box of an image that is being prepared. */
  readonly beingPrepared: string
  readonly notPlayable: string
  readonly open: (name: string) => string
  readonly saved: string
  readonly tooLarge: (size: PixelSize) => string
  /** The button beside that sentence. */
  readonly saveFile: string
}

export interface LightboxWords {
  readonly label: (name: string) => string
  readonly position: (values: { number: number; total: number }) => string
  readonly smaller: string
  readonly larger: string
  readonly save: string
  readonly unreachable: string
  readonly onlySmall: string
  readonly previous: string
  readonly next: string
}

export interface EmojiPickerWords {
  /** The button that shows the skin tones, and the name of their group. */
  readonly skinTone: string
  readonly skinTones: Readonly<Record<SkinTone, string>>
  readonly label: string
  readonly search: string
  readonly frequent: string
  readonly custom: string
  readonly found: string
  readonly nothing: string
  readonly loading: string
  readonly hint: string
  readonly groups: {
    readonly smileys: string
    readonly people: string
    readonly components: string
    readonly nature: string
    readonly food: string
    readonly travel: string
    readonly activities: string
    readonly objects: string
    readonly symbols: string
    readonly flags: string
  }
}
