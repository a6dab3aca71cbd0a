import type { PostingRight } from '#contract/views/conversation.ts'
import type { Wildcard } from '#contract/resources/mentions.ts'

export interface ComposerWords {
  readonly label: string
  readonly messageTo: (people: string) => string
  readonly messageIn: (stream: string) => string
  readonly tooLong: (count: number) => string
  /** The button beside a text that is too long. */
  readonly attachText: string
  readonly topicTooLong: (count: number) => string
  readonly attach: string
  readonly filesToAttach: string
  readonly emoji: string
  /** The list of forms such as bold and lists. */
  readonly format: string
  readonly fullHeight: string
  readonly usualHeight: string
  readonly completion: {
    readonly bot: string
    readonly group: (members: number) => string
    /** Whom a mention of many reaches; `null` if their number is unknown. */
    readonly wildcard: Readonly<Record<Wildcard, (reach: number | null) => string>>
    readonly fences: Readonly<Record<string, string>>
    readonly time: { readonly now: string; readonly label: string; readonly act: string }
    readonly commands: { readonly me: string; readonly poll: string; readonly todo: string }
  }
  /** What is worth to know before it is sent. */
  readonly warnings: {
    readonly resolved: string
    readonly reopen: string
    readonly mutedTopic: string
    readonly unmuteTopic: string
    /** Names of people whose accounts are not active any more. */
    readonly deactivated: (names: readonly string[]) => string
    readonly notReading: (values: { names: readonly string[]; stream: string }) => string
    readonly add: (count: number) => string
    readonly added: (names: readonly string[]) => string
    readonly dismiss: string
    /** `reach` is null where it is unknown. */
    readonly many: (values: { wildcard: Wildcard; reach: number | null }) => string
    readonly sendToMany: string
    readonly back: string
  }
  /** The forms of polls and to-do lists. */
  readonly widgets: {
    readonly kept: string
    readonly poll: WidgetFormWords
    readonly todo: WidgetFormWords & {
      /** The description of a task, as screen readers tell it. */
      readonly description: (number: number) => string
      /** Stands in an empty description. */
      readonly more: string
    }
  }
  readonly preview: string
  readonly write: string
  readonly previewLoading: string
  readonly previewEmpty: string
  readonly isNewTopic: string
  readonly sendingSoon: string
  /** The last message is to be edited, and is just being sent. */
  readonly editWaits: string
  readonly saved: string
  readonly notSaved: string
  readonly newLineHint: (key: string) => string
  readonly sendHint: (key: string) => string
  readonly send: string
  /** Opens the times at which the message can be sent. */
  readonly sendLater: string
  /** What the palette is called that asks for another conversation, and what is said where that has to wait. */
  readonly changeRecipient: {
    readonly label: string
    /** Completes the choice of several people. */
    readonly several: string
    readonly notStored: string
    readonly copying: string
  }
  /** Chooses the time that was set. */
  readonly schedule: string
  /** `moment` is a day in a sentence with a time. */
  readonly scheduled: (moment: string) => string
  readonly to: string
  readonly typing: (names: readonly string[]) => string
  readonly yourself: string
  readonly topic: string
  /** The list of those that are known. */
  readonly topics: string
  readonly newTopic: string
  readonly optionalTopic: string
  /** `name` is what the organization calls messages without a topic. */
  readonly topicOrNone: (name: string) => string
  /** The name of a pasted picture. `stamp` is a time as `2026-01-31 at 09.05.00`. */
  readonly pastedPicture: (stamp: string) => string
  readonly pastedText: (stamp: string) => string
  readonly pastedAt: (values: { day: string; time: string }) => string
}

/** The form of a poll or of a to-do list. An entry is an option or a task. */
export interface WidgetFormWords {
  readonly title: string
  /** In the list of forms: opens it. */
  readonly open: string
  /** The question or the title. */
  readonly heading: string
  readonly entries: string
  readonly entry: (number: number) => string
  readonly add: string
  readonly up: (number: number) => string
  readonly down: (number: number) => string
  readonly remove: (number: number) => string
}

/** Files of a draft, or of a message that is being sent. */
export interface AttachmentsWords {
  readonly label: string
  readonly copying: string
  /** `doing` is what is being done, such as `copying`. */
  readonly progress: (values: { doing: string; done: string; size: string }) => string
  readonly progressOf: (values: { doing: string; name: string }) => string
  readonly stateOf: (values: { size: string; doing: string }) => string
  readonly kindAndSize: (values: { kind: string; size: string }) => string
  readonly kinds: {
    readonly picture: (format: string) => string
    readonly video: string
    readonly sound: string
    readonly document: (format: string) => string
    readonly file: string
  }
  readonly interrupted: string
  readonly metadataRemoved: string
  readonly metadataKept: string
  readonly tooLarge: string
  /** What is said of a file aloud. */
  readonly noteOn: (values: { name: string; note: string }) => string
  /** How the shown file is changed with keys. */
  readonly keys: string
  readonly moved: (values: { name: string; position: number; count: number }) => string
  readonly remove: (name: string) => string
  readonly details: {
    readonly title: string
    readonly name: string
    /** What comes after the name, such as `.jpg`; it stays. */
    readonly extension: (extension: string) => string
    readonly alt: string
    readonly altHint: string
    readonly save: string
  }
}

/** Why nothing can be written here. */
export interface ComposerClosedWords {
  readonly needsTopic: string
  readonly writeUnderTopic: string
  readonly topicless: string
  readonly writeTo: (name: string) => string
  readonly writeToStream: string
  readonly direct: string
  readonly streamGone: string
  readonly archived: string
  readonly notAllowed: (who: PostingRight) => string
  readonly draftKept: string
}

export interface NewMessageWords {
  readonly title: string
  /** The people who can be chosen. */
  readonly list: string
  readonly field: string
  readonly nobody: string
  readonly open: string
  readonly remove: (name: string) => string
}
