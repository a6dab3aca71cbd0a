export const moments = {
  kinds: {
    in_an_hour: 'In an hour',
    this_evening: 'This evening',
    tomorrow_morning: 'Tomorrow morning',
    tomorrow_afternoon: 'Tomorrow afternoon',
    next_week: 'Monday morning',
  },
  /** Opens the choice of a day and a time. */
  other: 'Custom date and time…',
  /** A field is incomplete. */
  whole: 'Choose a date and time.',
}

/** Days that have a name. */
export const times = {
  /** A day by itself, such as a heading. `date` is a day without its year. */
  alone: {
    today: 'Today',
    tomorrow: (date: string) => `Tomorrow, ${date}`,
    yesterday: (date: string) => `Yesterday, ${date}`,
  },
  /** In the middle of a sentence. */
  within: {
    today: 'today',
    tomorrow: (date: string) => `tomorrow, ${date}`,
    yesterday: (date: string) => `yesterday, ${date}`,
  },
  /** A day with a time of day. */
  moment: ({ day, time }: { day: string; time: string }) => `${day}, ${time}`,
}
