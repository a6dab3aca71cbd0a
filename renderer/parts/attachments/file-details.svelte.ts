import type { LeftForm, LeftForms } from '../../state/left-forms.svelte.ts'
import { renamed, splitName } from '../media/file-names.ts'
import type { AttachmentChip } from './attachment-chip.ts'

/** The form for the name and the description of a file. */
export class FileDetails {
  /** The name without its extension. */
  stem = $state('')
  alt = $state('')
  /** The extension of the name, which cannot be changed. */
  readonly extension: string
  /** Keeps the typed texts until they are saved. */
  readonly left: LeftForm

  constructor(chip: Pick<AttachmentChip, 'id' | 'name' | 'alt'>, accountId: string, forms: LeftForms) {
    const { stem, extension } = splitName(chip.name)
    this.extension = extension
    this.stem = stem
    this.alt = chip.alt ?? ''
    this.left = forms.open({
      accountId,
      name: `file:${chip.id}`,
      read: () => ({ stem: this.stem, alt: this.alt }),
      show: (texts) => {
        this.stem = texts.stem ?? stem
        this.alt = texts.alt ?? ''
      },
    })
  }

  /** The whole name; null if it is not valid. */
  get name(): string | null {
    return renamed(this.stem, this.extension)
  }

  /** Returns the values to save and drops the kept texts. Returns null if the name is not valid. */
  submit(): { readonly name: string; readonly alt: string } | null {
    const { name } = this
    if (name === null) return null
    this.left.done()
    return { name, alt: this.alt.trim() }
  }
}
