import type { TimesWords } from '../../page/times.ts'
export const times = {
  alone: {
    today: 'Today',
    yesterday: (date) => `Yesterday, ${date}`,
  },
  within: {
    today: 'today',
    yesterday: (date) => `yesterday, ${date}`,
  },
  moment: ({ day, time }) => `${day}, ${time}`,
} satisfies TimesWords
