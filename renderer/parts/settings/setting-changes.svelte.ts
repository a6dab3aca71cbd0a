import { reporting, rowKey, type SettingsRow } from './settings-rows.ts'

/** The last change of the open settings, which one click takes back until the next change. */
export class SettingChanges {
  #last = $state.raw<{ readonly key: string; readonly undo: () => void } | null>(null)

  /** Returns a row whose changes can be taken back. */
  undoable(row: SettingsRow): SettingsRow {
    const key = rowKey(row)
    const reported = reporting(row, (undo) => {
      this.#last = { key, undo }
    })
    const last = this.#last
    return last?.key === key ? { ...reported, undo: () => this.#takeBack(last) } : reported
  }

  #takeBack(change: { readonly undo: () => void }): void {
    this.#last = null
    change.undo()
  }
}
