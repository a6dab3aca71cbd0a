import {
  commandKeys,
  isChoosableChord,
  isKeptKey,
  isSystemKey,
  keysOfCommand,
  parseChord,
  type ChosenKeys,
  type CommandId,
} from '#shared/command-keys.ts'
import { shownChord } from '#i18n/keys.ts'
import type { AccountsModel } from '../../state/accounts-model.svelte.ts'
import { isTyping, type Command, type CommandContext, type CommandTable } from '../../state/commands/command.ts'
import { organizationIds } from '../../state/commands/window-command.ts'
import { chordOfPress, type PressedKey, type SeenScript } from '../../state/commands/press.ts'
import { commandGroups, titledCommands } from '../../state/commands/titled-commands.ts'

/** The parts of the page that the state of the shortcuts uses. */
export interface ShortcutPorts {
  readonly accounts: Pick<AccountsModel, 'settings' | 'isMac'>
  readonly seenScript: Pick<SeenScript, 'current'>
  readonly table: CommandTable
}

/** A command in the list of shortcuts. */
export interface Shortcut {
  readonly id: CommandId
  readonly group: keyof CommandTable
  readonly title: string
  /** The keys as this system writes them; commands with the same title in a group share an entry. */
  readonly keys: readonly string[]
  /** Whether the user has chosen the keys. */
  readonly isChosen: boolean
  /** Whether the keys can be changed. */
  readonly canChange: boolean
}

/**
 * Why a key cannot be given to a command: `kept` belongs to the system, to the editing of texts or to the moving in
 * lists; `typed` writes text where the command applies.
 */
export type KeyRefusal = 'kept' | 'typed'

/** The result of a press as a new key of a command. `others` are the titles of the commands that lose the key. */
export type KeyAnswer =
  | { readonly kind: 'free'; readonly notation: string }
  | { readonly kind: 'used'; readonly notation: string; readonly shown: string; readonly others: readonly string[] }
  | { readonly kind: 'refused'; readonly shown: string; readonly refusal: KeyRefusal }

/** Returns every context of keys that can occur on this computer. */
export function everyContext(over: Pick<CommandContext, 'isMac' | 'isRightToLeft'>): CommandContext[] {
  const layers = ['none', 'dialog', 'menu', 'picker', 'pictures'] as const
  const screens = ['waiting', 'sign_in', 'start', 'list', 'conversation'] as const
  const focuses = [
    'elsewhere',
    'field',
    'composer',
    'empty_composer',
    'messages',
    'message',
    'row',
    'entry',
    'organization',
  ] as const
  return [true, false].flatMap((sendsOnEnter) =>
    layers.flatMap((layer) =>
      screens.flatMap((screen) =>
        focuses.flatMap((focus) => {
          const isInScreen = focus !== 'elsewhere' && focus !== 'field'
          // A row of the inbox has a composer as well, and a feed has messages.
          const isOfScreen = screen === 'conversation' ? focus !== 'row' : screen === 'list'
          const isPossible = !isInScreen || (isOfScreen && layer === 'none')
          return isPossible ? [{ ...over, sendsOnEnter, layer, screen, focus }] : []
        }),
      ),
    ),
  )
}

/** The keys of all commands, and what a change of one means for the others. */
export class Shortcuts {
  readonly #ports: ShortcutPorts
  /** Computed by the first question; the commands and their contexts are constant. */
  #contexts: readonly CommandContext[] | null = null

  constructor(ports: ShortcutPorts) {
    this.#ports = ports
  }

  /** The choice that is stored. */
  get chosen(): ChosenKeys {
    return this.#ports.accounts.settings.keys
  }

  /** All commands with a title, in the order of their groups. */
  get list(): readonly Shortcut[] {
    const { isMac, settings } = this.#ports.accounts
    const titled = titledCommands(this.#ports.table, { isMac, sendsOnEnter: settings.sendKey === 'enter' })
    return titled.map(({ group, title, ids: [id, ...others], keys }) => ({
      id,
      group,
      title,
      keys,
      isChosen: settings.keys[id] !== undefined,
      canChange: others.length === 0 && canChangeKeys(id),
    }))
  }

  /** Reads a press as a new key of a command; null for a press that is no key yet, such as a modifier alone. */
  read(id: CommandId, event: PressedKey): KeyAnswer | null {
    const { accounts, seenScript } = this.#ports
    const notation = chordOfPress(event, { isMac: accounts.isMac, script: seenScript.current })
    if (notation === null) return null
    const shown = shownChord(notation, accounts.isMac)
    const refusal = this.#refusalOf(id, notation)
    if (refusal !== null) return { kind: 'refused', shown, refusal }
    const others = this.#othersWith(id, notation)
    if (others.some((other) => !canChangeKeys(other.id))) return { kind: 'refused', shown, refusal: 'kept' }
    return others.length === 0
      ? { kind: 'free', notation }
      : { kind: 'used', notation, shown, others: [...new Set(others.map(({ title }) => title))] }
  }

  /** Returns the choice in which a command has one key, which other commands in the same place lose. */
  withKey(id: CommandId, notation: string): ChosenKeys {
    const chosen: Record<string, readonly string[]> = { ...this.chosen, [id]: [notation] }
    for (const other of this.#othersWith(id, notation))
      chosen[other.id] = other.keys.filter((key) => key !== notation && !isKeptKey(key))
    return chosen
  }

  /** Returns the choice in which a command has no key apart from those that it keeps. */
  withoutKey(id: CommandId): ChosenKeys {
    return { ...this.chosen, [id]: [] }
  }

  /**
   * Returns the choice in which a command has its own keys again. A key that the user has given to another command
   * stays there.
   */
  withOwnKeys(id: CommandId): ChosenKeys {
    const others: ChosenKeys = Object.fromEntries(Object.entries(this.chosen).filter(([other]) => other !== id))
    const taken = commandKeys[id].filter((notation) =>
      this.#othersWith(id, notation).some((other) => other.id in others),
    )
    if (taken.length === 0) return others
    return { ...others, [id]: commandKeys[id].filter((key) => !isKeptKey(key) && !taken.includes(key as never)) }
  }

  #refusalOf(id: CommandId, notation: string): KeyRefusal | null {
    const own: readonly string[] = commandKeys[id]
    if (!isChoosableChord(notation) || (isSystemKey(notation) && !own.includes(notation))) return 'kept'
    const { mod, alt, key } = parseChord(notation)
    if (mod || alt || key.length > 1) return null
    return this.#contextsOf(id).some((context) => !isTyping(context)) ? null : 'typed'
  }

  /** The other commands that have a key in a context in which the command applies, too. */
  #othersWith(id: CommandId, notation: string): readonly Command<never>[] {
    const contexts = this.#contextsOf(id)
    return this.#commands().filter(
      (other) =>
        other.id !== id &&
        keysOfCommand(other.id).includes(notation) &&
        contexts.some((context) => other.when(context)),
    )
  }

  #contextsOf(id: CommandId): readonly CommandContext[] {
    this.#contexts ??= everyContext({ isMac: this.#ports.accounts.isMac, isRightToLeft: false })
    const commands = this.#commands().filter((each) => each.id === id)
    return this.#contexts.filter((context) => commands.some((each) => each.when(context)))
  }

  #commands(): readonly Command<never>[] {
    return commandGroups.flatMap((group) => this.#ports.table[group])
  }
}

/** The position of an organization in the rail is its key, and the key that takes a deletion back is that of editing. */
const fixed: ReadonlySet<CommandId> = new Set([...organizationIds, 'undo_delete'])

function canChangeKeys(id: CommandId): boolean {
  return !fixed.has(id) && commandKeys[id].some((notation) => !isKeptKey(notation))
}
