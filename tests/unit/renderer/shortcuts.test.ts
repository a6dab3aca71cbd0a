import { afterEach, describe, expect, it } from 'vitest'
import type { Settings } from '#contract/app.ts'
import { commandTable, shortcutGroups } from '#renderer/commands/command-table.ts'
import { Shortcuts, type KeyAnswer } from '#renderer/parts/settings/shortcuts.ts'
import { commandOf, type PressedKey } from '#renderer/state/commands/press.ts'
import type { Command, CommandContext } from '#renderer/state/commands/command.ts'
import { followChosenKeys, isChoosableChord, keysOfCommand, type ChosenKeys } from '#shared/command-keys.ts'
import { keyHint, withKey } from '#i18n/keys.ts'

const commands: readonly Command<never>[] = Object.values(commandTable).flat()
const page: CommandContext = {
  isMac: false,
  isRightToLeft: false,
  sendsOnEnter: true,
  screen: 'conversation',
  layer: 'none',
  focus: 'elsewhere',
}

function pressed(key: string, over: Partial<PressedKey> = {}): PressedKey {
  return {
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    repeat: false,
    getModifierState: () => false,
    ...over,
  }
}

/** The shortcuts with a choice that the program follows. */
function open(keys: ChosenKeys = {}, over: { isMac?: boolean; sendKey?: Settings['sendKey'] } = {}) {
  const state = { keys }
  followChosenKeys(() => state.keys)
  const shortcuts = new Shortcuts({
    accounts: {
      isMac: over.isMac ?? false,
      get settings() {
        return { sendKey: over.sendKey ?? 'enter', keys: state.keys } as Settings
      },
    },
    seenScript: { current: null },
    table: commandTable,
  })
  return {
    shortcuts,
    choose: (chosen: ChosenKeys) => {
      state.keys = chosen
    },
  }
}

function meant(event: PressedKey, over: Partial<CommandContext> = {}) {
  const unconditional = commands.filter(({ can }) => can === undefined)
  return commandOf(event, unconditional, { ...page, ...over }, {} as never)?.id ?? null
}

const free = (notation: string): KeyAnswer => ({ kind: 'free', notation })

afterEach(() => {
  followChosenKeys(() => ({}))
})

describe('the keys that the user chooses', () => {
  it('replace the keys of a command everywhere: in presses, menus, tooltips and the list of keys', () => {
    const { shortcuts, choose } = open()
    expect(shortcuts.read('palette', pressed('j', { ctrlKey: true }))).toEqual(free('Mod+J'))
    choose(shortcuts.withKey('palette', 'Mod+J'))
    expect(meant(pressed('j', { ctrlKey: true }))).toBe('palette')
    expect(meant(pressed('k', { ctrlKey: true }))).toBeNull()
    expect(keyHint('palette', false)).toBe('Ctrl J')
    expect(withKey('Commands', 'palette', true)).toContain('⌘ J')
    expect(shortcutGroups(false, true)[0]?.entries[0]).toEqual({ title: 'Command palette', keys: 'Ctrl J' })
    choose(shortcuts.withOwnKeys('palette'))
    expect(meant(pressed('k', { ctrlKey: true }))).toBe('palette')
    expect(shortcuts.chosen).toEqual({})
  })

  it('are told if other commands in the same place have them, which lose them', () => {
    const { shortcuts, choose } = open()
    expect(shortcuts.read('inbox', pressed('n'))).toEqual({
      kind: 'used',
      notation: 'N',
      shown: 'N',
      others: ['Next unread conversation'],
    })
    choose(shortcuts.withKey('inbox', 'N'))
    expect(meant(pressed('n'))).toBe('inbox')
    expect(keysOfCommand('next_unread')).toEqual([])
    expect(keyHint('next_unread', false)).toBe('')
    expect(withKey('Next', 'next_unread', false)).toBe('Next')
    // The command that lost its key gets it back only when it is free again.
    choose(shortcuts.withOwnKeys('next_unread'))
    expect(keysOfCommand('next_unread')).toEqual([])
    choose(shortcuts.withOwnKeys('inbox'))
    choose(shortcuts.withOwnKeys('next_unread'))
    expect(shortcuts.chosen).toEqual({})
  })

  it('may be the same in places that no focus shares', () => {
    const { shortcuts } = open()
    // Bold has the key in the composer only; stars are given in the list of messages.
    expect(shortcuts.read('star', pressed('b', { ctrlKey: true }))).toEqual(free('Mod+B'))
    expect(shortcuts.read('larger', pressed('n'))).toEqual(free('N'))
  })

  it('leave Enter, Escape and the arrow keys with their commands', () => {
    const { shortcuts, choose } = open()
    choose(shortcuts.withKey('next_message', 'X'))
    expect(keysOfCommand('next_message')).toEqual(['X', 'ArrowDown'])
    choose(shortcuts.withoutKey('back'))
    expect(keysOfCommand('back')).toEqual(['Alt+ArrowStart'])
    for (const key of ['Enter', 'ArrowDown', 'Home', 'PageUp', ' '])
      expect(shortcuts.read('inbox', pressed(key))).toMatchObject({ kind: 'refused', refusal: 'kept' })
    const fixed = shortcuts.list.filter(({ canChange }) => !canChange).map(({ title }) => title)
    expect(fixed).toEqual(expect.arrayContaining(['Close', 'Send', 'New line', 'Switch organization']))
  })

  it('are refused where the system or the editing of texts needs them', () => {
    const { shortcuts } = open()
    for (const key of ['c', 'v', 'x', 'a', 'z', 'q', 'w', '0', '='])
      expect(shortcuts.read('inbox', pressed(key, { ctrlKey: true }))).toMatchObject({ refusal: 'kept' })
    expect(shortcuts.read('inbox', pressed('F11'))).toMatchObject({ refusal: 'kept' })
    expect(shortcuts.read('inbox', pressed('F4', { altKey: true }))).toMatchObject({ refusal: 'kept' })
    expect(shortcuts.read('inbox', pressed('F5'))).toEqual(free('F5'))
    // Another organization may be in that place of the rail.
    expect(shortcuts.read('inbox', pressed('3', { ctrlKey: true }))).toMatchObject({ refusal: 'kept' })
  })

  it('are refused if they would write text in the only place of the command', () => {
    const { shortcuts } = open()
    expect(shortcuts.read('bold', pressed('b'))).toEqual({ kind: 'refused', shown: 'B', refusal: 'typed' })
    expect(shortcuts.read('bold', pressed('b', { altKey: true }))).toEqual(free('Alt+B'))
  })

  it('are read as the layout writes them, and not before a modifier has company', () => {
    const { shortcuts } = open()
    expect(shortcuts.read('inbox', pressed('Shift', { shiftKey: true }))).toBeNull()
    expect(shortcuts.read('inbox', pressed('Control', { ctrlKey: true }))).toBeNull()
    expect(shortcuts.read('inbox', pressed('Process', { keyCode: 229 }))).toBeNull()
    expect(shortcuts.read('inbox', pressed('k', { metaKey: true }))).toBeNull()
    expect(shortcuts.read('inbox', pressed('ö', { code: 'Semicolon' }))).toEqual(free('ö'))
    expect(shortcuts.read('inbox', pressed('щ', { code: 'KeyO' }))).toEqual(
      shortcuts.read('inbox', pressed('o', { code: 'KeyO' })),
    )
    expect(shortcuts.read('inbox', pressed('%', { shiftKey: true, code: 'Digit5' }))).toEqual(free('%'))
    expect(open({}, { isMac: true }).shortcuts.read('inbox', pressed('j', { metaKey: true }))).toEqual(free('Mod+J'))
    expect(open({}, { isMac: true }).shortcuts.read('inbox', pressed('j', { ctrlKey: true }))).toBeNull()
  })

  it('never leave two commands with one key in one place, whatever is chosen', () => {
    const { shortcuts, choose } = open()
    const keys = ['j', 'n', 'e', 'u', 'm', '+', '=', ':', '/', '?']
    for (const { id, canChange } of shortcuts.list) {
      if (!canChange) continue
      for (const key of keys) {
        const answer = shortcuts.read(id, pressed(key))
        if (answer === null || answer.kind === 'refused') continue
        choose(shortcuts.withKey(id, answer.notation))
        expect(shortcuts.read(id, pressed(key)), `${id} ${key}`).toEqual(free(answer.notation))
      }
      choose({})
    }
  })
})

describe('the notation of a chosen key', () => {
  it.each(['Mod+J', 'ö', 'Alt+Shift+F3', 'Delete', '+', 'Mod++'])('%s is a key', (notation) => {
    expect(isChoosableChord(notation)).toBe(true)
  })

  it.each(['', 'Mod+', 'Hyper+J', 'Enter', 'ArrowUp', 'Mod+Tab', 'F25', 'JK', ' '])('%s is none', (notation) => {
    expect(isChoosableChord(notation)).toBe(false)
  })
})
