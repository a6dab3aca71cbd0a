import { describe, expect, it } from 'vitest'
import type { Command, CommandContext } from '#renderer/state/commands/command.ts'
import { commandTable, shortcutGroups } from '#renderer/commands/command-table.ts'
import { everyContext } from '#renderer/parts/settings/shortcuts.ts'
import { commandOf, type PressedKey } from '#renderer/state/commands/press.ts'
import { commandKeys, parseChord } from '#shared/command-keys.ts'
import { shownChord } from '#i18n/keys.ts'

const commands: readonly Command<never>[] = Object.values(commandTable).flat()
const editing = { isMac: false, isRightToLeft: false, sendsOnEnter: true }

function pressed(key: string, over: Partial<PressedKey> = {}): PressedKey {
  const isAltGr = over.ctrlKey === true && over.altKey === true
  return {
    key,
    code: '',
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    isComposing: false,
    repeat: false,
    getModifierState: (name) => name === 'AltGraph' && isAltGr,
    ...over,
  }
}

const page: CommandContext = { ...editing, screen: 'conversation', layer: 'none', focus: 'elsewhere' }

/** The id of the command that a key triggers. */
function meant(event: PressedKey, over: Partial<CommandContext> = {}, isMac = false): string | null {
  const target = {
    item: {
      reactions: [1],
      canDelete: true,
      isEdited: true,
      streamId: 1,
      change: { kind: 'delete', state: 'waiting', reason: { kind: 'network' } },
    },
    narrow: { kind: 'stream', streamId: 1 },
    parts: {
      routes: {
        shown: {
          screen: { conversation: { meta: { narrow: { kind: 'stream', streamId: 1 }, isStreamMuted: false } } },
        },
      },
      accounts: { state: { accounts: ['a', 'b'] } },
    },
  } as never
  return commandOf(event, commands, { ...page, isMac, ...over }, target)?.id ?? null
}

describe('the table of commands', () => {
  it('has each command once, with its title and keys', () => {
    expect(commands.map(({ id }) => id).sort()).toEqual(Object.keys(commandKeys).sort())
    for (const { title, keys } of commands) expect([title.length > 0, keys.length > 0]).toEqual([true, true])
  })

  it('gives no key to two commands of the same context', () => {
    const clashes = everyContext({ isMac: false, isRightToLeft: false }).flatMap((context) => {
      const taken = new Map<string, string>()
      return commands
        .filter((command) => command.when(context))
        .flatMap(({ id, keys }) =>
          keys.flatMap((notation) => {
            const other = taken.get(notation)
            taken.set(notation, id)
            return other === undefined ? [] : [`${notation}: ${other} and ${id} in ${JSON.stringify(context)}`]
          }),
        )
    })
    expect(clashes).toEqual([])
  })

  it('has for each command a context in which its first key triggers it', () => {
    const unreachable = commands.filter(
      ({ id, keys }) =>
        !everyContext({ isMac: false, isRightToLeft: false }).some((context) => {
          const chord = parseChord(keys[0] ?? '')
          const key = chord.key.replace('ArrowStart', 'ArrowLeft').replace('ArrowEnd', 'ArrowRight')
          return meant(pressed(key, { ctrlKey: chord.mod, shiftKey: chord.shift, altKey: chord.alt }), context) === id
        }),
    )
    expect(unreachable.map(({ id }) => id)).toEqual([])
  })

  it('writes no Shift with a character other than a letter, since layouts differ', () => {
    for (const notation of commands.flatMap(({ keys }) => keys)) {
      const { key, shift } = parseChord(notation)
      expect(key.length > 1 || /[A-Z]/.test(key) || !shift, notation).toBe(true)
    }
  })
})

describe('a key press', () => {
  it('types into a text field, unless it comes with Ctrl', () => {
    for (const focus of ['field', 'composer', 'empty_composer'] as const) {
      for (const key of ['n', 'x', '?', '/', 'd']) expect(meant(pressed(key), { focus }), key).toBeNull()
      expect(meant(pressed('k', { ctrlKey: true }), { focus })).toBe('palette')
    }
    expect(meant(pressed('n'))).toBe('next_unread')
  })

  it('triggers nothing during composition, which a dead key starts', () => {
    expect(meant(pressed('Enter', { isComposing: true }), { focus: 'composer' })).toBeNull()
    expect(meant(pressed('Enter'), { focus: 'composer' })).toBe('send_on_enter')
    for (const key of ['Dead', 'Process', 'Unidentified']) expect(meant(pressed(key, { code: 'KeyN' }))).toBeNull()
  })

  it('counts as the character of the layout, with AltGr or Shift', () => {
    expect(meant(pressed('?', { shiftKey: true }))).toBe('shortcuts')
    expect(meant(pressed('/', { shiftKey: true }))).toBe('jump')
    expect(meant(pressed('>', { ctrlKey: true, altKey: true }), { focus: 'message' })).toBe('quote')
    // A Latin layout with letters at other positions: the character counts.
    expect(meant(pressed('n', { code: 'KeyB' }))).toBe('next_unread')
  })

  it('counts by its position on a layout without Latin letters', () => {
    expect(meant(pressed('т', { code: 'KeyN' }))).toBe('next_unread')
    expect(meant(pressed('л', { code: 'KeyK', ctrlKey: true }))).toBe('palette')
    expect(meant(pressed('ö', { code: 'Semicolon' }))).toBeNull()
  })

  it('ignores caps lock, but not Shift', () => {
    expect(meant(pressed('E'), { focus: 'message' })).toBe('edit')
    expect(meant(pressed('u', { shiftKey: true }), { focus: 'message' })).toBe('mark_unread')
    expect(meant(pressed('u'), { focus: 'message' })).toBe('show_person')
  })

  it('with ⌘ triggers a command on a Mac, where Ctrl edits text', () => {
    expect(meant(pressed('k', { metaKey: true }), {}, true)).toBe('palette')
    expect(meant(pressed('k', { ctrlKey: true }), {}, true)).toBeNull()
    expect(meant(pressed('Enter', { ctrlKey: true }), { focus: 'composer' }, true)).toBe('send')
    expect(meant(pressed('k', { metaKey: true }))).toBeNull()
  })

  it('does nothing behind a dialog, a menu or a picker, except to close it', () => {
    for (const layer of ['dialog', 'menu', 'picker'] as const) {
      for (const key of ['n', '?', 'x', 'w', 'd']) expect(meant(pressed(key), { layer })).toBeNull()
      expect(meant(pressed('k', { ctrlKey: true }), { layer })).toBeNull()
      expect(meant(pressed('Escape'), { layer })).toBe('close')
    }
  })

  it('sends by the user’s choice of the key', () => {
    const focus = 'composer'
    expect(meant(pressed('Enter'), { focus, sendsOnEnter: false })).toBeNull()
    expect(meant(pressed('Enter', { ctrlKey: true }), { focus, sendsOnEnter: false })).toBe('send')
    expect(meant(pressed('ArrowUp'), { focus })).toBeNull()
    expect(meant(pressed('ArrowUp'), { focus: 'empty_composer' })).toBe('edit_last')
  })

  it('follows the reading direction over pictures', () => {
    expect(meant(pressed('ArrowLeft'), { layer: 'pictures' })).toBe('previous_picture')
    expect(meant(pressed('ArrowLeft'), { layer: 'pictures', isRightToLeft: true })).toBe('next_picture')
  })
})

describe('the displayed keys', () => {
  it('are those of the operating system', () => {
    expect(shownChord('Mod+Shift+E', false)).toBe('Ctrl Shift E')
    expect(shownChord('Mod+Shift+E', true)).toBe('⌘ ⇧ E')
    expect(shownChord('+', false)).toBe('+')
    expect(shownChord('Delete', false)).toBe('Del')
  })

  it('are listed once for a title, and follow the key that sends', () => {
    const sending = (sendsOnEnter: boolean) =>
      shortcutGroups(false, sendsOnEnter)
        .flatMap(({ entries }) => entries)
        .filter(({ title }) => title === 'Send')
    expect(sending(true)).toEqual([{ title: 'Send', keys: 'Enter or Ctrl Enter' }])
    expect(sending(false)).toEqual([{ title: 'Send', keys: 'Ctrl Enter' }])
    for (const { entries } of shortcutGroups(true, true)) {
      expect(new Set(entries.map(({ title }) => title)).size).toBe(entries.length)
    }
  })
})
