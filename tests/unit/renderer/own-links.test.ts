import { describe, expect, it } from 'vitest'
import { readLink } from '#renderer/state/links/own-links.ts'

const accounts = [
  { id: 'a', server: 'https://chat.example' },
  { id: 'b', server: 'https://other.example/' },
  { id: 'c', server: 'https://chat.example' },
]
const read = (address: string, shownId: string | null = 'a') => readLink(address, accounts, shownId)
const inHash = (hash: string) => read(`https://chat.example/${hash}`)
const conversation = (narrow: object | null, followed: number | null = null, anchor: number | null = null) => ({
  kind: 'conversation',
  accountId: 'a',
  narrow,
  followed,
  anchor,
})
const view = (shown: object) => ({ kind: 'view', accountId: 'a', route: shown })
const feed = (narrow: object) => view({ kind: 'feed', narrow })
const topic = (name: string) => ({ kind: 'topic', streamId: 9, topic: name })

describe('links into the organization', () => {
  it.each(['#user/8', '#user/8/noor'])('lead to the profile of a person: %s', (hash) => {
    expect(inHash(hash)).toEqual({ kind: 'person', accountId: 'a', userId: 8 })
  })

  it.each([
    ['#narrow/stream/9-general', conversation({ kind: 'stream', streamId: 9 })],
    ['#narrow/channel/9', conversation({ kind: 'stream', streamId: 9 })],
    ['#narrow/channel/9-general/', conversation({ kind: 'stream', streamId: 9 })],
    ['#narrow/stream/9-general/topic/hello.20world', conversation(topic('hello world'))],
    ['#narrow/stream/9-general/subject/old', conversation(topic('old'))],
    ['#narrow/channel/9/topic/50.2E5.25', conversation(topic('50.5%'))],
    ['#narrow/channel/9-general/topic/Gr%C3%BC.C3.9Fe', conversation(topic('Grüße'))],
    ['#narrow/channel/9-general/topic/a.2Fb', conversation(topic('a/b'))],
    ['#narrow/channel/9-announce/topic/updates/with/214', conversation(topic('updates'), 214)],
    ['#narrow/channel/9-announce/topic/updates/near/214', conversation(topic('updates'), 214, 214)],
    ['#narrow/channel/9-announce/topic/updates/with/214/near/220', conversation(topic('updates'), 214, 220)],
    ['#narrow/channel/9-announce/topic/', conversation(topic(''))],
    ['#narrow/channel/9-announce/topic//with/214', conversation(topic(''), 214)],
    ['#narrow/channel/9-announce/topic//near/214', conversation(topic(''), 214, 214)],
    ['#narrow/channel/9-announce/topic/with/214', conversation(topic(''), 214)],
    ['#narrow/channel/9-announce/topic/with', conversation(topic('with'))],
    ['#narrow/channel/9-announce/near/214', conversation({ kind: 'stream', streamId: 9 }, 214, 214)],
    ['#narrow/dm/3,8-group', conversation({ kind: 'direct', userIds: [3, 8] })],
    ['#narrow/pm-with/3-noor/near/7', conversation({ kind: 'direct', userIds: [3] }, 7, 7)],
    ['#narrow/id/77', conversation(null, 77, 77)],
    ['#narrow/is/starred/near/77', conversation(null, 77, 77)],
    ['#drafts', view({ kind: 'drafts' })],
    ['#inbox', view({ kind: 'inbox' })],
    ['#recent', view({ kind: 'recent' })],
    ['#scheduled', view({ kind: 'scheduled' })],
    ['#feed', feed({ kind: 'combined' })],
    ['#narrow/is/starred', feed({ kind: 'starred' })],
    ['#narrow/is/mentioned', feed({ kind: 'mentions' })],
    ['#narrow/is/private', feed({ kind: 'direct_all' })],
    ['#narrow/is/followed', feed({ kind: 'followed' })],
    ['#narrow/has/attachments', feed({ kind: 'has', what: 'attachment' })],
    ['#narrow/sender/3-noor', feed({ kind: 'sender', userId: 3 })],
    ['#narrow/is/unread', { kind: 'elsewhere' }],
    ['#narrow/sender/noor@x.2Eexample', { kind: 'elsewhere' }],
    ['#narrow/is/starred/sender/3', { kind: 'elsewhere' }],
  ])('of the form %s are parsed', (hash, expected) => {
    expect(inHash(hash)).toEqual(expected)
  })

  it.each([
    ['an escape that is none', '#narrow/channel/9/topic/100.25.zz'],
    ['an escape of half a character', '#narrow/channel/9/topic/.C3'],
    ['an id that is too large', '#narrow/channel/9/topic/x/near/99999999999999999999'],
    ['an id that is none', '#narrow/channel/9/topic/x/with/new'],
    ['a stream that is too large', '#narrow/channel/99999999999999999999-x'],
    ['a person who is too large', '#narrow/dm/1,99999999999999999999-group'],
    ['nobody', '#narrow/dm/,-group'],
    ['everybody', `#narrow/dm/${'7,'.repeat(501)}8-group`],
    ['a topic that no server takes', `#narrow/channel/9/topic/${'x'.repeat(1001)}`],
  ])('of the form %s are malformed', (_, hash) => {
    expect(inHash(hash)).toEqual({ kind: 'malformed' })
  })

  it.each([
    'https://chat.example/#narrow/is/resolved',
    'https://chat.example/#narrow/search/walrus',
    'https://chat.example/#narrow/stream/by-name',
    'https://chat.example/#settings',
    'https://chat.example/',
    'https://chat.example.evil.example/#narrow/channel/9',
    'http://chat.example/#narrow/channel/9',
    'https://example.org/user_uploads/1/a.png',
    'mailto:a@b.example',
    'no address',
  ])('of the form %s are left to the browser', (address) => {
    expect(read(address)).toEqual({ kind: 'elsewhere' })
  })

  it('open in the account of their origin, preferably the current one', () => {
    const account = (address: string, shownId: string | null) => {
      const link = read(address, shownId)
      return 'accountId' in link ? link.accountId : null
    }
    expect(account('https://chat.example/#narrow/channel/9', 'c')).toBe('c')
    expect(account('https://chat.example/#narrow/channel/9', 'b')).toBe('a')
    expect(account('https://other.example/#narrow/channel/9', 'a')).toBe('b')
    expect(read('https://other.example/user_uploads/1/a.pdf?x=1')).toEqual({
      kind: 'file',
      accountId: 'b',
      path: '/user_uploads/1/a.pdf?x=1',
    })
  })
})
