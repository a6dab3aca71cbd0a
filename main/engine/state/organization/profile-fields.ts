import { profileFieldsWire, type WireProfileField } from '../../api/resources/organization.ts'
import type { ProfileFieldRow } from '../../store/organization.ts'
import { readProfile } from '../../values/people.ts'
import { slice } from '../slice.ts'
import { putPeople } from '../directory/directory.ts'
import { changeOf, type Part } from '../part.ts'

/** The custom profile fields in the organization's order. */
export const profileFields: Part<readonly ProfileFieldRow[]> = {
  name: 'profile fields',
  load: ({ organization }) => organization.profileFields(),
}

function profileFieldRows(fields: readonly WireProfileField[]): ProfileFieldRow[] {
  return fields.map((field, position) => ({
    id: field.id,
    position,
    type: field.type,
    name: field.name,
    hint: field.hint,
    data: field.field_data,
    in_summary: field.display_in_profile_summary ? 1 : 0,
  }))
}

export const profileFieldsSlice = slice({
  name: 'profile_fields',
  wire: profileFieldsWire,
  parts: [profileFields],
  read: (answer) => profileFieldRows(answer.custom_profile_fields),
  replace: ({ store }, rows) => {
    store.organization.replaceProfileFields(rows)
    return [changeOf(profileFields)]
  },
  reducers: {
    /** The event replaces all fields (O2). Users' values of removed fields are removed as well. */
    custom_profile_fields: ({ store, accountState }, event) => {
      store.organization.replaceProfileFields(profileFieldRows(event.fields))
      const kept = new Set(event.fields.map((field) => String(field.id)))
      const changed = [...accountState.people.values()].flatMap((person) => {
        if (person.profile === '{}') return []
        const values = Object.entries(readProfile(person.profile))
        const rest = values.filter(([id]) => kept.has(id))
        return rest.length === values.length ? [] : [{ ...person, profile: JSON.stringify(Object.fromEntries(rest)) }]
      })
      return [changeOf(profileFields), putPeople(store, changed)]
    },
  },
})
