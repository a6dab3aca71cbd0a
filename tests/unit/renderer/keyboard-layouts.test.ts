import { describe, expect, it } from 'vitest'
import type { Command, CommandContext } from '#renderer/state/commands/command.ts'
import { commandTable } from '#renderer/commands/command-table.ts'
import { commandOf, plainKeyOf, type PressedKey, SeenScript } from '#renderer/state/commands/press.ts'
import { TypedAhead } from '#renderer/state/routes/typed-ahead.ts'
import { commandKeys, parseChord, type CommandId } from '#shared/command-keys.ts'
import type { LayoutScript } from '#shared/pressed-key.ts'
import {
  layouts,
  namedPresses,
  pressesOf,
  pressOf,
  type KeyboardLayout,
  type KeyboardPlatform,
} from '#support/keyboard-layouts.ts'

const commands: readonly Command<never>[] = Object.values(commandTable).flat()
const settings = { isMac: false, isRightToLeft: false, sendsOnEnter: true } as const
const typing = ['field', 'composer', 'empty_composer'] as const
const elsewhere: CommandContext = { ...settings, screen: 'conversation', layer: 'none', focus: 'elsewhere' }

/** A context for each table of commands. */
const contexts: readonly CommandContext[] = [
  elsewhere,
  { ...elsewhere, focus: 'composer' },
  { ...elsewhere, focus: 'empty_composer' },
  { ...elsewhere, focus: 'message' },
  { ...elsewhere, screen: 'list', focus: 'message' },
  { ...elsewhere, screen: 'list', focus: 'row' },
  { ...elsewhere, screen: 'list', focus: 'entry' },
  { ...elsewhere, screen: 'list', focus: 'organization' },
  { ...elsewhere, layer: 'pictures' },
]

const target = {
  item: {
    reactions: [1],
    canDelete: true,
    canEdit: true,
    isEdited: true,
    streamId: 1,
    change: { kind: 'delete', state: 'waiting', reason: { kind: 'network' } },
  },
  narrow: { kind: 'stream', streamId: 1 },
  parts: {
    routes: {
      shown: { screen: { conversation: { meta: { narrow: { kind: 'stream', streamId: 1 }, isStreamMuted: false } } } },
    },
    accounts: { state: { accounts: 'abcdefghi'.split('') } },
  },
} as never

interface Seen {
  readonly platform: KeyboardPlatform
  readonly script: LayoutScript | null
}

function meant(event: PressedKey, context: CommandContext, { platform, script }: Seen): CommandId | null {
  return commandOf(event, commands, { ...context, isMac: platform === 'mac', script }, target)?.id ?? null
}

const cases = layouts.flatMap((layout) => layout.platforms.map((platform) => ({ layout, platform })))

/** The commands that no key press of a layout triggers. */
function unreached(layout: KeyboardLayout, seen: Seen): readonly string[] {
  const presses = [...pressesOf(layout, seen.platform), ...namedPresses(seen.platform)]
  const reached = new Set(contexts.flatMap((context) => presses.map(({ event }) => meant(event, context, seen))))
  return commands.map(({ id }) => id).filter((id) => !reached.has(id))
}

function layoutOf(name: string): KeyboardLayout {
  const found = layouts.find((layout) => layout.name === name)
  if (found === undefined) throw new Error(`no layout ${name}`)
  return found
}

/** The command that one key of a layout triggers. */
function meantOn(
  name: string,
  code: string,
  over: Partial<Seen> & { shift?: boolean; third?: boolean; mod?: boolean; focus?: CommandContext['focus'] } = {},
): string | null {
  const { shift = false, third = false, mod = false, platform = 'windows', script = null, focus = 'elsewhere' } = over
  const found = pressesOf(layoutOf(name), platform).find(
    ({ held, event }) => event.code === code && held.shift === shift && held.third === third && held.mod === mod,
  )
  if (found === undefined) throw new Error(`${name} has no ${code}`)
  return meant(found.event, { ...elsewhere, focus }, { platform, script })
}

describe.each(cases)('the $layout.name layout on $platform', ({ layout, platform }) => {
  it('triggers every command once a letter has revealed its script', () => {
    expect(unreached(layout, { platform, script: layout.script })).toEqual([])
  })

  it('triggers every command before that, too, except one whose Thai key writes `?` on a French layout', () => {
    expect(unreached(layout, { platform, script: null })).toEqual(layout.name === 'Thai' ? ['mute_topic'] : [])
  })

  it('leaves all text to the field while the user types', () => {
    const texts = pressesOf(layout, platform).filter(({ held }) => !held.mod)
    const taken = typing.flatMap((focus) =>
      [layout.script, null].flatMap((script) =>
        texts
          .map(({ event }) => [event.key, meant(event, { ...elsewhere, focus }, { platform, script })] as const)
          .filter(([, id]) => id !== null),
      ),
    )
    expect(texts.length).toBeGreaterThan(80)
    expect(taken).toEqual([])
  })

  it('triggers the listed commands by the keys that write their characters', () => {
    const wrong = commands.flatMap(({ id }) => {
      const { key, mod } = parseChord(commandKeys[id][0])
      if (key.length !== 1 || /[A-Z]/.test(key)) return []
      const presses = pressesOf(layout, platform).filter(({ held, event }) => held.mod === mod && event.key === key)
      return presses
        .filter(({ event }) => !/^(Key|Digit)/.test(event.code))
        .filter(({ event }) => !contexts.some((each) => meant(event, each, { platform, script: layout.script }) === id))
        .map(({ event }) => `${id}: ${event.code}`)
    })
    expect(wrong).toEqual([])
  })
})

describe('a key of a layout without Latin letters', () => {
  it.each([
    ['Russian', 'Slash', { mod: true, focus: 'composer' }, 'block_quote'],
    ['Russian', 'Comma', { mod: true }, 'settings'],
    ['Russian', 'BracketLeft', { mod: true }, 'back'],
    ['Russian', 'Digit2', { shift: true }, 'mentions'],
    ['Russian', 'Digit7', { shift: true }, 'shortcuts'],
    ['Russian', 'KeyK', { mod: true }, 'palette'],
    ['Russian', 'KeyK', { mod: true, shift: true }, 'jump'],
    ['Hebrew', 'KeyW', {}, 'connections'],
    ['Hebrew', 'KeyQ', {}, 'jump'],
    ['Hebrew', 'KeyN', { shift: true }, 'new_stream'],
    ['Arabic', 'KeyB', { mod: true, focus: 'composer' }, 'bold'],
    ['Arabic', 'KeyL', { shift: true, focus: 'message' }, 'copy_link'],
    ['Arabic', 'Slash', { shift: true }, 'shortcuts'],
    ['Thai', 'Digit3', { mod: true }, 'organization_3'],
    ['Thai', 'KeyM', { shift: true, focus: 'message', script: 'other' }, 'mute_topic'],
    ['Thai', 'KeyM', { shift: true, script: 'other' }, 'shortcuts'],
    ['Hindi', 'KeyN', {}, 'next_unread'],
    ['Hindi', 'Period', { shift: true, focus: 'message' }, 'quote'],
    ['Japanese with kana', 'KeyT', {}, 'recent'],
  ] as const)('counts by its position: %s %s %j', (name, code, held, id) => {
    expect(meantOn(name, code, held)).toBe(id)
  })

  it('has the digits of its script for the organizations', () => {
    expect(meantOn('Arabic of a Mac', 'Digit4', { platform: 'mac', mod: true })).toBe('organization_4')
    const held = { shift: false, third: false, mod: true }
    for (const [key, code] of [
      ['٤', 'Digit4'],
      ['۴', 'Numpad4'],
      ['४', 'Digit4'],
    ] as const) {
      expect(meant(pressOf('windows', { key, code, held }), elsewhere, { platform: 'windows', script: null })).toBe(
        'organization_4',
      )
    }
  })
})

describe('a character of a Latin layout', () => {
  it.each([
    ['German', 'KeyZ', { mod: true, focus: 'message' }, null],
    ['German', 'KeyY', { mod: true, focus: 'message' }, 'undo_delete'],
    ['German', 'Digit7', { shift: true }, 'jump'],
    ['German', 'Semicolon', {}, null],
    ['German', 'Semicolon', { shift: true, focus: 'message' }, null],
    ['German', 'KeyQ', { third: true }, 'mentions'],
    ['German', 'KeyE', { third: true, focus: 'message' }, null],
    ['French', 'KeyM', { focus: 'message' }, null],
    ['French', 'KeyM', { shift: true }, 'shortcuts'],
    ['French', 'Semicolon', { focus: 'message' }, 'move'],
    ['French', 'KeyM', { mod: true }, 'settings'],
    ['French', 'KeyQ', {}, 'combined_feed'],
    ['Norwegian', 'Minus', { focus: 'message' }, 'thumbs_up'],
    ['Japanese', 'BracketLeft', {}, 'mentions'],
  ] as const)('counts as the layout writes it: %s %s %j', (name, code, held, id) => {
    expect(meantOn(name, code, held)).toBe(id)
  })

  it('needs no Shift for the digits of the organizations, and works with it', () => {
    for (let digit = 1; digit <= 9; digit += 1) {
      expect(meantOn('French', `Digit${digit}`, { mod: true })).toBe(`organization_${digit}`)
      expect(meantOn('French', `Digit${digit}`, { mod: true, shift: true })).toBe(`organization_${digit}`)
    }
  })

  it('is never confused with the character of its position once a letter has revealed the script', () => {
    expect(meantOn('UK', 'Digit2', { shift: true, script: 'latin' })).toBeNull()
    expect(meantOn('German', 'Digit8', { shift: true, script: 'latin' })).toBeNull()
    expect(meantOn('French', 'Slash', { script: 'latin' })).toBeNull()
    expect(meantOn('French', 'Digit4', { mod: true, script: 'latin' })).toBe('organization_4')
  })
})

describe('AltGr and Option', () => {
  it('are no modifiers of a character that they produce, but Ctrl or ⌘ beside them is one', () => {
    expect(meantOn('German of a Mac', 'KeyL', { platform: 'mac', third: true })).toBe('mentions')
    expect(meantOn('German of a Mac', 'Digit5', { platform: 'mac', third: true, mod: true })).toBe('back')
    expect(meantOn('French of a Mac', 'Minus', { platform: 'mac', third: true, shift: true, mod: true })).toBe(
      'forward',
    )
    expect(meantOn('German', 'Digit8', { platform: 'linux', third: true, mod: true })).toBe('back')
    expect(meantOn('French', 'Digit3', { platform: 'linux', third: true, mod: true, focus: 'composer' })).toBe(
      'numbered_list',
    )
    // Current Windows reports only AltGr, older Windows reports Ctrl and Alt.
    expect(meantOn('Norwegian', 'Digit2', { platform: 'linux', third: true })).toBe('mentions')
    expect(meantOn('Norwegian', 'Digit2', { platform: 'windows', third: true })).toBe('mentions')
  })

  it('are modifiers of a letter, a digit and a key without a character', () => {
    const option = (key: string, code: string) => ({
      ...pressOf('mac', { key, code, held: { shift: false, third: true, mod: false } }),
    })
    for (const [key, code] of [
      ['n', 'KeyN'],
      ['˜', 'KeyN'],
      ['®', 'KeyR'],
      ['Dead', 'KeyE'],
      ['Delete', 'Delete'],
    ] as const) {
      expect(meant(option(key, code), { ...elsewhere, focus: 'message' }, { platform: 'mac', script: null })).toBeNull()
    }
    const alt = { ...option('т', 'KeyN'), getModifierState: () => false }
    expect(meant(alt, elsewhere, { platform: 'windows', script: null })).toBeNull()
  })

  it('write text ahead of the focus of a field', () => {
    const ahead = new TypedAhead()
    const added: string[] = []
    const composer = {
      appendLoaded(text: string) {
        added.push(text)
        return Promise.resolve()
      },
    }
    ahead.begin(composer)
    const held = { shift: false, third: true, mod: false }
    const typed = (platform: KeyboardPlatform, key: string) =>
      ahead.press({ ...pressOf(platform, { key, code: 'KeyL', held }), defaultPrevented: false }, platform === 'mac')
    expect([typed('mac', '@'), typed('windows', '@'), typed('linux', '@'), typed('mac', 'Dead')]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(
      ahead.press(
        { key: 'لا', altKey: false, ctrlKey: false, metaKey: false, isComposing: false, defaultPrevented: false },
        false,
      ),
    ).toBe(true)
    expect(ahead.take(composer)).toBe('@@@لا')
  })
})

describe('a key press of an input method', () => {
  it('triggers no command, whether or not composition has begun', () => {
    const held = { shift: false, third: false, mod: false }
    const seen = { platform: 'mac', script: null } as const
    const n = pressOf('mac', { key: 'n', code: 'KeyN', held })
    expect(meant(n, elsewhere, seen)).toBe('next_unread')
    expect(meant({ ...n, keyCode: 229 }, elsewhere, seen)).toBeNull()
    expect(meant({ ...n, isComposing: true }, elsewhere, seen)).toBeNull()
    for (const key of ['Process', 'Dead', 'Unidentified']) expect(meant({ ...n, key }, elsewhere, seen)).toBeNull()
    expect(plainKeyOf({ ...n, keyCode: 229 })).toBe('')
  })
})

describe('the number pad', () => {
  const held = { shift: false, third: false, mod: false }
  const seen = { platform: 'windows', script: null } as const

  it.each([
    ['+', 'NumpadAdd', 'message', 'thumbs_up'],
    ['/', 'NumpadDivide', 'elsewhere', 'jump'],
    ['*', 'NumpadMultiply', 'elsewhere', 'starred'],
    ['Enter', 'NumpadEnter', 'composer', 'send_on_enter'],
    // Without NumLock.
    ['End', 'Numpad1', 'message', 'newest'],
    ['7', 'Numpad7', 'message', null],
  ] as const)('has the character or key %s of %s', (key, code, focus, id) => {
    expect(meant(pressOf('windows', { key, code, held }), { ...elsewhere, focus }, seen)).toBe(id)
  })

  it('has digits for the organizations', () => {
    const three = pressOf('windows', { key: '3', code: 'Numpad3', held: { ...held, mod: true } })
    expect(meant(three, elsewhere, seen)).toBe('organization_3')
  })
})

describe('the detected script of the layout', () => {
  const held = { shift: false, third: false, mod: false }
  const press = (key: string, code: string, over: Partial<PressedKey> = {}) => ({
    ...pressOf('windows', { key, code, held }),
    ...over,
  })

  it('is that of the last letter, also after a switch of the layout', () => {
    const seen = new SeenScript()
    expect(seen.current).toBeNull()
    seen.pressed(press('т', 'KeyN'))
    expect(seen.current).toBe('other')
    seen.pressed(press('é', 'Digit2'))
    seen.pressed(press('n', 'KeyN'))
    expect(seen.current).toBe('latin')
    seen.pressed(press('لا', 'KeyB'))
    expect(seen.current).toBe('other')
  })

  it('is not detected from a capital, a sign, a named key or a letter with Ctrl, ⌘, Alt or AltGr', () => {
    const seen = new SeenScript()
    const isAltGr = (name: string) => name === 'AltGraph'
    const isCapsLock = (name: string) => name === 'CapsLock'
    seen.pressed(press('N', 'KeyN', { shiftKey: true }))
    seen.pressed(press('N', 'KeyN', { getModifierState: isCapsLock }))
    seen.pressed(press('n', 'KeyN', { getModifierState: isAltGr }))
    for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'isComposing'] as const) {
      seen.pressed(press('n', 'KeyN', { [modifier]: true }))
    }
    seen.pressed(press('Enter', 'Enter'))
    seen.pressed(press(',', 'KeyM'))
    expect(seen.current).toBeNull()
  })
})
