import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { noticeText } from '#i18n/catalogue.ts'
import { appPart } from '#browser-host/app-part.ts'
import { record } from '#browser-host/recorder.ts'
import type { DesktopNotification } from '#engine/ports.ts'
import { desktopPlatform, type DesktopPlatform } from '#shell/system/desktop-platform.ts'
import {
  notificationId,
  readActivation,
  readNotificationId,
  remainsAfterClose,
  shownNotification,
} from '#shell/notifications/rules.ts'
import { lineOf, notificationTexts, wordedNotification } from '#shell/notifications/text.ts'
import { takeWindowsIdentity, windowsIdentity } from '#shell/start/windows-identity.ts'

const platforms: readonly DesktopPlatform[] = ['win32', 'darwin', 'linux']
const account = '0b9a7d52-6c1f-4f0e-9a3b-2f4c5d6e7f80'

describe('the texts of a notification', () => {
  it.each([
    ['a name over two lines', 'Mallory\n\tEvil\r\nX', 'Mallory Evil X'],
    ['control characters', 'a\u0000b\u0007c\u001bd\u007fe\u0085f\u009fg', 'abcdefg'],
    ['lone surrogates', 'a\ud83db\ude00c', 'abc'],
    ['what XML does not allow', 'a\ufffeb\uffffc', 'abc'],
    ['marks that turn the direction', 'invoice\u202efdp.exe\u2066x\u2069', 'invoicefdp.exex'],
    ['emoji of several parts', '👩‍👩‍👧 ok', '👩‍👩‍👧 ok'],
    ['nothing but blanks', ' \n \u0000 ', ''],
  ])('are one line that every system can show: %s', (_what, text, shown) => {
    expect(lineOf(text, 100)).toBe(shown)
  })

  it('are cut between characters', () => {
    expect(lineOf('abcdef', 6)).toBe('abcdef')
    expect(lineOf('abcdefg', 6)).toBe('abcde…')
    expect(lineOf('abcd😀efg', 6)).toBe('abcd…')
    expect(lineOf('😀'.repeat(1_000_000), 5)).toBe('😀😀…')
  })

  it.each(platforms)('stay below the XML limit of Windows with any content (%s)', (platform) => {
    const hostile = ['"', '&', '<', '😀', '漢', '\u202e', '\u0000'].map((character) => character.repeat(5_000))
    for (const text of hostile) {
      const { title, body } = notificationTexts(platform, { title: text, body: text })
      const xml = `${title}${body}`.replaceAll(/["&<>]/g, '&quot;')
      expect(Buffer.byteLength(xml)).toBeLessThan(4_096)
      expect(title).not.toBe('')
    }
  })

  it('name the sender and the conversation of a message, and the senders of several', () => {
    const [mei, noor, ada] = [
      { id: 1, name: 'Mei' },
      { id: 2, name: 'Noor' },
      { id: 3, name: 'Ada' },
    ]
    const message = { kind: 'message', sender: mei, text: { code: 'TEXT', values: { text: 'soup' } } } as const
    const place = { kind: 'topic', stream: 'general', topic: 'lunch' } as const
    expect(wordedNotification({ ...message, place })).toEqual({ title: 'Mei – #general › lunch', body: 'soup' })
    expect(wordedNotification({ ...message, place: { kind: 'group' }, text: { code: 'HIDDEN' } })).toEqual({
      title: 'Mei (group)',
      body: 'New direct message',
    })
    const summary = { kind: 'summary', count: 7, organization: 'Alder', senders: [mei, noor, ada] } as const
    expect(wordedNotification({ ...summary, others: 0 })).toEqual({
      title: '7 new messages – Alder',
      body: 'From Mei, Noor, Ada',
    })
    const nobody = { ...message, sender: { id: 7, name: null }, place: { kind: 'direct' } } as const
    expect(wordedNotification(nobody).title).toBe('Unknown person (7)')
    expect(wordedNotification({ ...summary, others: 2 }).body).toBe('From Mei, Noor, Ada and 2 more')
  })

  it('contain no markup for servers that read the body as markup', () => {
    const body = '<img src="http://tracker/x"> & <a href="x">y</a>'
    expect(notificationTexts('linux', { title: '<b>', body })).toEqual({
      title: '<b>',
      body: '&lt;img src="http://tracker/x"&gt; &amp; &lt;a href="x"&gt;y&lt;/a&gt;',
    })
    for (const platform of ['win32', 'darwin'] as const) {
      expect(notificationTexts(platform, { title: 'a', body })).toEqual({ title: 'a', body })
    }
  })
})

describe('a notification', () => {
  const notification: DesktopNotification = {
    messageIds: [4, 7],
    content: {
      kind: 'message',
      sender: { id: 2, name: 'Tomasz Lis' },
      place: { kind: 'direct' },
      text: { code: 'TEXT', values: { text: 'are you there?' } },
    },
    destination: { kind: 'direct', userIds: [2] },
    isSilent: true,
    canReply: true,
  }

  it.each([
    ['win32', true],
    ['darwin', true],
    ['linux', false],
  ] as const)('accepts a reply if the system has a field for it (%s)', (platform, hasReply) => {
    expect(shownNotification(platform, account, notification)).toEqual({
      id: notificationId(account, 7),
      title: 'Tomasz Lis (2 new)',
      body: 'are you there?',
      silent: true,
      hasReply,
      replyPlaceholder: 'Reply',
    })
    expect(shownNotification(platform, account, { ...notification, canReply: false }).hasReply).toBe(false)
  })

  it('has an id with account and message that fits the tag of Windows', () => {
    const id = notificationId(account, Number.MAX_SAFE_INTEGER)
    expect(id).toMatch(/^[0-9a-z]{1,64}$/)
    expect(readNotificationId(id)).toEqual({ accountId: account, messageId: Number.MAX_SAFE_INTEGER })
  })

  it.each([
    ['nothing', ''],
    ['another program’s', 'b3f0c0f6-21f6-4f0e-8a44-0d9d0e3f1a55'],
    ['no message', `${account.replaceAll('-', '')}m0`],
    ['a number that is none', `${account.replaceAll('-', '')}m9999999999999999`],
    ['no UUID', `${'f'.repeat(8)}${'0'.repeat(24)}m5`],
    ['a path', '../../../../etc/passwdm5'],
    ['more behind it', `${account.replaceAll('-', '')}m5x`],
  ])('does not open anything for a foreign id: %s', (_what, id) => {
    expect(readNotificationId(id)).toBeNull()
  })
})

describe('an activation by Windows', () => {
  const tag = notificationId(account, 7)

  it('names the clicked or answered notification', () => {
    const named = { accountId: account, messageId: 7 }
    expect(readActivation({ type: 'click', arguments: `type=click&tag=${tag}` })).toEqual({ ...named, reply: null })
    expect(readActivation({ type: 'click', arguments: `type=click&tag=${tag}&group=x` })).toEqual({
      ...named,
      reply: null,
    })
    const answer = { type: 'reply', arguments: `type=reply&tag=${tag}`, reply: ' here ' }
    expect(readActivation(answer)).toEqual({ ...named, reply: ' here ' })
  })

  it.each([
    ['no arguments', { type: 'click', arguments: '' }],
    ['a foreign tag', { type: 'click', arguments: 'type=click&tag=11575876717883772928' }],
    ['a kind that Skein does not make', { type: 'action', arguments: `tag=${tag}` }],
    ['an empty answer', { type: 'reply', arguments: `tag=${tag}`, reply: '  ' }],
    ['an answer without text', { type: 'reply', arguments: `tag=${tag}` }],
    ['an answer without end', { type: 'reply', arguments: `tag=${tag}`, reply: 'x'.repeat(10_001) }],
    ['a tag far behind', { type: 'click', arguments: `${'x'.repeat(2_000)}&tag=${tag}` }],
    ['a tag inside of another word', { type: 'click', arguments: `notag=${tag}` }],
  ])('is ignored if it is foreign: %s', (_what, details) => {
    expect(readActivation(details)).toBeNull()
  })
})

describe('the differences of the platforms', () => {
  it.each([
    ['win32', 'timedOut', true],
    ['win32', 'applicationHidden', true],
    ['win32', undefined, true],
    ['win32', 'userCanceled', false],
    ['darwin', undefined, false],
    ['darwin', 'userCanceled', false],
    ['linux', undefined, false],
    ['linux', 'timedOut', false],
  ] as const)('decide on %s whether a notification closed for %s can be clicked: %s', (platform, reason, remains) => {
    expect(remainsAfterClose(platform, reason)).toBe(remains)
  })

  it.each([
    ['win32', 'Windows'],
    ['darwin', 'macOS'],
    ['linux', 'Your desktop'],
  ] as const)('include a sentence with advice for a failure on %s', (platform, who) => {
    expect(noticeText({ code: 'NOTIFICATIONS_BLOCKED', values: { platform } })).toMatch(
      new RegExp(`^${who} didn’t show a notification\\. .+\\.$`),
    )
    expect(noticeText({ code: 'NOTIFICATIONS_BLOCKED', values: { platform } })).toMatch(/turn|turned|allow/)
  })

  it('include an identity for Windows only, by the names of the installer', () => {
    takeWindowsIdentity('darwin', appPart)
    takeWindowsIdentity('linux', appPart)
    expect(record.windowsIdentity).toEqual([])
    takeWindowsIdentity('win32', appPart)
    expect(record.windowsIdentity).toEqual(['org.skein.desktop', '{6C0B1D4E-9A53-4F0B-8D2E-51B6E7A4C3F9}'])
    const builder = readFileSync(resolve(import.meta.dirname, '../../../../../electron-builder.yml'), 'utf8')
    expect(builder).toContain(`appId: ${windowsIdentity.appUserModelId}\n`)
  })

  it('treat other names of systems as Linux', () => {
    expect(['win32', 'darwin', 'linux', 'freebsd'].map(desktopPlatform)).toEqual(['win32', 'darwin', 'linux', 'linux'])
  })
})
