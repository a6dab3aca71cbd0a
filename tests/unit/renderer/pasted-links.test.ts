import { describe, expect, it } from 'vitest'
import { linksIn } from '#renderer/features/palette/pasted-links.ts'

const accounts = [
  { id: 'a', server: 'https://chat.example' },
  { id: 'b', server: 'https://other.example:8443/' },
  { id: 'c', server: 'https://chat.example/' },
  { id: 'd', server: 'http://127.0.0.1:9991' },
]
const read = (text: string, shownId: string | null = 'b') => linksIn(text, accounts, shownId)
const link = 'https://chat.example/#narrow/channel/9-my-team/topic/hello.20world/near/214'
const message = (accountId: string) => ({
  accountId,
  address: link,
  aim: 'message',
  names: ['#my team', 'hello world'],
})

describe('a URL in the palette', () => {
  it.each([
    ['alone', link],
    ['with blanks around', `  ${link}\n`],
    ['in a sentence', `Look at ${link}, it says so.`],
    ['before a full stop', `${link}.`],
    ['in brackets', `(see ${link})`],
    ['in angle brackets', `<${link}>`],
    ['in quotation marks', `“${link}”`],
    ['in Markdown', `[the message](${link})`],
    ['in Markdown of several words', `as [the message said](${link}), yes`],
    ['with an encoded sign', link.replace('#', '%23')],
    ['without its scheme', link.replace('https://', '')],
    ['after an address of elsewhere', `https://elsewhere.example/#narrow/near/1 ${link}`],
    ['within an address that leads on', `https://safe.example/?url=${encodeURIComponent(link)}&data=1`],
    ['in capital letters', link.replace('https://chat.example', 'HTTPS://CHAT.Example')],
  ])('is found %s', (_where, text) => {
    expect(read(text)).toEqual([message('a'), message('c')])
  })

  it('leads into each account of its server, the current one first', () => {
    expect(read(link, 'c').map(({ accountId }) => accountId)).toEqual(['c', 'a'])
    expect(read('https://other.example:8443/#narrow/channel/1').map(({ accountId }) => accountId)).toEqual(['b'])
    expect(read('http://127.0.0.1:9991/#inbox').map(({ accountId }) => accountId)).toEqual(['d'])
  })

  it.each([
    ['#narrow/channel/9-general/topic/x/with/5', 'conversation', ['#general', 'x']],
    ['#narrow/stream/9', 'conversation', []],
    ['#narrow/channel/9-general/topic/', 'conversation', ['#general']],
    ['#narrow/channel/9-Gr.C3.BC.C3.9Fe/topic/(a.2Fb)', 'conversation', ['#Grüße', '(a/b)']],
    ['#narrow/dm/2,3-group', 'conversation', []],
    ['#narrow/near/12', 'message', []],
    ['#narrow/dm/2,3-group/near/12', 'message', []],
    ['#inbox', 'list', []],
    ['#narrow/is/starred', 'list', []],
    ['user_uploads/1/aa/plan%20b.pdf', 'file', ['plan b.pdf']],
    ['#narrow/search/soup', 'browser', []],
    ['help/', 'browser', []],
    ['#narrow/channel/9/topic/100.25.zz', 'conversation', []],
  ])('has the description of %s', (path, aim, names) => {
    expect(read(`https://chat.example/${path}`)[0]).toEqual({
      accountId: 'a',
      address: new URL(path, 'https://chat.example').href,
      aim,
      names,
    })
  })

  it('without its server leads into the current organization', () => {
    expect(read('#narrow/channel/9-general', 'a')[0]).toMatchObject({
      accountId: 'a',
      address: 'https://chat.example/#narrow/channel/9-general',
    })
    expect(read('#narrow/channel/9-general', null)).toEqual([])
  })

  it.each([
    'https://chat.example',
    'https://elsewhere.example/#narrow/channel/9',
    'http://chat.example.evil.example/#narrow/channel/9',
    'https://chat.example:444/#narrow/channel/9',
    'ftp://chat.example/#narrow/channel/9',
    'general',
    'release 2.4',
    '#general',
    'a/b.c',
    '',
    'https://',
    'x '.repeat(100_000),
    '(((((((((('.repeat(1000),
    `${'https://e.example/ '.repeat(1000)}${link}`,
  ])('is none in “%.40s”', (text) => {
    expect(read(text)).toEqual([])
  })
})
