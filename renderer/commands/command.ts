import { commandKeys, type CommandId } from '#shared/command-keys.ts'
import type { LayoutScript } from '#shared/pressed-key.ts'
import { catalogue } from '#i18n/catalogue.ts'

/** What decides whether a command can be, without its target. */
export interface CommandContext {
  readonly isMac: boolean
  readonly isRightToLeft: boolean
  /** `waiting` before there is a state, and while the settings cannot be read; `start` is an account without a place. */
  readonly screen: 'waiting' | 'sign_in' | 'start' | 'list' | 'conversation'
  /** What lies over the screen; the topmost. */
  readonly layer: 'none' | 'dialog' | 'menu' | 'picker' | 'pictures'
  /** Where keys go. `field` is a field of text that is not the composer, `messages` the list itself, `row` a row of the inbox, `entry` a stream or topic of the navigation, `organization` one of the rail. */
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
  /** Whether the keyboard writes Latin letters; null or absent while no letter has shown it. */
  readonly script?: LayoutScript | null
}

/** What the user can do in a place, by key or from a list. `Target` is what it acts on. */
export interface Command<Target> {
  readonly id: CommandId
  readonly title: string
  /** Chords, the preferred one first (`shared/command-keys.ts`). */
  readonly keys: readonly string[]
  readonly when: (context: CommandContext) => boolean
  /** Whether the target allows it now; always by default. */
  readonly can?: (target: Target) => boolean
  /** Null: the browser does it by itself. */
  readonly run: ((target: Target) => void) | null
  /** It runs again while its key is held down. */
  readonly repeats?: boolean
  /** The key keeps its other meaning: further handlers and the browser get it too. */
  readonly passes?: boolean
}

/** A command with the title and the keys of its id. */
export function command<Target>(parts: Omit<Command<Target>, 'title' | 'keys'>): Command<Target> {
  return { ...parts, title: catalogue.commands.titles[parts.id], keys: commandKeys[parts.id] }
}

/** Whether typed characters go into a text. */
export function isTyping({ focus }: CommandContext): boolean {
  return focus === 'field' || focus === 'composer' || focus === 'empty_composer'
}
