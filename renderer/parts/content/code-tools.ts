import { catalogue } from '#i18n/catalogue.ts'

/** A button of a block of code. */
type CodeAct = 'copy' | 'wrap'

const attribute = 'data-code-act'

/**
 * Adds buttons to each block of code, or updates them. Their labels are attributes and not text of the message, so that
 * they are not selected, copied or searched.
 *
 * @param isWrapped - whether long lines are wrapped
 */
export function drawCodeTools(body: HTMLElement, isWrapped: boolean): void {
  for (const code of body.querySelectorAll('pre')) {
    const tools = toolsOf(code) ?? newTools(code)
    tools.querySelector(`[${attribute}=wrap]`)?.setAttribute('aria-pressed', String(isWrapped))
  }
}

/** The parts of the page that the buttons use. */
export interface CodeParts {
  readonly calls: { copyCode(code: string): void }
  readonly accounts: {
    readonly settings: { readonly wrapsCode: boolean }
    changeSettings(change: { readonly wrapsCode: boolean }): Promise<void>
  }
}

/** Performs the action of the code button at an element. @returns whether there is one */
export function actOnCode(target: Element, { calls, accounts }: CodeParts): boolean {
  const button = target.closest(`[${attribute}]`)
  const code = button?.closest('.code-tools')?.parentElement?.querySelector('pre')
  if (button === null || code == null) return false
  if (button.getAttribute(attribute) === 'copy') calls.copyCode(code.textContent.replace(/\n$/, ''))
  else void accounts.changeSettings({ wrapsCode: !accounts.settings.wrapsCode })
  return true
}

function toolsOf(code: HTMLPreElement): Element | null {
  const next = code.nextElementSibling
  return next?.classList.contains('code-tools') === true ? next : null
}

function newTools(code: HTMLPreElement): HTMLElement {
  const { body } = catalogue.screens.message
  const tools = document.createElement('span')
  tools.className = 'code-tools'
  tools.append(button('wrap', body.wrap, body.wrapCode), button('copy', catalogue.screens.common.copy, body.copyCode))
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
