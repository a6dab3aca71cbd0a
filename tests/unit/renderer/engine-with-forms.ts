import type { Result } from '#contract/base/failures.ts'
import type { Bridge } from '#contract/bridge.ts'
import type { FormTexts } from '#contract/drafts.ts'
import { Notices } from '#renderer/state/notices.svelte.ts'
import { LeftForms } from '#renderer/state/left-forms.svelte.ts'

/** An engine that stores forms for longer than a page lives; `page` loads a new page. */
export function engineWithForms() {
  const stored = new Map<string, FormTexts>()
  const engine = { isAway: false, held: Promise.resolve() }
  const call = async (
    name: string,
    { accountId, form, fields }: { accountId: string; form: string; fields: FormTexts },
  ): Promise<Result<unknown>> => {
    await engine.held
    if (engine.isAway) return { ok: false, error: { code: 'NO_ANSWER' } }
    const key = `${accountId} ${form}`
    if (name === 'forms.keep') stored.set(key, fields)
    if (name === 'forms.drop') stored.delete(key)
    const ofAccount = [...stored].filter(([other]) => other.startsWith(`${accountId} `))
    const listed = ofAccount.map(([other, texts]) => ({ form: other.slice(accountId.length + 1), fields: texts }))
    return { ok: true, value: name === 'forms.list' ? listed : null }
  }
  const bridge = { call } as unknown as Pick<Bridge, 'call'> // the calls match the contract
  const page = () => {
    const notices = new Notices()
    return { notices, forms: new LeftForms({ bridge, notifyWithAction: notices.notifyWithAction }) }
  }
  return { page, stored, engine }
}
