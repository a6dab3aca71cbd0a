import { createContext } from 'svelte'

/**
 * How a form is drawn: `stacked` in a question, with labels above; `page` is that on a page of its own; `sheet` scrolls
 * above a footer; `beside` has labels beside the fields and stands in a list.
 */
export type FormLayout = 'stacked' | 'page' | 'sheet' | 'beside'

/** The parts of a form that its fields use. */
export interface FormFrame {
  readonly layout: FormLayout
  /** Whether a sheet has wide gaps. */
  readonly isWide: boolean
  /** The id of the line about the whole form: its failure, or else its note; undefined without one. */
  readonly lineId: string | undefined
  /** Handles Escape and the key that submits. @returns whether the key was one of them */
  readonly onkeydown: ((event: KeyboardEvent) => boolean) | undefined
}

/** `useForm` returns the frame of the form around the component. */
export const [useForm, provideForm] = createContext<FormFrame>()

/** Returns the handler of keys in a form without a dialog: Ctrl or ⌘ with Enter submits, and Escape leaves. */
export function formKeys(keys: { readonly submit: () => void; readonly leave: () => void }) {
  return (event: KeyboardEvent): boolean => {
    if (event.isComposing) return false
    if (event.key === 'Escape') keys.leave()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keys.submit()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
}
