import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { userSettingNameSchema, type UserSettingName } from '#contract/people/user-settings.ts'
import { catalogue } from '#i18n/catalogue.ts'
import { accountRowPlans } from '#renderer/features/settings/account-settings.ts'
import { settingsSections } from '#renderer/state/routes/settings-sections.ts'
import { reasonsWithoutRow, testsOfEffects } from '#support/settings-facts.ts'

const root = resolve(import.meta.dirname, '../../..')
const document = join(root, 'docs/settings.md')
const t = catalogue.screens.settings

const described = z.object({
  paths: z.object({
    '/settings': z.object({
      patch: z.object({ parameters: z.array(z.object({ name: z.string() })) }),
    }),
  }),
})
const registered = z.object({ user_settings: z.record(z.string(), z.unknown()) })

/** The parameters of `PATCH /settings` that are no settings. */
const ofProfile: ReadonlySet<string> = new Set(['full_name', 'email', 'old_password', 'new_password'])
/** The settings of levels above those of the recordings (newer-servers.md §11). */
const newest = [
  'resolved_topic_notice_auto_read_policy',
  'web_inbox_show_channel_folders',
  'web_left_sidebar_show_channel_folders',
  'web_left_sidebar_unreads_count_summary',
]

function json(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

/** Every setting of an account that the service has at any level: by its description, recordings and papers. */
function settingsOfService(): readonly string[] {
  const { parameters } = described.parse(json('tests/contract/openapi.json')).paths['/settings'].patch
  const recorded = ['register.json', '372/register.json'].flatMap((file) => {
    const { user_settings: settings } = registered.parse(registrationIn(json(`tests/recordings/${file}`)))
    return Object.keys(settings)
  })
  const changed = parameters.map(({ name }) => name).filter((name) => !ofProfile.has(name))
  return [...new Set([...changed, ...recorded, ...newest])].sort()
}

/** Returns the first object with `user_settings` in a recording. */
function registrationIn(recording: unknown): unknown {
  if (typeof recording !== 'object' || recording === null) return null
  if ('user_settings' in recording) return recording
  for (const part of Object.values(recording)) {
    const found = registrationIn(part)
    if (found !== null) return found
  }
  return null
}

/** The sections and titles of rows, by the names of their settings. */
function rows(): ReadonlyMap<string, string> {
  return new Map(
    settingsSections.flatMap((section) =>
      (accountRowPlans[section] ?? []).map(([legend, property]): [string, string] => {
        const { title } = t.accountSettings[property]
        const heading = t.legends[legend]
        const place = title === heading ? title : `${heading} › ${title}`
        return [property, `${t.sections[section]} › ${place}`]
      }),
    ),
  )
}

function table(lines: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => [...(line[column] ?? '')].length)))
  const drawn = lines.map(
    (line) =>
      `| ${line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length)).join(' | ')} |`,
  )
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [drawn[0], rule, ...drawn.slice(1)].join('\n')
}

it('every setting of the service has a row that is tested, or a reason', async () => {
  const shown = rows()
  const names = settingsOfService()
  expect(names.length).toBeGreaterThan(60)
  expect(names.filter((name) => shown.has(name) === Object.hasOwn(reasonsWithoutRow, name))).toEqual([])
  expect([...shown.keys(), ...Object.keys(reasonsWithoutRow)].filter((name) => !names.includes(name))).toEqual([])
  expect(userSettingNameSchema.options.filter((name) => !shown.has(name))).toEqual([])
  const tests = Object.entries(testsOfEffects)
  expect(tests.filter(([name, file]) => !readFileSync(join(root, file), 'utf8').includes(name))).toEqual([])
  const testOf = (name: string) => testsOfEffects[name as UserSettingName] ?? null // a name without a test has none
  const lines = names.map((name) => {
    const row = shown.get(name)
    if (row === undefined) return [`\`${name}\``, '–', reasonsWithoutRow[name] ?? '']
    const test = testOf(name)
    const effect = test === null ? 'The service acts on it; `tests/engine/user-settings.test.ts`' : `\`${test}\``
    return [`\`${name}\``, row, effect]
  })
  const text = `# Settings of the account

This page lists every setting that the service stores for an account (\`user_settings\`, wire-protocol.md §2.15), with
its row in the settings of Skein and the test of its effect, or with the reason why there is no row. It is for
contributors. \`tests/unit/build/settings-table.test.ts\` compares it, and writes it again with \`vitest run -u\`. The
settings of the computer are in [configuration.md](configuration.md).

${table([['Setting', 'Row', 'Test, or reason'], ...lines])}
`
  await expect(text).toMatchFileSnapshot(document)
})
