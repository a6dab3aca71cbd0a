import { describe, expect, it } from 'vitest'
import { hiddenSign, withoutSpoilers } from '#shared/content/spoilers.ts'

describe('a Markdown text without its spoilers', () => {
  it.each([
    ['a header', '```spoiler The *end*\nhe dies\n```', `The *end* ${hiddenSign}`],
    ['no header', '```spoiler\nhe dies\n```', hiddenSign],
    ['text around it', 'a\n\n```spoiler End\nhe dies\n```\nb', `a\n\nEnd ${hiddenSign}\nb`],
    ['a fence of waves', '~~~~ spoiler End\nhe dies\n```\nhe dies\n```\n~~~~\nb', `End ${hiddenSign}\nb`],
    ['another case', '```SPOILER End\nhe dies\n```', `End ${hiddenSign}`],
    ['braces', '```{.spoiler End}\nhe dies\n```', `End ${hiddenSign}`],
    ['no end', 'a\n```spoiler End\nhe dies', `a\nEnd ${hiddenSign}`],
    [
      'a spoiler in a spoiler',
      '````spoiler End\n```spoiler he dies\nhe dies\n```\nhe dies\n````\nb',
      `End ${hiddenSign}\nb`,
    ],
    ['code in a spoiler', '````spoiler End\n```js\nhe dies\n```\nhe dies\n````\nb', `End ${hiddenSign}\nb`],
    [
      'a spoiler in a quote',
      '````quote\na\n```spoiler End\nhe dies\n```\nb\n````\nc',
      `\`\`\`\`quote\na\nEnd ${hiddenSign}\nb\n\`\`\`\`\nc`,
    ],
    ['several', '```spoiler A\nhe dies\n```\n```spoiler B\nhe dies\n```', `A ${hiddenSign}\nB ${hiddenSign}`],
  ])('keeps %s and shows a sign instead of the hidden text', (_what, text, expected) => {
    expect(withoutSpoilers(text)).toBe(expected)
  })

  it.each([
    ['the word alone', 'no spoiler here'],
    ['code that shows a spoiler', '````\n```spoiler End\nit is shown\n```\n````'],
    ['a fence in a line', 'a ```spoiler b```'],
    ['another language', '```spoilers\nit is shown\n```'],
  ])('is unchanged with %s', (_what, text) => {
    expect(withoutSpoilers(text)).toBe(text)
  })
})
