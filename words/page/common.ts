/** Labels that many screens have. */
export interface CommonWords {
  readonly add: string
  readonly cancel: string
  readonly close: string
  readonly copy: string
  readonly delete: string
  readonly done: string
  readonly edit: string
  readonly open: string
  readonly reload: string
  readonly remove: string
  readonly save: string
  /** Opens a report before it is saved. */
  readonly saveReport: string
  readonly signIn: string
  readonly tryAgain: string
  readonly undo: string
}
