/** The moments that are offered before a calendar is opened. */
export type MomentKind = 'in_an_hour' | 'this_evening' | 'tomorrow_morning' | 'tomorrow_afternoon' | 'next_week'

/** Moments that are chosen. */
export interface MomentsWords {
  readonly kinds: Readonly<Record<MomentKind, string>>
  /** Opens the choice of a day and a time. */
  readonly other: string
  /** A field is incomplete. */
  readonly whole: string
}

/** Days that have a name. */
export interface TimesWords {
  /** A day by itself, such as a heading. `date` is a day without its year. */
  readonly alone: {
    readonly today: string
    readonly tomorrow: (date: string) => string
    readonly yesterday: (date: string) => string
  }
  /** In the middle of a sentence. */
  readonly within: {
    readonly today: string
    readonly tomorrow: (date: string) => string
    readonly yesterday: (date: string) => string
  }
  /** A day with a time of day. */
  readonly moment: (values: { day: string; time: string }) => string
}
