import type { ServerContext } from '../context/context.ts'
import type { StoreSettings } from '../context/level-rules.ts'
import type { FeatureLevel } from '../base/feature-levels.ts'
import type { Parameters } from '../http/parameters.ts'
import { groupSettings, streamSettings, type GroupSetting } from './group-setting-table.ts'
import { groupPlace, postPolicyOf, readGroup, type GroupValue } from './group-settings.ts'

type Read = readonly (readonly [name: string, value: GroupValue])[]

/** Reads the group settings of new objects from a request. @throws ServiceError */
export function newSettingReaders(level: FeatureLevel, organization: () => ServerContext) {
  function read(parameters: Parameters, table: readonly (GroupSetting & { readonly level: number })[]): Read {
    return table
      .filter((given) => given.level <= level)
      .flatMap((given) => {
        const text = parameters.take(given.name)
        return text === undefined ? [] : [[given.name, readGroup(organization(), given, text, undefined)] as const]
      })
  }

  function storing(placeOf: (id: number) => string, values: Read): StoreSettings {
    return (id) => {
      for (const [name, value] of values) organization().levelSettings?.set(placeOf(id), name, value)
    }
  }

  return {
    settingsOfNewGroup: (parameters: Parameters) => storing(groupPlace, read(parameters, groupSettings)),
    settingsOfNewStreams(parameters: Parameters): StoreSettings {
      const values = read(parameters, streamSettings)
      const store = storing(String, values)
      const [, posting] = values.find(([name]) => name === 'can_send_message_group') ?? []
      return (id) => {
        store(id)
        // The older policy follows the group where it can say it.
        const policy = posting === undefined ? undefined : postPolicyOf(posting)
        if (policy !== undefined) organization().tables.streams.change(id, { stream_post_policy: policy })
      }
    },
  }
}
