/** Version 370: streams without a subscription are copied at the user's request. */
export const copiedHistories = `
  -- The time, in UNIX milliseconds, at which the newest part of a stream without a subscription was fetched; null if
  -- it was not, and for the others, which events keep up to date.
  ALTER TABLE kept_history ADD COLUMN copied_at INTEGER;
`
