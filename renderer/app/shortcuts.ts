/** Keyboard shortcuts by context, for the list that `?` shows (wire-protocol.md §2.16). */
export const shortcuts: readonly {
  readonly title: string
  readonly keys: readonly (readonly [keys: string, meaning: string])[]
}[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K or /', 'Jump to a conversation'],
      ['N', 'Next unread conversation'],
      ['C or R', 'Write in this conversation'],
      ['X', 'New direct message'],
      ['D', 'Drafts'],
      ['O', 'What was not sent'],
      ['W', 'Connections, and what waits'],
      ['Ctrl , (⌘ , on a Mac)', 'Settings'],
      ['?', 'This list'],
      ['Esc', 'Close what is open'],
    ],
  },
  {
    title: 'Writing',
    keys: [
      ['Enter', 'Send (or Ctrl Enter, as you have chosen)'],
      ['Shift Enter', 'New line'],
      ['↑', 'Edit your last message, in an empty field'],
      ['Ctrl Shift E', 'Emoji'],
      ['Ctrl Shift U', 'Attach files'],
    ],
  },
  {
    title: 'On a message',
    keys: [
      ['J or ↓, K or ↑', 'Next message, message before'],
      ['End or G, Home', 'Newest message (all is read), oldest here'],
      ['+', 'Thumbs up'],
      [':', 'Choose a reaction'],
      ['=', 'Join the first reaction'],
      ['>', 'Quote'],
      ['E', 'Edit'],
      ['Ctrl S', 'Star'],
      ['Shift U', 'Mark unread from here'],
      ['Shift M', 'Mute or unmute its topic'],
      ['Shift H', 'Earlier versions'],
      ['I', 'Menu'],
      ['Del', 'Delete'],
    ],
  },
  {
    title: 'Pictures',
    keys: [
      ['← →', 'Picture before, next picture'],
      ['+ − 0', 'Larger, smaller, whole'],
      ['Ctrl S', 'Save'],
    ],
  },
]
