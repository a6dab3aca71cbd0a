import { z } from 'zod'
import { skinTones } from './choices.ts'

/** The settings of the application that the page shows; `skein.json` keeps them. */
export const settingsSchema = z.strictObject({
  sendKey: z.enum(['enter', 'ctrl+enter']),
  theme: z.enum(['system', 'light', 'dark']),
  contrast: z.enum(['system', 'more']),
  doNotDisturb: z.boolean(),
  /** Pictures are freed of the place, the device and the names in them before they are attached. */
  cleansPictures: z.boolean(),
  /**
   * What happens when the window is closed: `auto` keeps Skein running where a tray icon can bring the window back.
   * macOS always keeps it running.
   */
  closing: z.enum(['auto', 'hide', 'quit']),
  /** New versions are fetched and installed when Skein quits, announced, or ignored. */
  updates: z.enum(['install', 'tell', 'never']),
  /** The tone of the people and hands among the emoji that are written. */
  skinTone: z.enum(skinTones),
  /** Long lines of code in messages are wrapped. */
  wrapsCode: z.boolean(),
})

export type Settings = Readonly<z.output<typeof settingsSchema>>
export type SendKey = Settings['sendKey']
export type Theme = Settings['theme']
export type Contrast = Settings['contrast']
export type Closing = Settings['closing']
export type UpdateChoice = Settings['updates']
