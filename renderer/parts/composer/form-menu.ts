import { catalogue } from '#i18n/catalogue.ts'
import { keyHint } from '#i18n/keys.ts'
import type { CommandId } from '#shared/command-keys.ts'
import type { MenuEntry } from '../../ui/overlay/menu-entries.ts'
import type { Form } from '../editor/markdown/markdown-edits.ts'
import { forms, widgets, type WidgetName } from '../editor/writing.ts'

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
