import { organizationWire } from '../../api/resources/organization.ts'
import { withChanges } from '../../store/documents/organization-settings.ts'
import { slice } from '../slice.ts'
import { organizationSettings, epochHighsPart, epochStampsPart, organizationPart } from '../account-parts.ts'

export const organizationSlice = slice({
  name: 'organization',
  wire: organizationWire,
  parts: [organizationPart, epochStampsPart, epochHighsPart, organizationSettings],
  reducers: {
    /** The event changes one or several settings of the organization (wire-protocol.md §2.3.5). */
    realm: ({ store: { meta } }, event) => {
      const changes = event.op === 'update' ? { [event.property]: event.value } : event.data
      meta.setSettings(withChanges(meta.settings(), changes))
      const organization = meta.organization()
      const { name, max_file_upload_size_mib: uploadMib } = changes
      if (organization !== undefined && (typeof name === 'string' || isSize(uploadMib))) {
        meta.setOrganization({
          ...organization,
          ...(typeof name === 'string' ? { name } : {}),
          ...(isSize(uploadMib) ? { maxUploadBytes: uploadMib * 1024 * 1024 } : {}),
        })
      }
      return [{ kind: 'organization' }]
    },
  },
})

function isSize(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Number.MAX_SAFE_INTEGER / (1024 * 1024)
}
