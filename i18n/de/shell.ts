import type { LinkProgram } from '#shared/content/link-schemes.ts'
import type { shell as english } from '../en/shell.ts'
import { german } from './format.ts'

const kept = 'Nicht gesendete Nachrichten sind sicher, und was du gerade geschrieben hast, ist als Entwurf gespeichert.'
const reportIs =
  'Ein Bericht ist eine Textdatei, die du an einem Ort deiner Wahl sicherst. Sie enthält die Version, dein System, was fehlgeschlagen ist und die letzten Zeilen des Protokolls, aber keine Nachrichten, Namen, Passwörter oder Schlüssel. Es wird nichts gesendet.'
const windowFailed = (times: number) => `Das Fenster von Skein ist in wenigen Minuten ${times}-mal abgestürzt.`

/** In the dative, after “mit”. */
const programNames = {
  phone: 'dem Telefonprogramm',
  call: 'dem Programm für Anrufe',
  text_message: 'dem Programm für SMS',
  map: 'dem Kartenprogramm',
  chat: 'einem anderen Chatprogramm',
  torrent: 'dem Torrent-Programm',
  file_transfer: 'dem Programm für Dateiübertragungen',
  terminal: 'dem Terminal',
  calendar: 'dem Kalenderprogramm',
  news: 'dem Newsreader',
} satisfies Record<LinkProgram, string>

export const shell: typeof english = {
  menus: {
    file: '&Datei',
    view: '&Ansicht',
    go: '&Gehe zu',
    help: '&Hilfe',
    keys: 'Tastenkürzel',
    settings: 'Einstellungen…',
    actualSize: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    quit: (program) => `${program} beenden`,
    about: (program) => `Über ${program}`,
    hide: (program) => `${program} ausblenden`,
    noSuggestions: 'Keine Vorschläge',
    addToDictionary: 'Zum Wörterbuch hinzufügen',
    checkSpelling: 'Rechtschreibung beim Tippen prüfen',
    roles: {
      undo: 'Rückgängig',
      redo: 'Wiederholen',
      cut: 'Ausschneiden',
      copy: 'Kopieren',
      paste: 'Einfügen',
      pasteAndMatchStyle: 'Ohne Formatierung einfügen',
      delete: 'Löschen',
      selectAll: 'Alles auswählen',
      close: 'Fenster schließen',
      minimize: 'Minimieren',
      zoom: 'Zoomen',
      front: 'Alle nach vorne bringen',
      togglefullscreen: 'Vollbild ein oder aus',
      services: 'Dienste',
      hideOthers: 'Andere ausblenden',
      unhide: 'Alle einblenden',
      startSpeaking: 'Sprachausgabe starten',
      stopSpeaking: 'Sprachausgabe stoppen',
      reload: 'Neu laden',
      toggleDevTools: 'Entwicklerwerkzeuge ein oder aus',
    },
    edit: '&Bearbeiten',
    window: '&Fenster',
    speech: 'Sprache',
    languages: 'Sprachen',
    languageName: german.languageName,
    writeMail: 'E-Mail senden',
    copyAddress: 'E-Mail-Adresse kopieren',
    openLink: 'Link öffnen',
    openAsked: 'Link öffnen…',
    copyLink: 'Link kopieren',
    copyImage: 'Bild kopieren',
    lookUp: (text) => `„${text}“ nachschlagen`,
  },
  dialogs: {
    certificateWanted: (host) => `${host} verlangt ein Zertifikat.`,
    certificateDetail: 'Es weist dich beim Server aus. Skein fragt beim nächsten Start wieder.',
    certificateNone: 'Keins davon',
    certificateLabel: ({ subject, issuer, until }) => `${subject} (ausgestellt von ${issuer}, gültig bis ${until})`,
    authoritiesWanted: (count: number) =>
      count === 1 ? 'Dieser Zertifizierungsstelle vertrauen?' : `Diesen ${count} Zertifizierungsstellen vertrauen?`,
    authoritiesDetail:
      'Wer ihren Schlüssel hat, kann alles lesen und ändern, was Skein sendet und empfängt. Vergleiche den Fingerabdruck mit dem, den deine Administration nennt.',
    authoritiesTrust: 'Vertrauen',
    windowNotStarted:
      'Das Fenster von Skein konnte nicht geöffnet werden. Vielleicht blockiert es ein anderes Programm wie ein Virenscanner, oder der Computer hat zu wenig Speicher.',
    windowFileRefused:
      'Das System hat eine Datei von Skein abgelehnt. Vielleicht hat ein anderes Programm sie verändert, oder sie ist beschädigt. Eine Neuinstallation ersetzt alle Dateien von Skein.',
    windowFileDamaged:
      'Das Fenster von Skein konnte nicht geöffnet werden, weil eine seiner Dateien beschädigt ist. Installiere Skein neu.',
    windowFailed,
    windowOutOfMemory: (times) =>
      `${windowFailed(times)} Ihm ging der Speicher aus. Vielleicht hilft es, andere Programme zu schließen.`,
    windowFaultDetail: `${kept}\n\n${reportIs}`,
    tryAgain: 'Erneut versuchen',
    saveReport: 'Bericht sichern…',
    quit: 'Beenden',
    windowSilent: 'Das Fenster von Skein reagiert nicht.',
    windowSilentDetail: `Vielleicht ist es beschäftigt. Neu laden dauert einen Moment. ${kept}`,
    wait: 'Warten',
    loadAgain: 'Neu laden',
    reportSaved: (path) => `Der Bericht wurde als ${path} gesichert. Lies ihn, bevor du ihn weitergibst.`,
    reportTitle: 'Bericht sichern',
    ok: 'OK',
    dictionaryQuestion: 'Ein Wörterbuch laden?',
    dictionaryDetail: (languages) =>
      `Um die Rechtschreibung in ${german.list(languages.map(german.languageName))} zu prüfen, lädt Skein ein Wörterbuch von einem Server von Google, der deine Adresse und die Sprache sieht. Was du schreibst, bleibt auf diesem Computer.`,
    fetch: 'Laden',
    cancel: 'Abbrechen',
    links: {
      question(doubt) {
        return doubt.kind === 'program'
          ? `Diesen Link mit ${programNames[doubt.program]} öffnen?`
          : `Diesen Link zu ${doubt.host} öffnen?`
      },
      detail({ doubt, address }) {
        const leads = `Die Adresse lautet:\n${address}`
        switch (doubt.kind) {
          case 'program':
            return leads
          case 'user_name':
            return `Vor dem Server steht in der Adresse ein Name, „${doubt.name}“, der sich mit dem Server verwechseln lässt. ${leads}`
          case 'lookalike':
            return `Sie ist als „${doubt.written}“ geschrieben, mit Buchstaben, die wie andere aussehen. ${leads}`
          case 'other_text':
            return `Der Text nennt „${doubt.shown}“, aber der Link führt woandershin. ${leads}`
        }
      },
      open: 'Öffnen',
      copy: 'Adresse kopieren',
    },
    startFailed: 'Skein kann nicht starten',
    startFailedDetail(reason, logFile) {
      const what = `Skein kann nicht starten: ${reason.replace(/\.$/, '')}.`
      return logFile === null
        ? `${what}\n\nEs wurde nichts geändert. Auch das Protokoll ließ sich nicht schreiben. Prüfe, ob der Datenträger voll ist.`
        : `${what}\n\nEs wurde nichts geändert. Starte Skein noch einmal. Wenn das nicht hilft, steht Näheres in ${logFile}.`
    },
  },
  tray: {
    open: 'Skein öffnen',
    doNotDisturb: 'Nicht stören',
    quietUntil: (time) => `Nicht stören bis ${time}`,
    quietFor: { hour: 'Eine Stunde nicht stören', tomorrow: 'Bis morgen um 9:00 nicht stören' },
    quit: 'Skein beenden',
    toolTip({ unread, mentions, doNotDisturb }) {
      const news =
        unread === 0
          ? 'nichts ungelesen'
          : `${german.number(unread)} ungelesen${mentions > 0 ? `, ${german.plural(mentions, { one: '1 Erwähnung', other: `${german.number(mentions)} Erwähnungen` })}` : ''}`
      return `Skein – ${news}${doNotDisturb ? ' – nicht stören' : ''}`
    },
    unread: (count) =>
      german.plural(count, { one: '1 ungelesene Nachricht', other: `${german.number(count)} ungelesene Nachrichten` }),
  },
  notifications: {
    reply: 'Antworten',
    topicTitle: ({ sender, stream, topic }) => `${sender} – #${stream} › ${topic}`,
    groupTitle: (sender) => `${sender} (Gruppe)`,
    severalTitle: ({ title, count }) => `${title} (${german.number(count)} neu)`,
    testTitle: 'Probe',
    testBody: 'So sehen die Benachrichtigungen von Skein aus.',
    summaryTitle: ({ count, organization }) =>
      `${german.plural(count, { one: '1 neue Nachricht', other: `${german.number(count)} neue Nachrichten` })} – ${organization}`,
    summaryText: ({ senders, others }) =>
      `Von ${senders.join(', ')}${others > 0 ? ` und ${german.number(others)} weiteren` : ''}`,
  },
  report: {
    title: 'Bericht von Skein',
    holds: 'Er enthält keine Nachrichten, keine Namen von Personen oder Servern und keine Passwörter oder Schlüssel.',
    notSent: 'Nichts davon wurde irgendwohin gesendet.',
    made: 'Erstellt',
    started: 'Gestartet',
    version: 'Version',
    system: 'System',
    accounts: 'Konten',
    failures: 'Fehler seit dem Start von Skein',
    lastFailures: 'Letzte Fehler',
    lastLines: (count) => `Letzte Zeilen des Protokolls (${count})`,
    none: 'keine',
    fileName: (day) => `Skein-Bericht ${day}.txt`,
  },
}
