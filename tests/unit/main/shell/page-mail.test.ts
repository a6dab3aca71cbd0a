import { describe, expect, it } from 'vitest'
import { mostWaiting, PageMail } from '../../../../main/shell/page-mail.ts'
import { textFailure } from '../../../support/text-failure.ts'
import type { Update } from '../../../../preload/contract/bridge.ts'

const say = (sentence: string): Update => ({
  type: 'tell',
  notice: { code: 'ANSWER_NOT_SENT', values: { cause: textFailure(sentence), lost: null } },
})
const settings: Update = { type: 'command', command: 'settings' }

function open(): { readonly mail: PageMail; readonly received: Update[] } {
  const received: Update[] = []
  return { mail: new PageMail((text) => received.push(JSON.parse(text) as Update)), received } // what it was given
}

describe('what the page is told', () => {
  it('reaches a page that is there at once', () => {
    const { mail, received } = open()
    mail.pageIsReady()
    mail.tell(settings, say('one'))
    expect(received).toEqual([settings, say('one')])
  })

  it('waits for a page that is being loaded, all of it and in its order, and comes once', () => {
    const { mail, received } = open()
    mail.tell(settings)
    mail.tell(say('one'), say('two'))
    expect(received).toEqual([])
    mail.pageIsReady()
    mail.pageIsReady()
    expect(received).toEqual([settings, say('one'), say('two')])
  })

  it('waits again once the page is gone', () => {
    const { mail, received } = open()
    mail.pageIsReady()
    mail.pageIsGone()
    mail.tell(say('one'))
    expect(received).toEqual([])
    mail.pageIsReady()
    expect(received).toEqual([say('one')])
  })

  it('is bounded: of too much the oldest goes', () => {
    const { mail, received } = open()
    for (let index = 0; index <= mostWaiting; index += 1) mail.tell(say(String(index)))
    mail.pageIsReady()
    expect(received).toHaveLength(mostWaiting)
    expect(received[0]).toEqual(say('1'))
  })
})
