import { german, word } from '#i18n/de/format.ts'
import type { Phrase } from '#i18n/section.ts'
import type { settingActionNames as englishActionNames, settings as english } from './en.ts'
import { accountList } from './accounts/de.ts'
import { network } from './network/de.ts'
import { spelling } from './spelling/de.ts'
import { storage } from './storage/de.ts'

const accountSettings: typeof english.accountSettings = {
  allow_private_data_export: {
    title: 'Administration darf deine privaten Daten exportieren',
    get hint() {
      return `Deine Direktnachrichten und privaten ${word.many} können Teil eines Exports der Organisation sein.`
    },
    words: ['Datenschutz', 'Privatsphäre'],
  },
  automatically_follow_topics_policy: { title: 'Themen folgen', words: ['automatisch', 'abonnieren'] },
  automatically_follow_topics_where_mentioned: {
    title: 'Themen folgen, in denen du erwähnt wirst',
    words: ['automatisch'],
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    get title() {
      return `Themen in stummen ${word.toMany} einschalten`
    },
    words: ['automatisch'],
  },
  default_language: {
    title: 'Sprache deines Kontos',
    hint: 'In dieser Sprache schreibt dir die Organisation E-Mails. Wählst du unter „Darstellung“ „Wie das Konto“, gilt sie auch für Skein.',
    words: ['Language', 'Englisch', 'English', 'Übersetzung', 'E-Mail'],
  },
  demote_inactive_streams: {
    get title() {
      return `Inaktive ${word.many} zusammenfassen`
    },
    get hint() {
      return `${word.many} ohne Nachrichten im letzten Monat haben eine eigene Gruppe in der Seitenleiste.`
    },
    words: ['ausblenden', 'verbergen', 'still'],
  },
  desktop_icon_count_display: { title: 'Zahl auf dem Symbol von Skein', words: ['Dock', 'Taskleiste', 'Anzahl'] },
  display_emoji_reaction_users: {
    title: 'Namen in Reaktionen',
    hint: 'Wenn höchstens drei Personen auf eine Nachricht reagiert haben, stehen ihre Namen an Stelle der Zahl.',
    words: ['Emoji', 'wer reagiert hat'],
  },
  email_notifications_batching_period_seconds: {
    title: 'Wartezeit vor einer E-Mail',
    words: ['Verzögerung', 'Mail'],
  },
  enable_desktop_notifications: {
    title: 'Benachrichtigungen auf dem Computer',
    words: ['Mitteilungen', 'Banner', 'Pop-up', 'Erwähnungen'],
  },
  enable_digest_emails: { title: 'Zusammenfassungen von Verpasstem', words: ['Digest', 'Mail'] },
  enable_drafts_synchronization: {
    title: 'Entwürfe mit deinen anderen Geräten synchronisieren',
    hint: 'Wenn du das ausschaltest, werden Entwürfe auf dem Server gelöscht. Die auf diesem Computer bleiben.',
    words: ['Abgleich', 'nicht gesendet'],
  },
  enable_followed_topic_audible_notifications: { title: 'Töne', words: ['Audio', 'Klang', 'Geräusch'] },
  enable_followed_topic_desktop_notifications: {
    title: 'Benachrichtigungen auf dem Computer',
    words: ['Mitteilungen', 'Banner', 'Pop-up'],
  },
  enable_followed_topic_email_notifications: { title: 'E-Mail', words: ['Mail'] },
  enable_followed_topic_push_notifications: { title: 'Benachrichtigungen auf dem Telefon', words: ['Handy', 'Push'] },
  enable_followed_topic_wildcard_mentions_notify: {
    get title() {
      return `Erwähnungen aller im Thema oder ${word.one}`
    },
    words: ['alle', 'jeder'],
  },
  enable_login_emails: { title: 'Neue Anmeldungen bei deinem Konto', words: ['Login', 'Sicherheit', 'Mail'] },
  enable_marketing_emails: { title: 'Neuigkeiten und Tipps', words: ['Werbung', 'Newsletter', 'Mail'] },
  enable_offline_email_notifications: { title: 'E-Mail', words: ['Mail', 'offline'] },
  enable_offline_push_notifications: {
    title: 'Benachrichtigungen auf dem Telefon',
    words: ['Handy', 'Push', 'offline'],
  },
  enable_online_push_notifications: {
    title: 'Auf dem Telefon benachrichtigen, auch wenn du online bist',
    words: ['Handy', 'Push'],
  },
  enable_sounds: { title: 'Töne', words: ['Audio', 'Klang', 'Geräusch'] },
  enable_stream_audible_notifications: { title: 'Töne', words: ['Audio', 'Klang', 'Geräusch'] },
  enable_stream_desktop_notifications: {
    title: 'Benachrichtigungen auf dem Computer',
    words: ['Mitteilungen', 'Banner', 'Pop-up'],
  },
  enable_stream_email_notifications: { title: 'E-Mail', words: ['Mail'] },
  enable_stream_push_notifications: { title: 'Benachrichtigungen auf dem Telefon', words: ['Handy', 'Push'] },
  message_content_in_email_notifications: {
    title: 'Nachrichten in E-Mails zeigen',
    words: ['Text', 'Inhalt', 'Mail'],
  },
  pm_content_in_desktop_notifications: {
    title: 'Text von Direktnachrichten zeigen',
    hint: 'Wenn das aus ist, zeigen Benachrichtigungen nur, wer geschrieben hat.',
    words: ['Datenschutz', 'Inhalt', 'Vorschau', 'verbergen'],
  },
  presence_enabled: {
    title: 'Wann du online bist',
    hint: 'Wenn das aus ist, sehen andere dich immer als offline.',
    words: ['Anwesenheit', 'unsichtbar', 'Verfügbarkeit', 'aktiv'],
  },
  realm_name_in_email_notifications_policy: {
    title: 'Name der Organisation im Betreff von E-Mails',
    words: ['Mail'],
  },
  receives_typing_notifications: { title: 'Wann andere schreiben', words: ['Hinweise', 'tippt'] },
  resolved_topic_notice_auto_read_policy: {
    title: 'Hinweise, dass ein Thema gelöst ist',
    words: ['automatisch', 'nicht gelöst'],
  },
  send_private_typing_notifications: {
    title: 'Wann du eine Direktnachricht schreibst',
    words: ['Hinweise', 'tippt', 'Datenschutz'],
  },
  send_read_receipts: {
    title: 'Was du gelesen hast',
    hint: 'Wenn das aus ist, fehlst du in den Listen derer, die eine Nachricht gelesen haben.',
    words: ['Lesebestätigungen', 'gesehen', 'Datenschutz'],
  },
  send_stream_typing_notifications: {
    get title() {
      return `Wann du in einem ${word.one} schreibst`
    },
    words: ['Hinweise', 'tippt', 'Datenschutz'],
  },
  starred_message_counts: { title: 'Nachrichten mit Stern zählen', words: ['Zahl', 'Anzahl'] },
  translate_emoticons: {
    title: 'Emoticons in Emoji verwandeln',
    hint: 'Zum Beispiel wird aus :) das Emoji 🙂.',
    words: ['Smiley'],
  },
  twenty_four_hour_time: { title: 'Uhrzeit', words: ['Zeitformat', '24 Stunden', '12 Stunden'] },
  web_home_view: { title: 'Startansicht', words: ['Anfang', 'Standard', 'öffnen'] },
  web_mark_read_on_scroll_policy: {
    title: 'Nachrichten als gelesen markieren',
    words: ['scrollen', 'automatisch', 'ungelesen'],
  },
  web_stream_unreads_count_display_policy: {
    get title() {
      return `${word.many}, die Ungelesenes zählen`
    },
    words: ['Zahl', 'Anzahl'],
  },
  wildcard_mentions_notify: {
    title: 'Erwähnungen aller',
    words: ['alle', 'jeder'],
  },
}

const participation = {
  1: 'Wenn du dich beteiligst',
  2: 'Wenn du darin schreibst',
  3: 'Wenn du sie beginnst',
  4: 'Nie',
}

export const settings: typeof english = {
  title: 'Einstellungen',
  search: 'Einstellungen suchen',
  sectionList: 'Abschnitte',
  sections: {
    appearance: 'Darstellung',
    reading: 'Lesen',
    writing: 'Schreiben',
    notifications: 'Benachrichtigungen',
    storage: 'Speicher',
    shortcuts: 'Tastenkürzel',
    network: 'Netzwerk',
    account: 'Konto',
    updates: 'Updates',
    about: 'Über Skein und Hilfe',
  },
  palette: (section) => `Einstellungen: ${section}`,
  found: (count) => german.plural(count, { one: '1 Einstellung', other: `${german.number(count)} Einstellungen` }),
  noMatches: 'Keine Treffer.',
  holds: {
    computer: 'Dieser Computer',
    account: 'Dein Konto, auf allen Geräten',
    organization: 'Alle in der Organisation',
  },
  accountNotShown: 'Die Einstellungen deines Kontos konnten nicht geladen werden',
  accountNotThereYet: 'Die Einstellungen deines Kontos werden geladen, wenn Skein den Server erreicht.',
  row: {
    saving: 'Noch nicht synchronisiert',
    undo: (setting) => `Rückgängig: ${setting}`,
    less: (setting) => `${setting}: kleiner`,
    more: (setting) => `${setting}: größer`,
  },
  legends: {
    language: 'Sprache',
    time: 'Uhrzeit',
    home: 'Startansicht',
    reading: 'Nachrichten als gelesen markieren',
    counts: 'Zähler für Ungelesenes',
    get streams() {
      return word.many
    },
    topics: 'Themen',
    messages: 'Nachrichten',
    drafts: 'Entwürfe',
    othersSee: 'Was andere sehen',
    youSee: 'Was du siehst',
    direct: 'Direktnachrichten, Erwähnungen und Signalwörter',
    followed: 'Gefolgte Themen',
    get inStreams() {
      return word.many
    },
    shown: 'In Benachrichtigungen',
    mobile: 'Telefon',
    email: 'E-Mail',
    privacy: 'Datenschutz',
  },
  accountSettings,
  choices: {
    automatically_follow_topics_policy: participation,
    automatically_unmute_topics_in_muted_streams_policy: participation,
    desktop_icon_count_display: {
      1: 'Alle ungelesenen Nachrichten',
      2: 'Direktnachrichten, Erwähnungen und gefolgte Themen',
      3: 'Direktnachrichten und Erwähnungen',
      4: 'Keine Zahl',
    },
    realm_name_in_email_notifications_policy: { 1: 'Automatisch', 2: 'Immer', 3: 'Nie' },
    resolved_topic_notice_auto_read_policy: {
      always: 'Als gelesen markieren',
      except_followed: 'Als gelesen markieren, außer in gefolgten Themen',
      never: 'Ungelesen lassen',
    },
    twenty_four_hour_time: { false: '12 Stunden (5:00 PM)', true: '24 Stunden (17:00)' },
    web_home_view: { inbox: 'Eingang', recent: 'Letzte Unterhaltungen', all_messages: 'Alle Nachrichten' },
    web_mark_read_on_scroll_policy: {
      1: 'Wenn du an ihnen vorbeiscrollst',
      2: 'Wenn du in einem Thema oder einer Direktunterhaltung an ihnen vorbeiscrollst',
      3: 'Nur wenn du es sagst',
    },
    web_stream_unreads_count_display_policy: {
      get 1() {
        return `Alle ${word.many}`
      },
      get 2() {
        return `${word.many}, die nicht stumm sind`
      },
      get 3() {
        return `Keine ${word.many}`
      },
    },
  },
  overruled: {
    send_read_receipts: 'Deine Organisation hat Lesebestätigungen ausgeschaltet.',
    presence_enabled: 'Deine Organisation zeigt nicht, wer online ist.',
    message_content_in_email_notifications: 'Deine Organisation erlaubt keine Nachrichten in E-Mails.',
    push: 'Dieser Server sendet keine Benachrichtigungen an Telefone.',
  },
  language: {
    legend: 'Sprache',
    words: ['Language', 'Deutsch', 'German', 'English', 'Englisch', 'Übersetzung'],
    system: 'Wie das System',
    account: 'Wie das Konto',
    accountHint:
      'Dein Konto in der ersten Organisation entscheidet. Gibt es Skein nicht in dessen Sprache, gilt die des Systems.',
    names: { en: 'English', de: 'Deutsch' },
  },
  theme: {
    legend: 'Farbschema',
    words: ['Dunkelmodus', 'Hellmodus', 'Nacht', 'Farben', 'Design'],
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
  },
  contrast: {
    legend: 'Kontrast',
    words: ['Barrierefreiheit', 'Lesbarkeit'],
    system: 'Wie das System',
    more: 'Hoch: kräftigerer Text und umrandete Auswahl',
  },
  text: {
    legend: 'Text und Abstände',
    size: 'Textgröße',
    sizeHint: 'Um auch Bilder und alles andere zu vergrößern, zoome das Fenster.',
    sizeWords: ['Schrift', 'Schriftgröße', 'Buchstaben', 'Zoom', 'größer', 'kleiner', 'Barrierefreiheit'],
    pixels: (count) => `${count} px`,
    density: 'Dichte',
    densityHint: 'Kompakt lässt weniger Abstand, damit mehr auf den Bildschirm passt.',
    densityWords: ['kompakt', 'eng', 'Abstand'],
    comfortable: 'Normal',
    compact: 'Kompakt',
  },
  weekStart: {
    legend: 'Erster Tag der Woche',
    hint: 'Gilt, wo Skein Tage aufzählt. In den Kalendern von Datumsfeldern entscheidet das System.',
    words: ['Kalender', 'Wochentag', 'Wochenanfang'],
    system: 'Wie das System',
    saturday: 'Samstag',
    sunday: 'Sonntag',
    monday: 'Montag',
  },
  sidebar: {
    legend: 'Zuerst in der Seitenleiste',
    words: ['Reihenfolge', 'Navigation', 'DM', 'private Nachrichten', 'Kanäle'],
    get streams() {
      return word.many
    },
    direct: 'Direktnachrichten',
  },
  sendKey: { legend: 'Nachrichten senden mit', words: ['Enter', 'Eingabetaste', 'neue Zeile', 'Taste'] },
  files: {
    legend: 'Dateien',
    words: ['Bilder', 'Fotos', 'Ort', 'EXIF', 'Metadaten', 'Datenschutz'],
    cleansPictures: 'Persönliche Daten aus Bildern entfernen',
    cleansPicturesHint:
      'Entfernt vor dem Anhängen, wo, wann und mit welchem Gerät ein JPEG-, PNG- oder WebP-Bild aufgenommen wurde. Das Bild selbst ändert sich nicht.',
  },
  notifications: {
    legend: 'Benachrichtigungen',
    words: ['Ruhe', 'stumm', 'still', 'Fokus', 'Zeitplan', 'Nacht', 'Pause'],
    doNotDisturb: 'Nicht stören',
    doNotDisturbHint: 'Keine Benachrichtigungen. Nachrichten kommen trotzdem an und werden gezählt.',
    off: 'Aus',
    on: 'Bis du es ausschaltest',
    hour: 'Eine Stunde',
    tomorrow: 'Bis morgen um 9:00',
    until: (moment) => (moment === null ? 'An' : `Bis ${moment}`),
    byHours: (moment) => (moment === null ? 'Jede Woche an' : `Jede Woche: bis ${moment}`),
    weekly: 'Jede Woche nicht stören',
    weeklyHint: 'Geht von selbst an und aus.',
    weeklyTimes: 'Tage und Zeiten',
    days: 'Tage, an denen es beginnt',
    dayMarks: ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'],
    from: 'Von',
    to: 'bis',
    nextDay: 'am nächsten Tag',
    noDays: 'Wähle mindestens einen Tag.',
    recent: 'Letzte Benachrichtigungen',
    recentHint: 'Sieh für jede Nachricht, warum du benachrichtigt wurdest oder nicht.',
    recentWords: ['Protokoll', 'Verlauf', 'warum', 'Gründe'],
  },
  sound: {
    legend: 'Ton',
    title: 'Ton der Benachrichtigungen',
    hint: 'Die Benachrichtigungseinstellungen deines Kontos entscheiden, welche Nachrichten einen Ton haben.',
    words: ['Audio', 'Klang', 'Geräusch', 'laut', 'Lautstärke', 'Klingel'],
    names: { system: 'Vom System', chime: 'Glockenspiel', bell: 'Glocke', knock: 'Klopfen', drop: 'Tropfen' },
    volume: 'Lautstärke',
    percent: (count) => `${german.number(count)} %`,
    play: 'Abspielen',
    playHint: 'Höre den gewählten Ton.',
  },
  test: {
    legend: 'Probe',
    words: ['Test', 'ausprobieren', 'prüfen', 'kaputt', 'fehlt', 'nicht angezeigt'],
    hint: 'Zeigt eine Benachrichtigung mit Ton und eine Zahl am Programmsymbol.',
    run: 'Probe senden',
    notification: {
      shown:
        'Die Benachrichtigung wurde deinem System übergeben. Wenn du sie nicht siehst, prüfe die Benachrichtigungseinstellungen des Systems.',
      quiet: '„Nicht stören“ ist an, daher wurde nichts gezeigt.',
      unsupported: 'Dein System hat keine Benachrichtigungen.',
      failed:
        'Dein System hat die Benachrichtigung abgelehnt. Erlaube Skein in den Einstellungen des Systems, dich zu benachrichtigen.',
      unanswered: 'Dein System hat nicht gemeldet, ob es die Benachrichtigung gezeigt hat.',
    },
    played: 'Der Ton wurde abgespielt.',
    notPlayed: 'Der Ton konnte nicht abgespielt werden.',
    badge: 'Die Zahl wurde deinem System übergeben. Sie bleibt fünf Sekunden.',
    noBadge: 'Dein System zeigt keine Zahl am Programmsymbol.',
  },
  alertWords: {
    legend: 'Signalwörter',
    words: ['Schlüsselwörter', 'Stichwörter', 'hervorheben'],
    intro: <T>(organization: T): Phrase<T> => [
      'Nachrichten in ',
      organization,
      ', die eins dieser Wörter enthalten, benachrichtigen dich, und das Wort wird hervorgehoben.',
    ],
    field: 'Neues Signalwort',
    none: 'Noch keine Signalwörter.',
    notThereYet: 'Deine Signalwörter werden geladen…',
    saving: 'noch nicht synchronisiert',
    removeWord: (alertWord) => `${alertWord} entfernen`,
  },
  shortcuts: {
    legend: 'Geänderte Tastenkürzel',
    words: ['Hotkeys', 'Tastenbelegung', 'Tasten'],
    resetAll: 'Alle zurücksetzen',
    resetAllHint: 'Gibt jedem Befehl seine ursprünglichen Tasten zurück.',
    none: 'Keine Tasten',
    change: 'Ändern',
    changeOf: (title) => `Tasten ändern: ${title}`,
    press: 'Drücke die neuen Tasten',
    useNone: 'Keine Tasten',
    reset: 'Zurücksetzen',
    resetOf: (title) => `Tasten zurücksetzen: ${title}`,
    used: (keys, titles) => `${keys} wird für ${german.list(titles.map((title) => `„${title}“`))} verwendet.`,
    useHere: 'Stattdessen hier verwenden',
    kept: (keys) => `${keys} geht nicht, weil das System, Textfelder oder Listen es brauchen.`,
    typed: (keys) => `${keys} würde hier nur Text schreiben. Nimm Strg oder Alt dazu.`,
    typedOnMac: (keys) => `${keys} würde hier nur Text schreiben. Nimm ⌘ dazu.`,
  },
  spelling,
  storage,
  accountList,
  ...network,
  closing: {
    legend: 'Beim Schließen des Fensters',
    words: ['Infobereich', 'Hintergrund', 'beenden'],
    auto: 'Weiterlaufen, wenn es einen Infobereich gibt',
    autoHint: 'Ein Klick auf das Symbol im Infobereich öffnet das Fenster wieder. Ohne Infobereich wird Skein beendet.',
    hide: 'Weiterlaufen',
    hideHint: 'Starte Skein noch einmal, um das Fenster wieder zu öffnen.',
    quit: 'Beenden',
  },
  version: {
    legend: 'Version',
    words: ['Update', 'Aktualisierung', 'Lizenzen'],
    current: (version) => `Skein ${version}`,
    licences: 'Lizenzen',
    licencesHint: 'Die Lizenz von Skein und der Software, die es enthält.',
  },
  updates: {
    legend: 'Wenn ein Update verfügbar ist',
    words: ['Aktualisierung', 'neue Version', 'automatisch'],
    install: 'Beim nächsten Start installieren',
    installHint: 'Es wird im Hintergrund geladen, ohne dich zu stören.',
    onlyNotify: 'Nur Bescheid geben',
    notify: 'Bescheid geben',
    never: 'Nicht nach Updates suchen',
  },
  help: {
    legend: 'Hilfe',
    words: ['Protokoll', 'Fehler', 'Problem', 'Support'],
    shortcuts: 'Tastenkürzel',
    shortcutsHint: 'Alle Tasten von Skein, nach dem Ort, an dem sie gelten.',
    shortcutsWords: ['Tastenkombinationen', 'Kurzbefehle', 'Tasten'],
    intro:
      'Ein Bericht zeigt der Person, die dir hilft, was schiefgegangen ist. Du kannst alles lesen, bevor du ihn sicherst.',
    report: 'Bericht sichern…',
  },
  accounts: {
    legend: 'Konten',
    add: 'Konto hinzufügen…',
    addHint: 'Melde dich bei einer anderen Organisation oder mit einem anderen Konto an.',
    words: ['Organisation', 'Server', 'anmelden', 'Login'],
    mutedPeople: 'Stumme Personen…',
    mutedPeopleHint: 'Personen, deren Nachrichten ausgeblendet sind.',
    mutedPeopleWords: ['blockieren', 'ignorieren'],
  },
}

export const settingActionNames: typeof englishActionNames = {
  USER_SETTING: ({ property }) => {
    // A stored action may come from another version.
    const known: Partial<Record<string, { readonly title: string }>> = accountSettings
    const title = known[property]?.title
    return title === undefined ? 'Einstellung ändern' : `Einstellung ändern: ${title}`
  },
}
