import { composerStages } from './composer-stages.ts'
import { feedStages } from './feed-stages.ts'
import { heavyStages } from './heavy-stages.ts'
import { inboxStages } from './inbox-stages.ts'
import { moveStages } from './move-stages.ts'
import { newerStages } from './newer-stages.ts'
import { paletteStages } from './palette-stages.ts'
import { scheduledStages } from './scheduled-stages.ts'
import { searchStages } from './search-stages.ts'
import { snippetStages } from './snippet-stages.ts'
import { streamStages } from './stream-stages.ts'
import { stages } from './stages.ts'

/** Every stage, by name. */
export const allStages = {
  ...stages,
  ...composerStages,
  ...moveStages,
  ...newerStages,
  ...heavyStages,
  ...snippetStages,
  ...paletteStages,
  ...inboxStages,
  ...feedStages,
  ...scheduledStages,
  ...searchStages,
  ...streamStages,
}
