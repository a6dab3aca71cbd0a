/** Below this feature level the calls that Skein rests on are missing (narrow flags, `include_anchor`). */
export const oldestFeatureLevel = 155

/** What a server can do, decided once from its feature level (design.md §6). */
export interface Capabilities {
  /** `dm` instead of `pm-with`, `is:dm` instead of `is:private` (feature level 177). */
  readonly directOperators: boolean
  /** `type=direct` instead of `private` when sending (feature level 174). */
  readonly directType: boolean
  /** `POST /user_topics` instead of the deprecated muted-topics call (feature level 170). */
  readonly userTopics: boolean
  /** Topics can be followed (feature level 219). */
  readonly followTopics: boolean
  /** Messages can be sent later (feature level 179). */
  readonly scheduledMessages: boolean
  /** `is:followed` in a narrow (feature level 265). */
  readonly followedNarrow: boolean
  /** `has:reaction` in a narrow (feature level 249). */
  readonly reactionNarrow: boolean
}

export function capabilitiesOf(featureLevel: number): Capabilities {
  return {
    directOperators: featureLevel >= 177,
    directType: featureLevel >= 174,
    userTopics: featureLevel >= 170,
    followTopics: featureLevel >= 219,
    scheduledMessages: featureLevel >= 179,
    followedNarrow: featureLevel >= 265,
    reactionNarrow: featureLevel >= 249,
  }
}
