import type { Result } from '#contract/base/failures.ts'
import type { EngineInput } from '#contract/calls.ts'
import type { FormTexts, LeftFormItem } from '#contract/drafts.ts'
import { clientLimits } from '#shared/client-limits.ts'
import type { Core } from '../core/core.ts'

const done: Result<null> = { ok: true, value: null }

/** The calls for forms that were left with text in them; the text survives the page. */
export function leftFormCalls(core: Core) {
  return {
    'forms.keep'({ form, fields }: EngineInput<'forms.keep'>): Result<null> {
      core.commit(() => {
        core.store.leftForms.put({ form, fields: JSON.stringify(fields) }, clientLimits.leftForms.most)
        return []
      })
      return done
    },
    'forms.drop'({ form }: EngineInput<'forms.drop'>): Result<null> {
      core.commit(() => {
        core.store.leftForms.remove(form)
        return []
      })
      return done
    },
    'forms.list'(): Result<readonly LeftFormItem[]> {
      const rows = core.store.leftForms.all()
      // Only `forms.keep` writes the column, so the JSON has this form.
      return { ok: true, value: rows.map(({ form, fields }) => ({ form, fields: JSON.parse(fields) as FormTexts })) }
    },
  }
}
