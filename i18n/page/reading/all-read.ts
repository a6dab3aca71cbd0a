/** What was marked as read at once. */
export interface AllReadWords {
  /** The accessible name of the line. */
  readonly label: string
  readonly read: (count: number) => string
  readonly unreadAgain: (count: number) => string
  readonly nothing: string
  /** It cannot be undone any more. */
  readonly tooLate: string
  readonly progress: (messages: { readonly done: number; readonly total: number }) => string
}
