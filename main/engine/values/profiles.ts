import { z } from 'zod'

const profileSchema = z.record(z.string(), z.object({ value: z.string(), html: z.string().nullable() }))

/** The values of custom profile fields by field id. `html` is null if the server does not render the field. */
export type Profile = z.infer<typeof profileSchema>

/** Parses the profile of a stored row. */
export function readProfile(json: string): Profile {
  return json === '{}' ? {} : profileSchema.parse(JSON.parse(json))
}
