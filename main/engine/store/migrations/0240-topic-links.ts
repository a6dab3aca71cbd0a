/** The links in the name of a message's topic as a JSON list; null if the server has not sent them yet. */
export const topicLinks = `
  ALTER TABLE message ADD COLUMN topic_links TEXT;
`
