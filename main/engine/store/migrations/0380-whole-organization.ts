/** Version 380: all settings of the organization, which its administrators change. */
export const wholeOrganization = `
  -- The stored settings lack those that earlier versions did not read: the next start registers anew.
  DELETE FROM meta WHERE key = 'queue';
`
