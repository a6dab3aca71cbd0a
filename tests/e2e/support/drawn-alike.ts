import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Browser } from '@playwright/test'

/** The hash of the sample as drawn by the machine that drew the references. */
const file = new URL('../references/sample.sha256', import.meta.url)

const sample = `<!doctype html><style>
  body { margin: 8px; font: 15px/1.5 sans-serif; color: #1d2433; background: #fff }
  code { font: 13px monospace }
  .button { border: 1px solid #c6ccd8; border-radius: 6px; box-shadow: 0 2px 6px #0003; padding: 4px }
</style>
<p>The quick brown fox jumps over 1 234 567 890 lazy dogs. <b>Waxing moon</b> <i>Ægir</i> <code>if (a !== b)</code></p>
<p>يسرى القاسم · Ελλάδα · Жизнь · ✔ → ∑ <span class="button">Send</span></p>`

/**
 * Whether this machine draws letters like the one that drew the references: another version of the browser, other fonts
 * or another smoothing change the edges of all letters.
 *
 * @param isRedrawn whether this run draws the references again, and stores the sample with them
 */
export async function drawsAlike(browser: Browser, isRedrawn: boolean): Promise<boolean> {
  const page = await browser.newPage({ viewport: { width: 800, height: 120 }, deviceScaleFactor: 1 })
  try {
    await page.setContent(sample)
    const drawn = await page.screenshot()
    const hash = createHash('sha256').update(drawn).digest('hex')
    if (isRedrawn) writeFileSync(file, `${hash}\n`)
    return readFileSync(file, 'utf8').trim() === hash
  } finally {
    await page.close()
  }
}
