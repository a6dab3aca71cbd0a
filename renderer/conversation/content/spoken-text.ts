import { catalogue } from '#i18n/catalogue.ts'

/**
 * The text of a body of the server's HTML as it is read aloud: pictures and emoji by their names, formulas as they were
 * written, nothing of what a spoiler hides. Nothing of the HTML is loaded or run: it is parsed into a document of its own.
 */
export function spokenText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('.spoiler-content, script, style')) hidden.remove()
  for (const header of body.querySelectorAll('.spoiler-header')) {
    if (header.textContent.trim() === '') header.append(catalogue.screens.message.body.spoiler)
  }
  for (const formula of body.querySelectorAll('.katex')) {
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '')
  }
  for (const picture of body.querySelectorAll('img[alt]')) picture.replaceWith(` ${picture.getAttribute('alt') ?? ''} `)
  // What stands in lines of its own is no part of the word before.
  for (const block of body.querySelectorAll('p, li, br, td, th, div, blockquote, pre')) block.append(' ')
  for (const line of body.querySelectorAll('br')) line.replaceWith(' ')
  return body.textContent
}
