import type { LeftForm, LeftForms } from '../../forms/left-forms.svelte.ts'
import { renamed, splitName } from '../../media/file-names.ts'
import type { AttachmentChip } from './attachment-chip.ts'

/** The name and the description of a file while they are written. */
export class FileDetails {
  /** The name without its extension. */
  stem = $state('')
  alt = $state('')
  /** The end of the name, which stays. */
  readonly extension: string
  /** Keeps what is typed until it is saved. */
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

  /** The whole name; null if it is none. */
  get name(): string | null {
    return renamed(this.stem, this.extension)
  }

  /** What is to be saved; null if the name is none. The form holds nothing of its own then. */
  submit(): { readonly name: string; readonly alt: string } | null {
    const { name } = this
    if (name === null) return null
    this.left.done()
    return { name, alt: this.alt.trim() }
  }
}
