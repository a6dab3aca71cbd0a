import type { SkeinApp } from './skein.ts'

/** The position of the newest row with a text: its whole height, or its end if it is taller than the view. */
export async function howSeen(app: SkeinApp, text: string): Promise<string> {
  return app.page.evaluate((wanted) => {
    const view = document.querySelector('[role=log]')?.getBoundingClientRect()
    const row = [...document.querySelectorAll<HTMLElement>('article.message')].findLast((article) =>
      article.innerText.includes(wanted),
    )
    if (view === undefined || row === undefined) return 'not drawn'
    const { top, bottom, height } = row.getBoundingClientRect()
    if (bottom > view.bottom + 1) return `${Math.round(bottom - view.bottom)} px below the edge`
    if (height <= view.height && top < view.top - 1) return `${Math.round(view.top - top)} px above the edge`
    return bottom < view.top ? 'above the edge' : 'seen'
  }, text)
}

/** Pixels of the list below its view. */
export async function belowView(app: SkeinApp): Promise<number> {
  return app.page.getByRole('log').evaluate((list) => {
    return Math.round(list.scrollHeight - list.scrollTop - list.clientHeight)
  })
}

/** The first row whose beginning is in view, and its distance from the upper edge. */
export async function readingAnchor(app: SkeinApp): Promise<{ id: string; top: number }> {
  return app.page.evaluate(() => {
    const view = document.querySelector('[role=log]')?.getBoundingClientRect().top ?? 0
    const row = [...document.querySelectorAll<HTMLElement>('article[data-message-id]')].find(
      (article) => article.getBoundingClientRect().top >= view,
    )
    return { id: row?.dataset.messageId ?? '', top: Math.round((row?.getBoundingClientRect().top ?? 0) - view) }
  })
}

/** The same after the list has settled: the position is equal in ten successive frames. */
export async function readingAnchorAtRest(app: SkeinApp): Promise<{ id: string; top: number }> {
  await app.page.getByRole('log').evaluate(async (list) => {
    let last = ''
    for (let equal = 0; equal < 10; equal += 1) {
      await new Promise(requestAnimationFrame)
      const place = [list.scrollTop, list.scrollHeight].join()
      if (place !== last) equal = 0
      last = place
    }
  })
  return readingAnchor(app)
}
