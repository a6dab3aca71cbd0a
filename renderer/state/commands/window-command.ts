import type { CommandId } from '#shared/command-keys.ts'
import type { PageParts } from '../page-parts.ts'
import type { Route } from '../routes/routes.ts'
import { command, isTyping, type Command, type CommandContext } from './command.ts'

/** The target of window commands: the parts of the page and the actions of the window's frame. */
export interface WindowTarget {
  readonly parts: PageParts
  /** Shows the navigation if it is hidden, and focuses its field. */
  readonly jump: () => void
  /** Closes the notice, and the navigation if no other layer covers it. */
  readonly close: () => void
}

/** A command that applies in the whole window. */
export type WindowCommand = Command<WindowTarget>

/** Returns whether a screen is shown and nothing covers it. */
export function isOnScreen({ screen, layer }: CommandContext): boolean {
  return layer === 'none' && screen !== 'waiting' && screen !== 'sign_in'
}

/** Returns whether there are several organizations. */
export function hasSeveral({ parts }: WindowTarget): boolean {
  return (parts.accounts.state?.accounts.length ?? 0) > 1
}

/** Returns whether a key can go back or forward. On a Mac, Option with an arrow moves within a text instead. */
export function allowsHistoryKeys(context: CommandContext): boolean {
  return isOnScreen(context) && !(context.isMac && isTyping(context))
}

/** Creates a command that shows a route of the account. */
export function routeCommand(id: CommandId, route: Route, can?: WindowCommand['can']): WindowCommand {
  return command({
    id,
    when: isOnScreen,
    ...(can === undefined ? {} : { can }),
    run: ({ parts }) => {
      parts.routeNavigator.showRoute(route)
    },
  })
}

/** The commands that show an organization of the rail, in the order of their positions. */
export const organizationIds: readonly CommandId[] = [
  'organization_1',
  'organization_2',
  'organization_3',
  'organization_4',
  'organization_5',
  'organization_6',
  'organization_7',
  'organization_8',
  'organization_9',
]
