/**
 * The commands of the program and their keys. A key is a chord such as `Mod+K` or `?`: modifiers (`Mod` is ⌘ on a Mac
 * and Ctrl elsewhere), and the key's name or its character in upper case. Characters other than letters are written
 * without `Shift`, since layouts differ in it. `ArrowStart` and `ArrowEnd` follow the reading direction.
 */
export const commandKeys = {
  palette: ['Mod+K'],
  jump: ['/', 'Mod+Shift+K'],
  search_here: ['Mod+F'],
  search_everywhere: ['Mod+Shift+F'],
  next_unread: ['N'],
  read_conversation: ['Y'],
  read_stream: ['B'],
  read_everything: ['Shift+B'],
  undo_read: ['Z'],
  back: ['Alt+ArrowStart', 'Mod+['],
  forward: ['Alt+ArrowEnd', 'Mod+]'],
  write: ['C', 'R'],
  new_direct: ['X'],
  inbox: ['Shift+I'],
  inbox_everywhere: ['Shift+A'],
  recent: ['T'],
  combined_feed: ['A'],
  direct_feed: ['Shift+P'],
  mentions: ['@'],
  starred: ['*'],
  followed_feed: ['Shift+F'],
  mentions_everywhere: ['Shift+Y'],
  drafts: ['D'],
  unsent: ['O'],
  scheduled: ['L'],
  snippets: ['S'],
  streams: ['Shift+S'],
  directory: ['Shift+D'],
  groups: ['Shift+T'],
  files: ['Shift+O'],
  notifications: ['Shift+K'],
  new_stream: ['Shift+N'],
  stream_settings: ['G'],
  who_is_here: ['P'],
  connections: ['W'],
  set_status: ['Shift+C'],
  export_messages: ['Shift+E'],
  settings: ['Mod+,'],
  organization: ['Shift+X'],
  shortcuts: ['?'],
  organization_1: ['Mod+1'],
  organization_2: ['Mod+2'],
  organization_3: ['Mod+3'],
  organization_4: ['Mod+4'],
  organization_5: ['Mod+5'],
  organization_6: ['Mod+6'],
  organization_7: ['Mod+7'],
  organization_8: ['Mod+8'],
  organization_9: ['Mod+9'],
  close: ['Escape'],

  send_on_enter: ['Enter'],
  send: ['Mod+Enter'],
  send_later: ['Mod+Shift+Enter'],
  new_line: ['Shift+Enter'],
  paste_plain: ['Mod+Shift+V'],
  attach_text: ['Mod+Shift+A'],
  edit_last: ['ArrowUp'],
  change_recipient: ['Mod+Shift+M'],
  emoji: ['Mod+Shift+E'],
  attach: ['Mod+Shift+U'],
  preview: ['Mod+Shift+P'],
  bold: ['Mod+B'],
  italic: ['Mod+I'],
  strikethrough: ['Mod+Shift+X'],
  inline_code: ['Mod+E'],
  code_block: ['Mod+Shift+B'],
  link: ['Mod+Shift+L'],
  block_quote: ['Mod+.'],
  bulleted_list: ['Mod+*'],
  // Windows does not report AltGr, with which some layouts write `#`, as pressed together with Ctrl.
  numbered_list: ['Mod+#', 'Mod+Shift+N'],
  heading: ['Mod+Shift+H'],
  spoiler: ['Mod+Shift+S'],
  inline_math: ['Mod+$'],
  table: ['Mod+Shift+T'],
  poll: ['Mod+Shift+O'],
  todo: ['Mod+Shift+D'],
  full_height: ['Mod+Shift+ArrowUp'],

  next_message: ['J', 'ArrowDown'],
  previous_message: ['K', 'ArrowUp'],
  newest: ['End', 'Shift+G'],
  oldest: ['Home'],
  open_message: ['Enter'],
  answer_message: ['R'],
  thumbs_up: ['+'],
  react: [':'],
  who_reacted: ['Shift+R'],
  show_person: ['U'],
  who_has_read: ['Shift+V'],
  join_reaction: ['='],
  quote: ['>'],
  forward_message: ['F'],
  copy_link: ['Shift+L'],
  edit: ['E'],
  star: ['Mod+S'],
  mark_unread: ['Shift+U'],
  mute_topic: ['Shift+M'],
  move: ['M'],
  resolve_topic: ['V'],
  versions: ['Shift+H'],
  message_menu: ['I'],
  delete: ['Delete'],
  delete_at_once: ['Shift+Delete'],
  undo_delete: ['Mod+Z'],

  next_row: ['J', 'ArrowDown'],
  previous_row: ['K', 'ArrowUp'],
  open_row: ['Enter'],
  answer_row: ['R'],
  read_row: ['M'],
  join_row: ['Shift+J'],
  settings_row: ['E'],
  row_menu: ['U'],

  open_topics: ['ArrowEnd'],
  fold_topics: ['ArrowStart'],

  organization_earlier: ['Alt+ArrowUp'],
  organization_later: ['Alt+ArrowDown'],

  previous_picture: ['ArrowStart'],
  next_picture: ['ArrowEnd'],
  larger: ['+', '='],
  smaller: ['-'],
  whole: ['0'],
  save_picture: ['Mod+S'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type CommandId = keyof typeof commandKeys

/** The ids of all commands, in the order of their keys. */
export const commandIds = Object.keys(commandKeys) as CommandId[] // `as`: the keys of a constant object.

/** The keys that the user has chosen, by command; an empty list takes a command's keys away. */
export type ChosenKeys = { readonly [Id in CommandId]?: readonly string[] }

let chosenKeys: () => ChosenKeys = () => ({})

/** Sets where the chosen keys come from: the settings of this computer, which can change at any time. */
export function followChosenKeys(chosen: () => ChosenKeys): void {
  chosenKeys = chosen
}

/** Keys that confirm, cancel and move in every program; the user cannot give them to other commands. */
const keptKeys: ReadonlySet<string> = new Set(['Enter', 'Escape', 'Tab', 'Home', 'End', 'PageUp', 'PageDown', ' '])

/** Whether a command keeps a key, whatever the user chooses. */
export function isKeptKey(notation: string): boolean {
  const { key } = parseChord(notation)
  return keptKeys.has(key) || key.startsWith('Arrow')
}

/**
 * The keys of a command, the preferred one first: those that the user has chosen, followed by those that a command keeps,
 * or else its own ones.
 */
export function keysOfCommand(id: CommandId): readonly string[] {
  const chosen = chosenKeys()[id]
  const own: readonly string[] = commandKeys[id]
  return chosen === undefined ? own : [...chosen, ...own.filter(isKeptKey)]
}

/** A chord, taken apart. */
export interface Chord {
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
  /** A character, a letter in upper case, or the name of a key. */
  readonly key: string
}

/** @throws Error if the notation is not one of `commandKeys` */
export function parseChord(notation: string): Chord {
  // The key itself may be a plus.
  const end = notation.slice(0, -1).lastIndexOf('+')
  const modifiers = end < 0 ? [] : notation.slice(0, end).split('+')
  const key = notation.slice(end + 1)
  const isKnown = modifiers.every((modifier) => ['Mod', 'Shift', 'Alt'].includes(modifier))
  if (!isKnown || key === '') throw new Error(`not a chord: ${notation}`)
  return { mod: modifiers.includes('Mod'), shift: modifiers.includes('Shift'), alt: modifiers.includes('Alt'), key }
}

/** Whether a text is a chord that the user can give to a command: a character, `Delete`, `Insert` or a function key. */
export function isChoosableChord(notation: string): boolean {
  try {
    const { key } = parseChord(notation)
    if (isKeptKey(notation)) return false
    return [...key].length === 1 || /^(Delete|Insert|F([1-9]|1[0-9]|2[0-4]))$/.test(key)
  } catch {
    return false
  }
}

/** Keys of the menu, of editing and of the zoom, which commands cannot have. */
const systemChords: ReadonlySet<string> = new Set([
  'Mod+A',
  'Mod+C',
  'Mod+V',
  'Mod+X',
  'Mod+Y',
  'Mod+Z',
  'Mod+Shift+Z',
  'Mod+Q',
  'Mod+W',
  'Mod+M',
  'Mod+H',
  'Mod+R',
  'Mod+0',
  'Mod+-',
  'Mod++',
  'Mod+=',
  'F11',
  'Alt+F4',
])

/** Whether the menus, the zoom or the editing of texts need a key, so that a command can only have it as its own one. */
export function isSystemKey(notation: string): boolean {
  return systemChords.has(notation)
}

/** Returns the notation of a chord. */
export function notationOf({ mod, alt, shift, key }: Chord): string {
  return [...(mod ? ['Mod'] : []), ...(alt ? ['Alt'] : []), ...(shift ? ['Shift'] : []), key].join('+')
}
