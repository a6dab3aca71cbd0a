import type { Phrase } from '../phrase.ts'

export interface MessageWords {
  /** Of a message, as screen readers tell it. */
  readonly label: (values: { sender: string; time: string }) => string
  readonly bot: string
  readonly guest: string
  readonly starred: string
  readonly edited: string
  readonly moved: string
  readonly gap: string
  readonly fromMuted: string
  readonly show: string
  readonly giveUp: string
  readonly takeBack: string
  readonly sendingFile: string
  readonly fileUploaded: string
  readonly doubt: string
  readonly copied: string
  readonly notCopied: string
  /** Follows the name of the author above one of several copied messages. */
  readonly copiedAside: (time: string) => string
  /** The menu of a message. */
  readonly menu: string
  readonly body: {
    readonly withoutFormatting: string
    readonly beginning: string
    readonly openInBrowser: string
    readonly showMore: string
    /** `percent` is 0 to 100. */
    readonly shown: (percent: number) => string
    /** The header of a spoiler that has none. */
    readonly spoiler: string
    /** A link whose address was left out. */
    readonly refusedLink: string
    /** The buttons of a block of code, and what is spoken for them. */
    readonly wrap: string
    readonly wrapCode: string
    readonly copyCode: string
    readonly codeCopied: string
    readonly codeNotCopied: string
  }
  readonly deleting: {
    readonly question: string
    readonly consequence: string
    /** `left` is a short duration; the key undoes it. */
    readonly leaves: (left: string) => string
    /** The same without the time, as screen readers tell it. */
    readonly undoable: (key: string) => string
  }
  readonly history: {
    readonly title: string
    readonly label: string
    readonly somebody: string
    readonly version: (values: { person: string; moment: string }) => string
    /** Elements with the names of topics. */
    readonly moved: <T>(before: T, after: T) => Phrase<T>
    readonly showOlder: (count: number) => string
    readonly left: (count: number) => string
  }
  readonly editor: {
    readonly label: string
    readonly escape: (key: string) => string
    /** Files are being copied first. */
    readonly savingSoon: string
    /** An edit was given up that had changed the text. */
    readonly setAside: string
    readonly goOn: string
    /** The text in the field is what an earlier edit has left. */
    readonly kept: string
    /** The same; another client has changed the message since. */
    readonly keptOutdated: string
    /** The text in the field is the message; an earlier edit has left another one. */
    readonly keptHidden: string
    readonly showMessage: string
    readonly showKept: string
    readonly dropKept: string
  }
  readonly toolbar: {
    readonly label: string
    readonly addReaction: string
    readonly star: string
    readonly unstar: string
    readonly quote: string
    readonly more: string
    readonly moreShort: string
  }
  /** Polls and to-do lists. */
  readonly widgets: {
    readonly noQuestion: string
    readonly question: string
    readonly editQuestion: string
    readonly options: string
    readonly vote: (values: { option: string; count: number }) => string
    readonly newOption: string
    readonly tasks: string
    /** The title of a to-do list. */
    readonly title: string
    readonly editTitle: string
    readonly noTasks: string
    /** Above tasks in the text of the message that are not in the list. */
    readonly inText: string
    readonly addLine: (name: string) => string
    /** Below the first of them. */
    readonly moreLines: (count: number) => string
    readonly newTask: string
    readonly description: string
    readonly add: string
    /** The server refused it, and gave no reason. */
    readonly notSent: string
    readonly again: string
    readonly withdraw: string
  }
  readonly reactions: {
    readonly label: string
    /** `who` is a sentence about the people. */
    readonly reaction: (values: { name: string; count: number; who: string }) => string
    readonly more: (count: number) => string
    /** The list of who reacted. */
    readonly who: string
    readonly nobody: string
    readonly emojiOf: (values: { name: string; count: number }) => string
    /** Reacts with an emoji. */
    readonly reactWith: (name: string) => string
  }
}
