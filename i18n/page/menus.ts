/** What the menus of a conversation and of a message do. An entry that is a command has the title of the command. */
export interface MenuWords {
  readonly muteTopic: string
  readonly unmuteTopic: string
  readonly showInMutedStream: string
  readonly followTopic: string
  readonly muteStream: string
  readonly pinStream: string
  readonly leaveStream: string
  /** Marks a conversation as read, by what it is. */
  readonly markRead: { readonly stream: string; readonly topic: string; readonly direct: string }
  readonly mutePerson: (name: string) => string
  readonly unmutePerson: (name: string) => string
  readonly addReaction: string
  readonly copyText: string
  /** The link to a conversation, by what it is. */
  readonly copyLink: { readonly stream: string; readonly topic: string; readonly direct: string }
  /** A link in the name of a topic, by its text. */
  readonly openTopicLink: (text: string) => string
  readonly copyTopicLink: (text: string) => string
  readonly linkCopied: string
  readonly linkNotCopied: string
  readonly delete: string
}
