import type { DraftItem } from '../preload/contract/views/drafts.ts'
import { words } from './words.ts'

/** The title of a conversation; null is that of notes to oneself. */
export function placeTitle(title: string | null): string {
  return title ?? words.places.notesToSelf
}

/** The title of a draft, also where a recipient or a topic is still to come. */
export function draftTitle({ title, narrow }: Pick<DraftItem, 'title' | 'narrow'>): string {
  if (title !== '') return placeTitle(title)
  return narrow === null ? words.places.noRecipient : words.places.noTopic
}
