import type { PageWords } from '../page-words.ts'
import { english } from './format.ts'

/** A person about whom only the id is known. */
export function unknownPerson(id: number): string {
  return `Unknown person (${id})`
}

export const lists = {
  drafts: {
    pending: 'Not synced yet',
    refused: (reason) => `Saved on this computer only. ${reason}`,
  },
  places: {
    notesToSelf: 'Notes to self',
    noRecipient: 'No recipient yet',
    noTopic: 'No topic yet',
  },
  damagedSettings: {
    keptAs: (file) => `The list of accounts was damaged and has been set aside as ${file}.`,
    nothingRecovered: 'Sign in again to continue.',
    partRecovered: 'Skein recovered what it could. Sign in again to any account that’s missing.',
  },
  people: { unknown: unknownPerson },
  reactions: {
    you: 'You',
    others: (count) => english.plural(count, { one: '1 other', other: `${count} others` }),
    reacted: (people, emoji) => `${english.list(people)} reacted with :${emoji}:`,
  },
} satisfies Pick<PageWords, 'drafts' | 'places' | 'people' | 'reactions' | 'damagedSettings'>
