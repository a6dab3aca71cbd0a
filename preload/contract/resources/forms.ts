import { z } from 'zod'
import { clientLimits } from '#shared/client-limits.ts'
import { typeOf, type ResourceContract } from '../entries.ts'
import { accountIdSchema } from '../values.ts'

/** The texts of a form's fields, by the page's names of the fields. */
export type FormTexts = Readonly<Record<string, string>>

/** An unfinished form. */
export interface LeftFormItem {
  /** The form, by the page's own key. */
  readonly form: string
  readonly fields: FormTexts
}

const ofForm = z.strictObject({ accountId: accountIdSchema, form: z.string().max(clientLimits.formName.most) })

/** Unfinished forms, on this computer only. */
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
