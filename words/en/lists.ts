import type { PageWords } from '../page-words.ts'

export const lists = {
  drafts: {
    pending: 'Not at the server yet',
    refused: (reason) => `Kept on this computer only: ${reason}`,
  },
} satisfies PageWords
