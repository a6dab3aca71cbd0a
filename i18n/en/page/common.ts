/** Labels that many screens have. */
export const common = {
  add: 'Add',
  /** A list shows all accounts. */
  allOrganizations: 'All organizations',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  delete: 'Delete',
  done: 'Done',
  /** Removes the text with which a form has opened again. */
  discardText: 'Discard',
  edit: 'Edit',
  /** Opens a closed form again. */
  goOn: 'Continue',
  /** A sentence about one of several organizations. */
  ofOrganization: (organization: string, sentence: string) => `${organization}: ${sentence}`,
  open: 'Open',
  reload: 'Reload',
  remove: 'Remove',
  save: 'Save',
  /** Opens a report before it is saved. */
  saveReport: 'Save report…',
  signIn: 'Sign in',
  /** A form was closed without being submitted. */
  textKept: 'Your text is saved. You’ll see it when you open this again.',
  /** A form opens with the texts that it was closed with. */
  textReturned: 'Your earlier text has been restored.',
  /** A list shows only the current account. */
  thisOrganization: 'This organization',
  tryAgain: 'Try again',
  undo: 'Undo',
}
