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
  /** Takes away the text that is in a form again. */
  readonly discardText: string
  readonly edit: string
  /** Opens a form again that was closed. */
  readonly goOn: string
  /** What is said of an organization among others. */
  readonly ofOrganization: (organization: string, sentence: string) => string
  readonly open: string
  readonly reload: string
  readonly remove: string
  readonly save: string
  /** Opens a report before it is saved. */
  readonly saveReport: string
  readonly signIn: string
  /** A form was closed without being submitted. */
  readonly textKept: string
  /** The texts that a form was closed with are in it again. */
  readonly textReturned: string
  /** Of a list: of the shown account alone. */
  readonly thisOrganization: string
  readonly tryAgain: string
  readonly undo: string
}
