/** Version 250: the texts of forms that were not submitted, by the name that the page gives the form. */
export const leftForms = `
  CREATE TABLE left_form (
    form TEXT PRIMARY KEY,
    -- The texts of its fields by name, as a JSON object.
    fields TEXT NOT NULL,
    -- Increases with each form that is stored.
    version INTEGER NOT NULL
  ) STRICT;
`
