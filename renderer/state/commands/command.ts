import { keysOfCommand, type CommandId } from '#shared/command-keys.ts'
import type { LayoutScript } from '#shared/pressed-key.ts'
import { catalogue } from '#i18n/catalogue.ts'

/** The state that decides whether a command applies, apart from its target. */
export interface CommandContext {
  readonly isMac: boolean
  readonly isRightToLeft: boolean
  /** The screen: `waiting` without a state or with unreadable settings, `start` for an account without a route. */
  readonly screen: 'waiting' | 'sign_in' | 'start' | 'list' | 'conversation'
  /** The topmost layer above the screen. */
  readonly layer: 'none' | 'dialog' | 'menu' | 'picker' | 'pictures'
  /**
   * The target of keys. `field` is a text field other than the composer, `messages` the list itself, `row` a row of a
   * list such as the inbox, `entry` a stream or topic of the navigation, and `organization` one of the rail.
   */
  readonly focus:
    | 'elsewhere'
    | 'field'
    | 'composer'
    | 'empty_composer'
    | 'messages'
    | 'message'
    | 'row'
    | 'entry'
    | 'organization'
  readonly sendsOnEnter: boolean
  /** Whether the keyboard writes Latin letters; null or absent until a letter has shown it. */
  readonly script?: LayoutScript | null
}

/** An action of the user by key or from a list. `Target` is the object on which it acts. */
export interface Command<Target> {
  readonly id: CommandId
  readonly title: string
  /** The chords, the preferred one first (`shared/command-keys.ts`). */
  readonly keys: readonly string[]
  readonly when: (context: CommandContext) => boolean
  /** Returns whether the target allows the command now. A command without it is always allowed. */
  readonly can?: (target: Target) => boolean
  /** Runs the command; null if the browser does it by itself. */
  readonly run: ((target: Target) => void) | null
  /** Whether the command runs again while its key is held down. */
  readonly repeats?: boolean
  /** Whether the key keeps its other meaning, so that further handlers and the browser get it, too. */
  readonly passes?: boolean
}

/** A command that can be run now, for a list. */
export interface RunnableCommand {
  readonly id: CommandId
  /** The part of what the command shows, if the list has an entry for each part. */
  readonly part?: string
  readonly title: string
  readonly keys: readonly string[]
  readonly run: () => void
}

/** Creates a command with the title and the keys of its id. The keys follow the user's choice. */
export function command<Target>(parts: Omit<Command<Target>, 'title' | 'keys'>): Command<Target> {
  return {
    ...parts,
    // The organization's word for streams is part of some titles, and can change.
    get title() {
      return catalogue.commands.titles[parts.id]
    },
    get keys() {
      return keysOfCommand(parts.id)
    },
  }
}

/** Returns whether typed characters go into a text. */
export function isTyping({ focus }: CommandContext): boolean {
  return focus === 'field' || focus === 'composer' || focus === 'empty_composer'
}

/** All commands, by where they apply. */
export type CommandTable = {
  readonly [G in keyof typeof catalogue.commands.groups]: readonly Command<never>[]
}
