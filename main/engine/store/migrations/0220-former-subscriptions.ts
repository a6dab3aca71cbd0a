/** Whether the account has a subscription to a stream or has had one; the next registration reports the former ones. */
export const formerSubscriptions = `
  ALTER TABLE stream ADD COLUMN was_subscribed INTEGER NOT NULL DEFAULT 0;
  UPDATE stream SET was_subscribed = is_subscribed;
`
