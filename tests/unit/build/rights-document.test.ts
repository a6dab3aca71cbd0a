import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { actNames } from '#shared/organization/right-choices.ts'
import {
  rightsTable,
  type Circle,
  type Fact,
  type Need,
  type Rule,
  type Way,
} from '#engine/state/permissions/rights-table.ts'

const document = resolve(import.meta.dirname, '../../../docs/rights.md')

const circles: Readonly<Record<Circle, string>> = {
  owner: 'owners',
  administrator: 'administrators',
  moderator: 'moderators',
  full_members: 'full members',
  member: 'members',
  guest: 'everybody',
  nobody: 'nobody',
}

const facts: Readonly<Record<Fact, string>> = {
  'own message': 'the sender',
  'message of own bot': 'the sender, or the owner of the bot that sent it',
  'public stream': 'in a stream that is not private',
  'member of group': 'in a group of theirs; moderators in all groups',
  'own bot': 'the owner of the bot',
  'own emoji': 'the author of the emoji',
}

const from = (level: number) => (level <= 237 ? '' : ` (from ${level})`)
const numbers = (policy: Readonly<Record<number, Circle>>) =>
  Object.entries(policy)
    .map(([number, circle]) => `${number} ${circles[circle]}`)
    .join(', ')
const guests = (rule: 'never guests' | 'guests too') => (rule === 'never guests' ? ', never guests' : '')

function wayText(way: Way): string {
  switch (way.by) {
    case 'role':
      return circles[way.least] + (way.when === undefined ? '' : ` ${facts[way.when]}`)
    case 'fact':
      return facts[way.fact]
    case 'policy':
      return `\`${way.policy}\`: ${numbers(way.circles)}${way.when === undefined ? '' : `; ${facts[way.when]}`}`
    case 'organization': {
      const before = way.before === null || way.from <= 237 ? '' : `; before, ${wayText(way.before)}`
      return `\`${way.group}\`${from(way.from)}${guests(way.guests)}${before}`
    }
    case 'stream':
      return `the stream’s \`${way.group}\`${from(way.from)}${guests(way.guests)}`
    case 'stream alone': {
      const before = way.policy === null ? 'everybody' : `\`stream_post_policy\`: ${numbers(way.policy)}`
      return `the stream’s \`${way.group}\`${from(way.from)}; before, ${before}`
    }
    case 'group':
      return `the group’s \`${way.setting}\`${from(way.from)}${guests(way.guests)}`
  }
}

function needText(need: Need): string {
  switch (need.need) {
    case 'level':
      return `level ${need.from}`
    case 'role':
      return `only ${circles[need.least]}`
    case 'act':
      return `the right to \`${need.act}\``
    case 'switch': {
      const exempt = need.exempt === undefined ? '' : `, except ${circles[need.exempt]}`
      return `\`${need.setting}\` is ${need.is ? 'on' : 'off'}${exempt}`
    }
    case 'fact':
      return `only ${facts[need.fact]}`
    case 'time': {
      const more = [
        ...(need.grace === undefined ? [] : [`and ${need.grace} seconds`]),
        ...(need.exempt === undefined ? [] : [`except ${circles[need.exempt]}`]),
        ...(need.below === undefined ? [] : [`below ${need.below}`]),
      ]
      return [`within \`${need.limit}\``, ...more].join(', ')
    }
    case 'stream in use':
      return 'the stream is not archived'
    case 'archived stream':
      return 'the stream is archived'
    case 'reading':
      return 'the account can read the stream'
    case 'group of people':
      return 'the group is neither the system’s nor deactivated'
    case 'web-public server':
      return 'the server has `WEB_PUBLIC_STREAMS_ENABLED`'
    case 'owner for owners':
      return 'only owners change owners'
    case 'another owner':
      return 'another owner is left'
  }
}

const cells = ({ ways, needs = [], call }: Rule) => [
  ways.map(wayText).join(' · '),
  needs.length === 0 ? '–' : needs.map(needText).join(' · '),
  `\`${call}\``,
]

function table(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => [...(line[column] ?? '')].length)))
  const drawn = lines.map(
    (line) =>
      `| ${line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length)).join(' | ')} |`,
  )
  return [drawn[0], `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...drawn.slice(1)].join('\n')
}

it('the document of the rights lists every act as the table has it', async () => {
  const lines = actNames.map((act) => [`\`${act}\``, ...cells(rightsTable[act])])
  const text = `# Rights

This page lists every act that a right decides: who may do it, what else it needs, and the call of the service that
does it. It is for contributors. \`main/engine/state/permissions/rights-table.ts\` is the table from which controls,
palette and commands know what to offer; \`tests/unit/build/rights-document.test.ts\` compares this page with it, and
writes it again with \`vitest run -u\`. \`tests/engine/rights.test.ts\` holds the table against the embedded server, by
trying.

A role includes those with more rights. Several ways are separated by “·”; one is enough. All that the third column
names must hold. Numbers in brackets are feature levels; a setting without one is there at each level. The server has
the last word: what is unknown to Skein is offered.

${table([['Act', 'Who may', 'What else it needs', 'Call'], ...lines])}
`
  await expect(text).toMatchFileSnapshot(document)
})
