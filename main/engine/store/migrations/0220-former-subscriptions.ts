/** Whether the account has a subscription of a stream, also a former one; the next registration tells the former ones. */
export const formerSubscriptions = `
  ALTER TABLE stream ADD COLUMN was_subscribed INTEGER NOT NULL DEFAULT 0;
  UPDATE stream SET was_subscribed = is_subscribed;
`
