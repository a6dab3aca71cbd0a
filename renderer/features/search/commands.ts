import { mentionsEverywhere, searchEverywhere, searchHere } from '../../state/routes/open-search.ts'
import { command } from '../../state/commands/command.ts'
import { hasSeveral, isOnScreen, type WindowCommand } from '../../state/commands/window-command.ts'

/** The commands of the search. */
export const searchCommands: readonly WindowCommand[] = [
  command({ id: 'search_here', when: isOnScreen, run: ({ parts }) => searchHere(parts) }),
  command({ id: 'search_everywhere', when: isOnScreen, run: ({ parts }) => searchEverywhere(parts) }),
  command({
    id: 'mentions_everywhere',
    when: isOnScreen,
    can: hasSeveral,
    run: ({ parts }) => mentionsEverywhere(parts),
  }),
]
