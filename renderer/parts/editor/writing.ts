import type { Form } from './markdown/markdown-edits.ts'
import { command, type Command, type CommandContext } from '../../state/commands/command.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { keyHint } from '#i18n/keys.ts'
import type { CommandId } from '#shared/command-keys.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.ts'

/** The kinds of widgets that have a form. Each is the id of a command. */
export type WidgetName = 'poll' | 'todo'

/** The text field of the composer. */
export interface WritingTarget {
  readonly send: () => void
  readonly editLast: () => void
  readonly pickEmoji: () => void
  readonly attach: () => void
  /** Gives the selected text a form or removes the form. */
  readonly form: (form: Form) => void
  /** Opens the form of a poll or a to-do list. */
  readonly widget: (name: WidgetName) => void
  /** Turns a text that is too long for a message into a file. */
  readonly attachText: () => void
  readonly isTooLong: boolean
  readonly toggleHeight: () => void
  /** Shows a preview of the rendered text. */
  readonly preview: () => void
  /** Offers times at which the message can be sent. */
  readonly sendLater: () => void
  /** Lets the user choose another conversation for the text. */
  readonly changeRecipient: () => void
}

/** Every form of a text, the usual ones first. Each is the id of a command. */
const forms: readonly Form[] = [
  'bold',
  'italic',
  'strikethrough',
  'inline_code',
  'link',
  'bulleted_list',
  'numbered_list',
  'block_quote',
  'code_block',
  'heading',
  'table',
  'inline_math',
  'spoiler',
]

/** Every widget that has a form. Each is the id of a command. */
const widgets: readonly WidgetName[] = ['poll', 'todo']

function isInComposer({ layer, focus }: CommandContext): boolean {
  return layer === 'none' && (focus === 'composer' || focus === 'empty_composer')
}

/** The commands while a message is edited in the list. */
export const editing: readonly Command<Pick<WritingTarget, 'form'>>[] = forms.map((id) =>
  command({
    id,
    when: isInComposer,
    run({ form }) {
      form(id)
    },
  }),
)

/** The commands while the preview of a message is shown. */
export const previewing: readonly Command<Pick<WritingTarget, 'preview'>>[] = [
  command({
    id: 'preview',
    when: isInComposer,
    run({ preview }) {
      preview()
    },
  }),
]

/** The commands while a message is written. */
export const writing: readonly Command<WritingTarget>[] = [
  command({
    id: 'send_on_enter',
    when: (context) => isInComposer(context) && context.sendsOnEnter,
    run({ send }) {
      send()
    },
  }),
  command({
    id: 'send',
    when: isInComposer,
    run({ send }) {
      send()
    },
  }),
  command({
    id: 'send_later',
    when: isInComposer,
    run({ sendLater }) {
      sendLater()
    },
  }),
  command({ id: 'new_line', when: isInComposer, run: null }),
  command({ id: 'paste_plain', when: isInComposer, run: null }),
  command({
    id: 'attach_text',
    when: isInComposer,
    can: ({ isTooLong }) => isTooLong,
    run({ attachText }) {
      attachText()
    },
  }),
  command({
    id: 'edit_last',
    when: (context) => isInComposer(context) && context.focus === 'empty_composer',
    run({ editLast }) {
      editLast()
    },
  }),
  command({
    id: 'change_recipient',
    when: isInComposer,
    run({ changeRecipient }) {
      changeRecipient()
    },
  }),
  command({
    id: 'emoji',
    when: isInComposer,
    run({ pickEmoji }) {
      pickEmoji()
    },
  }),
  command({
    id: 'attach',
    when: isInComposer,
    run({ attach }) {
      attach()
    },
  }),
  ...previewing,
  ...editing,
  ...widgets.map((id) =>
    command<WritingTarget>({
      id,
      when: isInComposer,
      run({ widget }) {
        widget(id)
      },
    }),
  ),
  command({
    id: 'full_height',
    when: isInComposer,
    run({ toggleHeight }) {
      toggleHeight()
    },
  }),
]

/** Returns the menu of text forms and, below them, of the widgets written in a form, each with its key. */
export function formMenu(
  isOnMac: boolean,
  onform: (form: Form) => void,
  onwidget: (name: WidgetName) => void,
): readonly (MenuEntry | null)[] {
  const entry = (id: CommandId, label: string, onSelect: () => void) => ({
    label,
    hint: keyHint(id, isOnMac),
    onSelect,
  })
  return [
    ...forms.map((id) =>
      entry(id, catalogue.commands.titles[id], () => {
        onform(id)
      }),
    ),
    null,
    ...widgets.map((id) =>
      entry(id, catalogue.screens.composer.widgets[id].open, () => {
        onwidget(id)
      }),
    ),
  ]
}
