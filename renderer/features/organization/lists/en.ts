import type { FailureValues } from '#contract/base/failures.ts'
import { english } from '#i18n/en/format.ts'
import type { Section } from '#i18n/section.ts'
import type { LinkifierProblem } from '#shared/content/linkifiers.ts'

/** Why a linkifier is refused. */
function linkifierProblem(problem: LinkifierProblem): string {
  switch (problem.kind) {
    case 'expression':
      return `The pattern isn’t a valid RE2 expression: ${problem.text}`
    case 'too_large':
      return 'The pattern is too large. Use fewer repetitions and alternatives.'
    case 'too_slow':
      return 'The pattern takes too long to find its matches. Simplify it.'
    case 'matches_nothing':
      return 'The pattern also matches an empty text.'
    case 'template':
      return 'The address isn’t a valid URL template.'
    case 'scheme':
      return 'The address has to begin with https:, http:, mailto:, tel: or /.'
    case 'no_group':
      return `The address uses {${problem.name}}, but the pattern has no group (?P<${problem.name}>…).`
    case 'no_variable':
      return `The pattern has the group “${problem.name}”, but the address doesn’t use {${problem.name}}.`
  }
}

/** The lists of the organization. */
export const organizationLists = {
  page: {
    notShown: 'Couldn’t load the list.',
    /** A long list shows only its beginning. */
    first: ({ count, total }: { count: number; total: number }) =>
      `The first ${english.number(count)} of ${english.number(total)} are shown.`,
    removeEntry: (name: string) => `Remove ${name}`,
    address: 'Address',
    linkifiers: {
      title: 'Linkifiers',
      legend: 'Patterns',
      words: ['patterns', 'links', 'regular expressions'],
      intro: 'Text that matches a pattern becomes a link. If several match, the first one in the list counts.',
      none: 'No linkifiers yet.',
      add: 'Add linkifier',
      change: (pattern: string) => `Edit ${pattern}`,
      changing: 'Edit linkifier',
      pattern: 'Pattern',
      hint: 'A group of the pattern, such as (?P<id>[0-9]+), fills its place in the address: https://example.com/{id}',
      /** The handle of a row, which arrow keys move. */
      move: (pattern: string) => `Move ${pattern}`,
      moveHint: 'Up and down arrow keys move it.',
      moved: ({ pattern, position, total }: { pattern: string; position: number; total: number }) =>
        `${pattern} moved to position ${position} of ${total}.`,
      sample: 'Try it on a text',
      links: 'Links in the text',
      noLinks: 'No links.',
      cut: 'The patterns took too long. Later matches aren’t shown.',
      question: (pattern: string) => `Remove the linkifier ${pattern}?`,
      lost: 'New messages get no such links. Links in earlier messages stay.',
    },
    playgrounds: {
      title: 'Code playgrounds',
      legend: 'Sites',
      words: ['run code', 'languages'],
      intro: 'Code blocks in a language can be opened on these sites.',
      none: 'No code playgrounds yet.',
      add: 'Add playground',
      name: 'Name',
      language: 'Language',
      hint: 'The code takes the place of {code}: https://example.com/?code={code}',
      question: (name: string) => `Remove the playground ${name}?`,
      lost: 'Code blocks can no longer be opened there.',
    },
    emoji: {
      title: 'Emoji',
      legend: 'Emoji of the organization',
      words: ['custom', 'pictures', 'add emoji'],
      intro: 'Everyone in the organization can use them in messages and reactions.',
      none: 'No emoji yet.',
      noMatches: 'No emoji match.',
      search: 'Search emoji',
      by: (name: string) => `Added by ${name}`,
      add: 'Add emoji',
      choose: 'Choose picture…',
      bounds: (limit: string) => `PNG, JPEG, GIF or WebP. Animations up to ${limit}; other pictures are made smaller.`,
      tooLarge: (limit: string) => `This file is too large; the limit is ${limit}.`,
      noPicture: 'This file isn’t a picture that Skein can read.',
      name: 'Name',
      nameHint: 'Lowercase letters from a to z, digits, periods, hyphens and underscores.',
      /** The name of a built-in emoji. */
      replaces: 'The name of a built-in emoji replaces it.',
      noReplacing: 'Only administrators can use the name of a built-in emoji.',
      question: (name: string) => `Remove the emoji :${name}:?`,
      lost: 'It stays in earlier messages and reactions, but nobody can use it any more.',
    },
    domains: {
      title: 'Email domains',
      legend: 'Email domains',
      words: ['join', 'addresses', 'restrict'],
      intro: 'The domains whose email addresses can join.',
      none: 'No email domains yet.',
      add: 'Add domain',
      domain: 'Domain',
      subdomains: 'Include subdomains',
      subdomainsOf: (domain: string) => `Include subdomains of ${domain}`,
      question: (domain: string) => `Remove the domain ${domain}?`,
      lost: 'Its email addresses can no longer join. Members with such addresses stay.',
    },
  },
  failures: {
    LINKIFIER_INVALID: ({ problem }) => linkifierProblem(problem),
    LIST_ENTRY_MISSING: 'Someone else has removed this entry.',
  } satisfies Section<Pick<FailureValues, 'LINKIFIER_INVALID' | 'LIST_ENTRY_MISSING'>>,
}
