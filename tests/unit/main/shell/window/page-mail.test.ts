import { describe, expect, it } from 'vitest'
import { mostWaiting, PageMail } from '#shell/window/page-mail.ts'
import { textFailure } from '#support/text-failure.ts'
import type { Update } from '#contract/bridge.ts'

const say = (sentence: string): Update => ({
  type: 'notify',
  notice: { code: 'ANSWER_NOT_SENT', values: { cause: textFailure(sentence), lost: null } },
})
const settings: Update = { type: 'command', command: 'settings' }

function open(): { readonly mail: PageMail; readonly received: Update[] } {
  const received: Update[] = []
  return { mail: new PageMail((text) => received.push(JSON.parse(text) as Update)), received } // the updates it received
}

describe('an update for the page', () => {
  it('reaches a loaded page at once', () => {
    const { mail, received } = open()
    mail.pageIsReady()
    mail.send(settings, say('one'))
    expect(received).toEqual([settings, say('one')])
  })

  it('waits in order while the page loads, and arrives once', () => {
    const { mail, received } = open()
    mail.send(settings)
    mail.send(say('one'), say('two'))
    expect(received).toEqual([])
    mail.pageIsReady()
    mail.pageIsReady()
    expect(received).toEqual([settings, say('one'), say('two')])
  })

  it('waits again after the page was closed', () => {
    const { mail, received } = open()
    mail.pageIsReady()
    mail.pageIsGone()
    mail.send(say('one'))
    expect(received).toEqual([])
    mail.pageIsReady()
    expect(received).toEqual([say('one')])
  })

  it('is dropped above the limit, the oldest first', () => {
    const { mail, received } = open()
    for (let index = 0; index <= mostWaiting; index += 1) mail.send(say(String(index)))
    mail.pageIsReady()
    expect(received).toHaveLength(mostWaiting)
    expect(received[0]).toEqual(say('1'))
  })
})
