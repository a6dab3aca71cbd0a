import { german } from '#i18n/de/format.ts'
import type { LinkifierProblem } from '#shared/content/linkifiers.ts'
import type { organizationLists as english } from './en.ts'

function linkifierProblem(problem: LinkifierProblem): string {
  switch (problem.kind) {
    case 'expression':
      return `Das Muster ist kein gültiger RE2-Ausdruck: ${problem.text}`
    case 'too_large':
      return 'Das Muster ist zu groß. Verwende weniger Wiederholungen und Alternativen.'
    case 'too_slow':
      return 'Mit dem Muster dauert die Suche zu lange. Vereinfache es.'
    case 'matches_nothing':
      return 'Das Muster passt auch auf einen leeren Text.'
    case 'template':
      return 'Die Adresse ist keine gültige URL-Vorlage.'
    case 'scheme':
      return 'Die Adresse muss mit https:, http:, mailto:, tel: oder / beginnen.'
    case 'no_group':
      return `Die Adresse verwendet {${problem.name}}, aber das Muster hat keine Gruppe (?P<${problem.name}>…).`
    case 'no_variable':
      return `Das Muster hat die Gruppe „${problem.name}“, aber die Adresse verwendet {${problem.name}} nicht.`
  }
}

export const organizationLists: typeof english = {
  page: {
    notShown: 'Die Liste konnte nicht geladen werden.',
    first: ({ count, total }) => `Hier stehen die ersten ${german.number(count)} von ${german.number(total)}.`,
    removeEntry: (name) => `${name} entfernen`,
    address: 'Adresse',
    linkifiers: {
      title: 'Automatische Links',
      legend: 'Muster',
      words: ['Muster', 'Links', 'reguläre Ausdrücke'],
      intro: 'Text, der auf ein Muster passt, wird zum Link. Passen mehrere, gilt das erste in der Liste.',
      none: 'Noch keine automatischen Links.',
      add: 'Muster hinzufügen',
      change: (pattern) => `${pattern} bearbeiten`,
      changing: 'Muster bearbeiten',
      pattern: 'Muster',
      hint: 'Eine Gruppe des Musters wie (?P<id>[0-9]+) füllt ihre Stelle in der Adresse: https://example.com/{id}',
      move: (pattern) => `${pattern} verschieben`,
      moveHint: 'Die Pfeiltasten nach oben und unten verschieben den Eintrag.',
      moved: ({ pattern, position, total }) => `${pattern} ist jetzt an Stelle ${position} von ${total}.`,
      sample: 'An einem Text ausprobieren',
      links: 'Links im Text',
      noLinks: 'Keine Links.',
      cut: 'Die Muster haben zu lange gebraucht. Spätere Treffer fehlen hier.',
      question: (pattern) => `Das Muster ${pattern} entfernen?`,
      lost: 'Neue Nachrichten bekommen diese Links nicht mehr. Links in früheren Nachrichten bleiben.',
    },
    playgrounds: {
      title: 'Code-Umgebungen',
      legend: 'Seiten',
      words: ['Code ausführen', 'Sprachen'],
      intro: 'Codeblöcke einer Sprache lassen sich auf diesen Seiten öffnen.',
      none: 'Noch keine Code-Umgebungen.',
      add: 'Umgebung hinzufügen',
      name: 'Name',
      language: 'Sprache',
      hint: 'Der Code kommt an die Stelle von {code}: https://example.com/?code={code}',
      question: (name) => `Die Umgebung ${name} entfernen?`,
      lost: 'Codeblöcke lassen sich dort nicht mehr öffnen.',
    },
    emoji: {
      title: 'Emojis',
      legend: 'Emojis der Organisation',
      words: ['eigene', 'Bilder', 'Emoji hinzufügen'],
      intro: 'Alle in der Organisation können sie in Nachrichten und Reaktionen verwenden.',
      none: 'Noch keine Emojis.',
      noMatches: 'Kein passendes Emoji.',
      search: 'Emojis suchen',
      by: (name) => `Von ${name}`,
      add: 'Emoji hinzufügen',
      choose: 'Bild auswählen…',
      bounds: (limit) => `PNG, JPEG, GIF oder WebP. Animationen bis ${limit}; andere Bilder werden verkleinert.`,
      tooLarge: (limit) => `Diese Datei ist zu groß. Möglich sind ${limit}.`,
      noPicture: 'Diese Datei ist kein Bild, das Skein lesen kann.',
      name: 'Name',
      nameHint: 'Kleinbuchstaben von a bis z, Ziffern, Punkte, Bindestriche und Unterstriche.',
      replaces: 'Der Name eines eingebauten Emojis ersetzt dieses.',
      noReplacing: 'Nur Administratoren können den Namen eines eingebauten Emojis verwenden.',
      question: (name) => `Das Emoji :${name}: entfernen?`,
      lost: 'In früheren Nachrichten und Reaktionen bleibt es, aber niemand kann es mehr verwenden.',
    },
    domains: {
      title: 'E-Mail-Domains',
      legend: 'E-Mail-Domains',
      words: ['beitreten', 'Adressen', 'einschränken'],
      intro: 'Die Domains, deren E-Mail-Adressen beitreten können.',
      none: 'Noch keine E-Mail-Domains.',
      add: 'Domain hinzufügen',
      domain: 'Domain',
      subdomains: 'Subdomains einschließen',
      subdomainsOf: (domain) => `Subdomains einschließen: ${domain}`,
      question: (domain) => `Die Domain ${domain} entfernen?`,
      lost: 'Ihre E-Mail-Adressen können nicht mehr beitreten. Mitglieder mit solchen Adressen bleiben.',
    },
  },
  failures: {
    LINKIFIER_INVALID: ({ problem }) => linkifierProblem(problem),
    LIST_ENTRY_MISSING: 'Jemand anderes hat diesen Eintrag entfernt.',
  },
}
