export type SendKey = 'enter' | 'ctrl+enter'

export type Theme = 'system' | 'light' | 'dark'

/** When the window is closed: `auto` keeps Skein running where a tray brings the window back. macOS always keeps it. */
export type Closing = 'auto' | 'hide' | 'quit'

/** What happens with new versions of Skein: they are fetched and installed when it ends, the user is told, or nothing. */
export type UpdateChoice = 'install' | 'tell' | 'never'

export interface Settings {
  readonly sendKey: SendKey
  readonly theme: Theme
  readonly doNotDisturb: boolean
  readonly closing: Closing
  readonly updates: UpdateChoice
}
