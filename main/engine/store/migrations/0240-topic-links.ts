/** The links in the name of a message's topic, a JSON list; null where the server has not said them yet. */
export const topicLinks = `
  ALTER TABLE message ADD COLUMN topic_links TEXT;
`
