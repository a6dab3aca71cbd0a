import type { ConversationTitle } from '#contract/base/values.ts'
import type { DraftItem } from '#contract/drafts.ts'
import { personNames } from './person-name.ts'
import { catalogue } from './catalogue.ts'

/** The title of a conversation in words. */
export function conversationTitle(title: ConversationTitle): string {
  if (typeof title === 'string') return title
  return title.length === 0 ? catalogue.conversations.notesToSelf : personNames(title)
}

/** The title of a draft, also where a recipient or a topic is still to come. */
export function draftTitle({ title, narrow }: Pick<DraftItem, 'title' | 'narrow'>): string {
  if (title !== '') return conversationTitle(title)
  return narrow === null ? catalogue.conversations.noRecipient : catalogue.conversations.noTopic
}
