import { ownLevel, releases, serverVersion } from '#server/base/feature-levels.ts'
import { eventOf, type Fields, type LevelChange, type Scene } from '../../change.ts'

/** The version and level that the server reports. */
function versionOf(scene: Scene): Fields {
  return {
    [`${scene.dialect}_version`]: serverVersion.replace(releases[ownLevel], releases[scene.level]),
    [`${scene.dialect}_feature_level`]: scene.level,
  }
}

const rewrite = {
  register: (state: Fields, scene: Scene) => ({ ...state, ...versionOf(scene) }),
  calls: {
    'GET /server_settings': async (_call: unknown, next: () => Promise<Fields>, scene: Scene) => ({
      ...(await next()),
      ...versionOf(scene),
    }),
  },
  event: (event: { readonly type: string } & Fields, scene: Scene) => [
    event.type === 'restart' ? eventOf({ ...event, ...versionOf(scene) }) : event,
  ],
}

/** The reported level: the change next to this server's level, in either direction. */
export const version: readonly LevelChange[] = [
  { level: ownLevel + 1, what: 'a later level is told', rewrite },
  { level: ownLevel, what: 'an earlier level is told', rewrite },
]
