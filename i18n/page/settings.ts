import type { Phrase } from '../phrase.ts'

export interface SettingsWords {
  readonly title: string
  readonly theme: {
    readonly legend: string
    readonly system: string
    readonly light: string
    readonly dark: string
  }
  readonly contrast: {
    readonly legend: string
    readonly system: string
    readonly more: string
  }
  readonly sendKey: { readonly legend: string }
  readonly files: {
    readonly legend: string
    readonly cleansPictures: string
    readonly cleansPicturesHint: string
  }
  readonly notifications: {
    readonly legend: string
    readonly doNotDisturb: string
    readonly doNotDisturbHint: string
  }
  readonly alertWords: {
    readonly legend: string
    /** `organization` is an element with its name. */
    readonly intro: <T>(organization: T) => Phrase<T>
    readonly field: string
    readonly none: string
    readonly notThereYet: string
    readonly saving: string
    /** Of a button whose visible label is `common.remove`. */
    readonly removeWord: (word: string) => string
  }
  readonly closing: {
    readonly legend: string
    readonly auto: string
    readonly autoHint: string
    readonly hide: string
    readonly hideHint: string
    readonly quit: string
  }
  readonly version: {
    readonly legend: string
    readonly current: (version: string) => string
    readonly licences: string
  }
  readonly updates: {
    readonly legend: string
    readonly install: string
    readonly installHint: string
    /** Beside a choice to install. */
    readonly onlyTell: string
    readonly tell: string
    readonly never: string
  }
  readonly help: {
    readonly legend: string
    readonly intro: string
    readonly report: string
  }
}
