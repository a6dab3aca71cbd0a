import { words } from '../../../words/words.ts'

/** A button of a block of code. */
export type CodeAct = 'copy' | 'wrap'

const attribute = 'data-code-act'

/**
 * Gives each block of code its buttons, or brings them up to date. Their words are no text of the message: nobody selects,
 * copies or searches them.
 *
 * @param isWrapped - whether long lines are wrapped
 */
export function drawCodeTools(body: HTMLElement, isWrapped: boolean): void {
  for (const code of body.querySelectorAll('pre')) {
    const tools = toolsOf(code) ?? newTools(code)
    tools.querySelector(`[${attribute}=wrap]`)?.setAttribute('aria-pressed', String(isWrapped))
  }
}

/** What the button at an element is for, and its code; null for anything else. */
export function codeActAt(target: Element): { readonly act: CodeAct; readonly code: string } | null {
  const button = target.closest(`[${attribute}]`)
  const code = button?.closest('.code-tools')?.parentElement?.querySelector('pre')
  if (button === null || code == null) return null
  const act = button.getAttribute(attribute) === 'wrap' ? 'wrap' : 'copy'
  return { act, code: code.textContent.replace(/\n$/, '') }
}

function toolsOf(code: HTMLPreElement): Element | null {
  const next = code.nextElementSibling
  return next?.classList.contains('code-tools') === true ? next : null
}

function newTools(code: HTMLPreElement): HTMLElement {
  const { body } = words.screens.message
  const tools = document.createElement('span')
  tools.className = 'code-tools'
  tools.append(button('wrap', body.wrap, body.wrapCode), button('copy', words.screens.common.copy, body.copyCode))
  code.after(tools)
  return tools
}

function button(act: CodeAct, label: string, name: string): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.setAttribute(attribute, act)
  made.setAttribute('data-label', label)
  made.setAttribute('aria-label', name)
  return made
}
