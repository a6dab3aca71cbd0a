import type { MessageItem } from '#contract/messages.ts'
import { readContent } from '#engine/state/content/content.ts'
import { manyPictures, manyReactions, narrowTable, prose } from './heavy-parts.ts'
import { messageOf } from '../fixtures/build.ts'

interface Messages {
  readonly name: string
  readonly items: readonly MessageItem[]
}

/** The number of messages of one kind in a conversation. */
const inConversation = 200

function messages(name: string, html: string, over: Partial<MessageItem> = {}): Messages {
  const source = readContent(html, 'https://x.example').html
  return { name, items: Array.from({ length: inConversation }, () => messageOf(source, over)) }
}

const formulas = Array.from(
  { length: 50 },
  (_, index) =>
    `<p>so <span class="katex"><annotation encoding="application/x-tex">\\sum_{k=0}^{${index}} \\frac{a_k}{1 + b_k}</annotation></span> holds</p>`,
).join('')

const line =
  '<span class="k">return</span> <span class="n">encoder</span><span class="o">.</span><span class="n">drift</span><span class="p">(</span><span class="mi">21</span><span class="p">)</span>\n'
const code = `<div class="codehilite" data-code-language="Python"><pre><span></span><code>${line.repeat(400)}</code></pre></div>`

/** The largest messages of ordinary use. */
export const heavyMessages: readonly Messages[] = [
  messages('ten thousand characters', prose(10_000)),
  messages('five hundred reactions', '<p>vote!</p>', { reactions: manyReactions(500) }),
  messages('three hundred pictures', manyPictures(300)),
  messages('a table of five hundred rows', narrowTable(500)),
  messages('fifty formulas', formulas),
  messages('four hundred lines of code', code),
]

/** Messages of an attacker. */
export const hostileMessages: readonly Messages[] = [
  messages('nested quotes without an end', '<blockquote>'.repeat(100_000) + 'deep'),
  messages('elements at the bound', `<p>${'<b>a</b>'.repeat(49_000)}</p>`),
  messages('text at the bound', `<p>${'all work and no play '.repeat(20_000)}</p>`),
  messages('a word of a hundred thousand letters', `<p>${'x'.repeat(100_000)}</p>`),
  messages('tables in tables', `${'<table><tr><td>'.repeat(20)}${'<tr><td>x</td></tr>'.repeat(2_000)}`),
  messages('lists in lists', `${'<ul><li>x'.repeat(30)}${'<ol><li>y</li></ol>'.repeat(2_000)}`),
  messages('marks upon a letter', `<p>${'a' + '\u0361\u035c'.repeat(9_000)}</p>`),
  messages('directions', `<p>${'\u202e\u2066a\u2067\u202d'.repeat(4_000)}</p>`),
]
