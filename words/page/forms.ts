/** What is said of the texts of forms that were closed without being submitted. */
export interface FormWords {
  /** A form was closed. */
  readonly kept: string
  /** Opens that form again. */
  readonly goOn: string
  /** The texts that a form was closed with are in it again. */
  readonly returned: string
  readonly discard: string
}
