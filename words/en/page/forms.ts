import type { FormWords } from '../../page/forms.ts'

export const forms = {
  kept: 'Your text is kept. It is there when you open this again.',
  goOn: 'Go on',
  returned: 'This is your text from before.',
  discard: 'Discard it',
} satisfies FormWords
