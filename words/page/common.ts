/** Labels that many screens have. */
export interface CommonWords {
  readonly add: string
  /** Of a list: of every account. */
  readonly allOrganizations: string
  readonly cancel: string
  readonly close: string
  readonly copy: string
  readonly delete: string
  readonly done: string
  readonly edit: string
  /** What is said of an organization among others. */
  readonly ofOrganization: (organization: string, sentence: string) => string
  readonly open: string
  readonly reload: string
  readonly remove: string
  readonly save: string
  /** Opens a report before it is saved. */
  readonly saveReport: string
  readonly signIn: string
  /** Of a list: of the shown account alone. */
  readonly thisOrganization: string
  readonly tryAgain: string
  readonly undo: string
}
