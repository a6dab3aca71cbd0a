import type { ScreenWords } from '../../page/screens.ts'
import { common } from './common.ts'
import { connection, proxy, signingIn } from './connection.ts'
import { dialogs } from './dialogs.ts'
import { settings } from './settings.ts'

export const screens = { common, settings, dialogs, connection, proxy, signingIn } satisfies ScreenWords
