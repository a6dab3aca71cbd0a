import {
  organizationIds,
  isOnScreen,
  type WindowCommand,
  type WindowTarget,
} from '../../state/commands/window-command.ts'
import { showNextUnread } from './next-unread.ts'
import { command } from '../../state/commands/command.ts'

/** The commands that show an organization of the rail, by its position. */
const organizations = organizationIds.map((id, index) =>
  command<WindowTarget>({
    id,
    when: ({ layer, screen }) => layer === 'none' && screen !== 'waiting',
    run({ parts: { accounts } }) {
      const account = accounts.state?.accounts[index]
      if (account !== undefined) accounts.show(account.id)
    },
  }),
)

/** The commands of the navigation and of the rail. */
export const navigationCommands: readonly WindowCommand[] = [
  command({
    id: 'jump',
    when: isOnScreen,
    run({ jump }) {
      jump()
    },
  }),
  command({ id: 'next_unread', when: isOnScreen, run: ({ parts }) => void showNextUnread(parts), repeats: true }),
  command({
    id: 'new_direct',
    when: isOnScreen,
    run({ parts }) {
      parts.overlays.isWriting = true
    },
  }),
  ...organizations,
]
