import type { MomentsWords, TimesWords } from '../../page/times.ts'

export const moments = {
  kinds: {
    in_an_hour: 'In an hour',
    this_evening: 'This evening',
    tomorrow_morning: 'Tomorrow morning',
    tomorrow_afternoon: 'Tomorrow afternoon',
    next_week: 'Monday morning',
  },
  other: 'Custom date and time…',
  whole: 'Choose a date and time.',
} satisfies MomentsWords

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
