import { catalogue } from '#i18n/catalogue.ts'

/**
 * Returns the text of the server's HTML for screen readers: pictures and emoji by name, formulas as TeX, and nothing
 * that a spoiler hides. A separate document parses the HTML, so that nothing of it is loaded or run.
 */
export function announcedText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('.spoiler-content, script, style')) hidden.remove()
  for (const header of body.querySelectorAll('.spoiler-header')) {
    if (header.textContent.trim() === '') header.append(catalogue.screens.message.body.spoiler)
  }
  for (const formula of body.querySelectorAll('.katex')) {
    formula.replaceWith(formula.querySelector('annotation')?.textContent ?? '')
  }
  for (const picture of body.querySelectorAll('img[alt]')) picture.replaceWith(` ${picture.getAttribute('alt') ?? ''} `)
  // A space keeps the texts of two blocks from becoming one word.
  for (const block of body.querySelectorAll('p, li, br, td, th, div, blockquote, pre')) block.append(' ')
  for (const line of body.querySelectorAll('br')) line.replaceWith(' ')
  return body.textContent
}
