import { z } from 'zod'
import { skinTones } from './choices.ts'

/** The application's settings on the page, stored in `skein.json`. */
export const settingsSchema = z.strictObject({
  sendKey: z.enum(['enter', 'ctrl+enter']),
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'more']),
  doNotDisturb: z.boolean(),
  /** Whether location, device and names are removed from pictures before they are attached. */
  cleansPictures: z.boolean(),
  /**
   * The effect of closing the window: `auto` keeps Skein running if a tray icon can bring the window back. macOS always
   * keeps it running.
   */
  closing: z.enum(['auto', 'hide', 'quit']),
  /** New versions are installed when Skein quits, announced, or ignored. */
  updates: z.enum(['install', 'tell', 'never']),
  /** The skin tone of emoji that the user inserts. */
  skinTone: z.enum(skinTones),
  /** Whether long lines of code in messages are wrapped. */
  wrapsCode: z.boolean(),
})

export type Settings = Readonly<z.output<typeof settingsSchema>>
export type SendKey = Settings['sendKey']
export type Theme = Settings['theme']
export type Contrast = Settings['contrast']
export type Closing = Settings['closing']
export type UpdateChoice = Settings['updates']
