import type { CommonWords } from '../../page/common.ts'
export const common = {
  add: 'Add',
  cancel: 'Cancel',
  close: 'Close',
  copy: 'Copy',
  delete: 'Delete',
  done: 'Done',
  edit: 'Edit',
  open: 'Open',
  reload: 'Reload',
  remove: 'Remove',
  save: 'Save',
  saveReport: 'Save report…',
  signIn: 'Sign in',
  tryAgain: 'Try again',
  undo: 'Undo',
} satisfies CommonWords
