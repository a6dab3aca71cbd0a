import { resolve } from 'node:path'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const isOfRooms = (rule: string) => rule === 'boundaries/dependencies' || rule.startsWith('no-restricted')
/** Lint with the rules of layers only: they need no types, which take many times their work. */
const lint = new ESLint({
  cwd: root,
  ruleFilter: ({ ruleId }) => isOfRooms(ruleId),
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
})

/** Lint's messages for an import, as if it were in an existing file. */
async function complaints(file: string, statement: string): Promise<string[]> {
  const [result] = await lint.lintText(`${statement}\n`, { filePath: resolve(root, file) })
  return (result?.messages ?? []).map((message) => message.ruleId ?? '').filter(isOfRooms)
}

describe('the rules of layers', () => {
  it.each([
    ['renderer/main.ts', `import '../main/engine/engine.ts'`],
    ['renderer/main.ts', `import 'node:fs'`],
    ['main/engine/core/core.ts', `import '../network/gate.ts'`],
    ['main/engine/core/core.ts', `import '../shell/log.ts'`],
    ['main/engine/core/core.ts', `import '#network/gate.ts'`],
    ['renderer/main.ts', `import '#engine/engine.ts'`],
    ['i18n/catalogue.ts', `import '#renderer/main.ts'`],
    ['main/engine/core/core.ts', `import 'electron'`],
    ['main/engine/core/core.ts', `import 'better-sqlite3'`],
    ['main/engine/values/roles.ts', `import '../store/store.ts'`],
    ['main/engine/store/store.ts', `import '../state/account-state.ts'`],
    ['main/engine/store/store.ts', `import '#contract/values.ts'`],
    ['main/accounts/accounts.ts', `import 'electron'`],
    ['server/context/context.ts', `import '../../main/engine/core.ts'`],
    ['browser-host/main.ts', `import '../main/index.ts'`],
    ['main/index.ts', `import '../server/context/context.ts'`],
    ['preload/index.ts', `import '../main/keychain.ts'`],
    ['main/keychain.ts', `import '../shared/client-limits.ts'`],
    ['shared/client-limits.ts', `import '../main/engine/core.ts'`],
    ['main/engine/core/core.ts', `import '../../i18n/catalogue.ts'`],
    ['main/network/gate.ts', `import '../../i18n/catalogue.ts'`],
    ['main/accounts/accounts.ts', `import '../../i18n/catalogue.ts'`],
    ['server/context/context.ts', `import '../../i18n/catalogue.ts'`],
    ['server/base/errors.ts', `import '../store/database.ts'`],
    ['server/store/queues.ts', `import '../events/events.ts'`],
    ['server/events/events.ts', `import '../context/context.ts'`],
    ['server/context/context.ts', `import '../http/endpoint.ts'`],
    ['server/http/endpoint.ts', `import '../people/people.ts'`],
    ['server/people/people.ts', `import '../streams/access.ts'`],
    ['server/streams/access.ts', `import '../messages/sending/sending.ts'`],
    ['server/messages/sending/sending.ts', `import '../../organization/user-changes.ts'`],
    ['server/organization/user-changes.ts', `import '../registration/initial-state.ts'`],
    ['server/registration/initial-state.ts', `import '../routes/events/register.ts'`],
    ['server/routes/events/register.ts', `import '../../levels/layer.ts'`],
    ['server/routes/events/register.ts', `import '../../build-server.ts'`],
    ['i18n/catalogue.ts', `import '../main/shell/links/links.ts'`],
    ['i18n/catalogue.ts', `import '../renderer/main.ts'`],
    ['main/engine/core/core.ts', `export const now = Date.now()`],
  ])('refuse in %s: %s', { timeout: 60_000 }, async (file, statement) => {
    expect(await complaints(file, statement)).not.toEqual([])
  })

  it.each([
    ['renderer/main.ts', `import type { Bridge } from '../preload/contract/bridge.ts'\nexport type X = Bridge`],
    ['main/engine/core/core.ts', `import '../../shared/emoji-names.json' with { type: 'json' }`],
    ['server/context/context.ts', `import '../../shared/emoji-names.json' with { type: 'json' }`],
    ['server/routes/events/register.ts', `import '../../people/permissions.ts'`],
    ['server/organization/user-changes.ts', `import '../streams/access.ts'`],
    ['server/build-server.ts', `import './routes/events/register.ts'`],
    ['main/shell/links.ts', `import '../../shared/client-limits.ts'`],
    ['preload/contract/calls.ts', `import '../../shared/client-limits.ts'`],
    ['main/engine/store/store.ts', `import '../values/roles.ts'`],
    ['main/engine/values/narrow.ts', `export type { Narrow } from '#contract/values.ts'`],
    ['main/shell/links.ts', `import '../../i18n/catalogue.ts'`],
    ['main/shell/links.ts', `import '#i18n/catalogue.ts'`],
    ['main/engine/core/core.ts', `import '#contract/values.ts'`],
    ['renderer/main.ts', `import '../i18n/catalogue.ts'`],
    ['i18n/catalogue.ts', `import '../preload/contract/failures.ts'`],
    ['main/engine/store/database.ts', `import 'better-sqlite3'`],
    ['main/shell/links.ts', `import 'electron'`],
  ])('allow in %s: %s', { timeout: 60_000 }, async (file, statement) => {
    expect(await complaints(file, statement)).toEqual([])
  })
})
