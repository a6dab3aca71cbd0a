import type { AppModel } from '../../app/app-model.svelte.ts'
import { StreamsScreen } from './streams-screen.svelte.ts'

/** Shows the streams and opens the form for a new one. */
export function openNewStream(model: AppModel): void {
  model.showRoute({ kind: 'streams' })
  const screen = model.routes.shown?.screen
  if (screen instanceof StreamsScreen) screen.startCreating()
}
