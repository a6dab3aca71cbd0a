import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { titleParts, topicLinkEntries, withTopicLinks } from '#renderer/parts/conversations/topic-links.ts'
import type { TopicLink } from '#contract/streams.ts'

const link = (text: string, url = `https://x.example/${encodeURIComponent(text)}`): TopicLink => ({ text, url })
/** A title with its links in brackets. */
const shown = (title: string, ...texts: string[]) =>
  titleParts(
    title,
    texts.map((text) => link(text)),
  )
    .map(({ text, url }) => (url === null ? text : `[${text}]`))
    .join('')

describe('the title of a topic with links', () => {
  it.each([
    ['lunch', [], 'lunch'],
    ['crash (JIRA-7) again', ['JIRA-7'], 'crash ([JIRA-7]) again'],
    ['JIRA-7', ['JIRA-7'], '[JIRA-7]'],
    ['JIRA-7 JIRA-8', ['JIRA-7', 'JIRA-8'], '[JIRA-7] [JIRA-8]'],
    ['JIRA-7 and JIRA-7', ['JIRA-7', 'JIRA-7'], '[JIRA-7] and [JIRA-7]'],
    ['XPR-1 then PR-1', ['PR-1'], 'XPR-1 then [PR-1]'],
    ['PR-12 then PR-1', ['PR-1'], 'PR-12 then [PR-1]'],
    ['PR-12', ['PR-1'], '[PR-1]2'],
    ['באג JIRA-7 דחוף', ['JIRA-7'], 'באג [JIRA-7] דחוף'],
    ['renamed', ['JIRA-7'], 'renamed'],
    ['<b>#1</b>', ['#1'], '<b>[#1]</b>'],
    ['anything', [''], 'anything'],
  ])('%j has them at their positions', (title, texts, expected) => {
    expect(shown(title, ...texts)).toBe(expected)
    expect(
      titleParts(
        title,
        texts.map((text) => link(text)),
      )
        .map(({ text }) => text)
        .join(''),
    ).toBe(title)
  })
})

function entriesOf(links: readonly TopicLink[]) {
  const done: string[] = []
  const calls = { copyAddress: (url: string) => done.push(`copy ${url}`) }
  const openLink = (url: string, text: string) => done.push(`open ${url} as ${text}`)
  return { entries: topicLinkEntries({ calls, routeNavigator: { openLink } } as never, links), done }
}

describe('the menu of a topic with links', () => {
  it('opens and copies each, and passes the text so that a deceptive name is queried', () => {
    const { entries, done } = entriesOf([
      link('JIRA-7', 'https://jira.example/7'),
      link('bank.com', 'https://evil.example/'),
    ])
    expect(entries.map((entry) => entry?.label ?? null)).toEqual([
      null,
      ...['Open JIRA-7', 'Copy address of JIRA-7', 'Open bank.com', 'Copy address of bank.com'],
    ])
    for (const entry of entries) entry?.onSelect()
    expect(done).toEqual([
      ...['open https://jira.example/7 as JIRA-7', 'copy https://jira.example/7'],
      ...['open https://evil.example/ as bank.com', 'copy https://evil.example/'],
    ])
  })

  it('has no entry without links, and at most five links', () => {
    expect(entriesOf([]).entries).toEqual([])
    const many = Array.from({ length: 9 }, (_, index) => link(`#${index}`))
    expect(entriesOf(many).entries).toHaveLength(1 + 2 * 5)
  })

  it('shortens long texts, and isolates their direction marks', () => {
    const { entries } = entriesOf([link('a'.repeat(60)), link('\u202egpj.exe'), link('one\ntwo')])
    expect(entries.map((entry) => entry?.label ?? null).filter((_, index) => index % 2 === 1)).toEqual([
      `Open ${'a'.repeat(39)}…`,
      'Open \u2068gpj.exe\u2069',
      'Open one two',
    ])
  })

  it('opens at once for a conversation other than a topic, and only for the newest request', async () => {
    const opened: string[] = []
    const waiting: ((links: readonly TopicLink[]) => void)[] = []
    const calls = { topicLinks: () => new Promise<readonly TopicLink[]>((resolve) => waiting.push(resolve)) }
    const ask = (topic: string) => {
      withTopicLinks({ calls } as never, { kind: 'topic', streamId: 1, topic }, (links) => {
        opened.push(`${topic}: ${links.map(({ text }) => text).join()}`)
      })
    }
    ask('first')
    ask('second')
    for (const resolve of waiting) resolve([link('#1')])
    await Promise.resolve()
    await Promise.resolve()
    expect(opened).toEqual(['second: #1'])
    withTopicLinks({ calls } as never, { kind: 'direct', userIds: [3] }, () => opened.push('direct'))
    expect(opened).toEqual(['second: #1', 'direct'])
  })

  it('opens without the links of a busy engine', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const opened: number[] = []
    const calls = { topicLinks: () => new Promise(() => undefined) }
    withTopicLinks({ calls } as never, { kind: 'topic', streamId: 1, topic: 'x' }, (links) => {
      opened.push(links.length)
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(opened).toEqual([0])
  })
})
