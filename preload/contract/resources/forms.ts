import { z } from 'zod'
import { clientLimits } from '../../../shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema } from '../values.ts'

/** The texts of a form's fields, by the names that the page gives them. */
export type FormTexts = Readonly<Record<string, string>>

/** A form that was left with text in it. */
export interface LeftFormItem {
  /** Which form, in the words of the page. */
  readonly form: string
  readonly fields: FormTexts
}

const ofForm = z.strictObject({ accountId: accountIdSchema, form: z.string().max(clientLimits.formName.most) })

/** Forms that were left with text in them, on this computer only. */
export const forms = {
  views: {},
  calls: {
    'forms.keep': {
      to: 'engine',
      input: ofForm.extend({ fields: z.record(z.string().max(100), z.string().max(clientLimits.formField.most)) }),
      output: typeOf<null>(),
    },
    'forms.drop': { to: 'engine', input: ofForm, output: typeOf<null>() },
    'forms.list': {
      to: 'engine',
      input: z.strictObject({ accountId: accountIdSchema }),
      output: typeOf<readonly LeftFormItem[]>(),
    },
  },
} as const satisfies ResourceContract
