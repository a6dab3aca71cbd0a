import type { Catalogue } from '../catalogue.ts'
import { accounts } from './accounts.ts'
import { network } from './network.ts'
import { notices } from './notices.ts'
import { program } from './program.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { updates } from './updates.ts'

export const englishCatalogue = {
  ...shell,
  failures: {
    TEXT: ({ text }) => text,
    ...network,
    ...signIn,
    ...program,
    ...accounts,
    ...updates,
  },
  notices,
} satisfies Catalogue
