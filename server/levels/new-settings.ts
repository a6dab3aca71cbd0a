import type { ServerContext } from '../context/context.ts'
import type { RequestFields, StoreSettings } from '../context/level-rules.ts'
import type { FeatureLevel } from '../base/feature-levels.ts'
import { groupSettings, streamSettings, type GroupSetting } from './group-setting-table.ts'
import { groupPlace, postPolicyOf, readGroup, type GroupValue } from './group-settings.ts'

type Read = readonly (readonly [name: string, value: GroupValue])[]

/** Reads the group settings of new objects from a request. @throws ServiceError */
export function newSettingReaders(level: FeatureLevel, organization: () => ServerContext) {
  function read(fields: RequestFields, table: readonly (GroupSetting & { readonly level: number })[]): Read {
    return table
      .filter((given) => given.level <= level)
      .flatMap((given) => {
        const text = fields.take(given.name)
        return text === undefined ? [] : [[given.name, readGroup(organization(), given, text, undefined)] as const]
      })
  }

  function storing(placeOf: (id: number) => string, values: Read): StoreSettings {
    return (id) => {
      for (const [name, value] of values) organization().levelSettings?.set(placeOf(id), name, value)
    }
  }

  return {
    settingsOfNewGroup: (fields: RequestFields) => storing(groupPlace, read(fields, groupSettings)),
    settingsOfNewStreams(fields: RequestFields): StoreSettings {
      const values = read(fields, streamSettings)
      const store = storing(String, values)
      const [, posting] = values.find(([name]) => name === 'can_send_message_group') ?? []
      return (id) => {
        store(id)
        // The older policy follows the group if it can express it.
        const policy = posting === undefined ? undefined : postPolicyOf(posting)
        if (policy !== undefined) organization().tables.streams.change(id, { stream_post_policy: policy })
      }
    },
  }
}
