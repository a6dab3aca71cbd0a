/**
 * Version 340: the settings of the account contain those about e-mails, typing and resolved topics, and the settings of
 * the organization whether it allows them.
 */
export const moreUserSettings = `
  -- What was not kept until now only a registration tells.
  DELETE FROM meta WHERE key = 'queue';
`
