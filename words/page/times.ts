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
