import type { TimesWords } from '../../page/times.ts'
export const times = {
  alone: {
    today: 'Today',
    tomorrow: (date) => `Tomorrow, ${date}`,
    yesterday: (date) => `Yesterday, ${date}`,
  },
  within: {
    today: 'today',
    tomorrow: (date) => `tomorrow, ${date}`,
    yesterday: (date) => `yesterday, ${date}`,
  },
  moment: ({ day, time }) => `${day}, ${time}`,
} satisfies TimesWords
