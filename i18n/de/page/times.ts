import type { moments as englishMoments, times as englishTimes } from '../../en/page/times.ts'

export const moments: typeof englishMoments = {
  kinds: {
    in_an_hour: 'In einer Stunde',
    this_evening: 'Heute Abend',
    tomorrow_morning: 'Morgen früh',
    tomorrow_afternoon: 'Morgen Nachmittag',
    next_week: 'Montag früh',
  },
  other: 'Anderer Zeitpunkt…',
  whole: 'Wähle Datum und Uhrzeit.',
}

export const times: typeof englishTimes = {
  alone: {
    today: 'Heute',
    tomorrow: (date) => `Morgen, ${date}`,
    yesterday: (date) => `Gestern, ${date}`,
  },
  within: {
    today: 'heute',
    tomorrow: (date) => `morgen, ${date}`,
    yesterday: (date) => `gestern, ${date}`,
  },
  moment: ({ day, time }) => `${day}, ${time}`,
}
