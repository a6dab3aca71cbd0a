import { describe, expect, it } from 'vitest'
import { compileLinkifier, LinkifierError, linkifierMatches } from '#shared/content/linkifiers.ts'
import { linksInTopic } from '#shared/content/topic-links.ts'

const linkifiers = [
  { pattern: 'JIRA-(?P<id>[0-9]+)', url_template: 'https://jira.example/{id}' },
  { pattern: '#(?P<id>[0-9]+)', url_template: 'https://git.example/issues/{id}' },
  { pattern: 'תקלה-(?P<id>[0-9]+)', url_template: 'https://he.example/{id}' },
  { pattern: '(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)', url_template: 'https://git.example{/org,repo,id}' },
].map((row) => compileLinkifier(row, 1_000))

/** The links as `text → address`. */
function linksOf(topic: string): string[] {
  const matches = linkifierMatches(linkifiers, topic, { leftMs: 1 }, () => 0)
  return linksInTopic(topic, matches).map(({ text, url }) => `${text} → ${url}`)
}

describe('the links in the name of a topic', () => {
  it.each([
    ['release 2.4', []],
    ['JIRA-123', ['JIRA-123 → https://jira.example/123']],
    ['crash on start (JIRA-7, #12)', ['JIRA-7 → https://jira.example/7', '#12 → https://git.example/issues/12']],
    ['✔ JIRA-123: crash', ['JIRA-123 → https://jira.example/123']],
    ['XJIRA-1 JIRA-2x', []],
    ['באג תקלה-44 דחוף', ['תקלה-44 → https://he.example/44']],
    ['alder/board#3', ['alder/board#3 → https://git.example/alder/board/3']],
    ['https://example.org/view?m=8GvR', ['https://example.org/view?m=8GvR → https://example.org/view?m=8GvR']],
    ['see example.org/a (soon)', ['example.org/a → https://example.org/a']],
    ['write to ada@example.org', ['ada@example.org → mailto:ada@example.org']],
    ['https://example.org/ JIRA-1', ['https://example.org/ → https://example.org/', 'JIRA-1 → https://jira.example/1']],
  ])('are the matches of linkifiers and plain addresses in %j', (topic, links) => {
    expect(linksOf(topic)).toEqual(links)
  })

  it('are those of the linkifier if an address contains its match', () => {
    const matches = [{ start: 20, end: 22, url: 'https://git.example/issues/9' }]
    expect(linksInTopic('https://example.org/#9', matches)).toEqual([
      { text: '#9', url: 'https://git.example/issues/9' },
    ])
  })

  it('end when the time is used up', () => {
    let now = 0
    const elapsed = () => (now += 10)
    expect(linkifierMatches(linkifiers, 'JIRA-1 JIRA-2 JIRA-3 #4', { leftMs: 25 }, elapsed)).toHaveLength(2)
  })

  it.each([
    ['(', 'https://x.example/'],
    ['(?P<id>[0-9]+)', 'javascript:{id}'],
    ['(?P<id>(?:[a-z]{1,30}[0-9]{1,30}){1,30})', 'https://x.example/{id}'],
    ['a(?P<id>[0-9]+)', 'https://x.example/{other}'],
    ['a*', 'https://x.example/'],
  ])('do not include matches of the invalid linkifier %j', (pattern, url_template) => {
    expect(() => compileLinkifier({ pattern, url_template }, 1_000)).toThrow(LinkifierError)
  })
})
