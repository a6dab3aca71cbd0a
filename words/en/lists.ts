import type { PageWords } from '../page-words.ts'
import { english } from './format.ts'

/** A person about whom only the id is known. */
export function unknownPerson(id: number): string {
  return `Unknown person (${id})`
}

export const lists = {
  drafts: {
    pending: 'Not at the server yet',
    refused: (reason) => `Kept on this computer only: ${reason}`,
  },
  places: {
    notesToSelf: 'Notes to yourself',
    noRecipient: 'No recipient yet',
    noTopic: 'No topic yet',
  },
  damagedSettings: {
    keptAs: (file) => `The list of accounts was damaged, and is kept as ${file}.`,
    nothingRecovered: 'Sign in again to go on.',
    partRecovered: 'What could be read of it is here; sign in again to any account that is missing.',
  },
  people: { unknown: unknownPerson },
  reactions: {
    you: 'You',
    others: (count) => `${count} more`,
    reacted: (people, emoji) => `${english.list(people)} reacted with :${emoji}:`,
  },
} satisfies Pick<PageWords, 'drafts' | 'places' | 'people' | 'reactions' | 'damagedSettings'>
