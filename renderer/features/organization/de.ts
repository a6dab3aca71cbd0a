import { german, word } from '#i18n/de/format.ts'
import type { organization as english } from './en.ts'

export const organization: typeof english = {
  page: {
    title: 'Organisation',
    sectionList: 'Bereiche der Organisationseinstellungen',
    sections: {
      profile: 'Name und Beschreibung',
      people: 'Beitritt und Personen',
      messages: 'Nachrichten',
      permissions: 'Berechtigungen',
      emoji: 'Emojis',
      linkifiers: 'Automatische Links',
      playgrounds: 'Code-Umgebungen',
    },
    search: 'Einstellungen suchen',
    palette: (section) => `Organisation: ${section}`,
    notShown: 'Die Einstellungen der Organisation konnten nicht geladen werden',
    notThereYet: 'Die Einstellungen der Organisation werden geladen, sobald Skein den Server erreicht.',
    legends: {
      profile: 'Profil',
      joining: 'Beitritt',
      members: 'Neue Mitglieder',
      profiles: 'Namen und Profile',
      privacy: 'Privatsphäre',
      editing: 'Bearbeiten und löschen',
      moving: 'Verschieben',
      display: 'Anzeige',
      keeping: 'Aufbewahrung',
      announcements: 'Ankündigungen',
      emails: 'E-Mails',
      get streams() {
        return word.many
      },
      invitations: 'Einladungen',
      messages: 'Nachrichten',
      groups: 'Gruppen',
      more: 'Emojis und Bots',
    },
    profile: {
      name: 'Name',
      description: 'Beschreibung',
      descriptionHint: 'Du kannst Markdown verwenden. Alle, die sich anmelden, sehen sie.',
      save: 'Speichern',
      saved: 'Gespeichert.',
      words: ['umbenennen', 'Titel', 'über uns'],
    },
    switches: {
      allow_message_editing: {
        title: 'Eigene Nachrichten dürfen bearbeitet werden',
        words: ['ändern', 'korrigieren'],
      },
      avatar_changes_disabled: {
        title: 'Nur Administratoren können Profilbilder ändern',
        words: ['Avatar', 'Foto'],
      },
      digest_emails_enabled: { title: 'Wöchentliche Zusammenfassungen per E-Mail', words: ['Überblick'] },
      disallow_disposable_email_addresses: {
        title: 'Wegwerf-E-Mail-Adressen ablehnen',
        words: ['Spam', 'beitreten'],
      },
      email_changes_disabled: { title: 'Nur Administratoren können E-Mail-Adressen ändern' },
      emails_restricted_to_domains: {
        title: 'Nur E-Mail-Adressen aus den Domains der Organisation',
        words: ['beitreten', 'einschränken'],
      },
      enable_guest_user_indicator: { title: 'Gäste hinter ihrem Namen kennzeichnen', words: ['extern'] },
      enable_read_receipts: {
        title: 'Lesebestätigungen',
        hint: 'Alle können sehen, wer eine Nachricht gelesen hat.',
        words: ['gesehen'],
      },
      enable_spectator_access: {
        get title() {
          return `${word.many} erlauben, die alle im Internet lesen können`
        },
        words: ['öffentlich', 'Web', 'Zuschauer', 'ohne Konto'],
      },
      inline_image_preview: {
        title: 'Bilder und Videos unter ihren Links zeigen',
        words: ['Vorschau', 'Medien'],
      },
      inline_url_embed_preview: { title: 'Vorschau verlinkter Seiten zeigen', words: ['Website', 'einbetten'] },
      invite_required: { title: 'Beitritt nur mit Einladung', words: ['Registrierung', 'anmelden'] },
      mandatory_topics: { title: 'Jede Nachricht braucht ein Thema', words: ['Betreff', 'ohne Thema'] },
      message_content_allowed_in_email_notifications: {
        title: 'Nachrichtentext in E-Mail-Benachrichtigungen erlauben',
        words: ['Privatsphäre', 'Inhalt'],
      },
      name_changes_disabled: { title: 'Nur Administratoren können Namen ändern' },
      presence_disabled: { title: 'Nicht zeigen, wer online ist', words: ['Anwesenheit', 'Verfügbarkeit', 'Status'] },
      send_welcome_emails: { title: 'Neuen Mitgliedern E-Mails für den Einstieg schicken', words: ['Einführung'] },
    },
    limits: {
      message_content_edit_limit_seconds: {
        title: 'Frist zum Bearbeiten von Nachrichten',
        words: ['ändern', 'korrigieren', 'Zeit'],
      },
      message_content_delete_limit_seconds: {
        title: 'Frist zum Löschen eigener Nachrichten',
        words: ['entfernen', 'Zeit'],
      },
      move_messages_within_stream_limit_seconds: {
        title: 'Frist zum Verschieben in ein anderes Thema',
        words: ['umbenennen', 'Zeit'],
      },
      move_messages_between_streams_limit_seconds: {
        get title() {
          return `Frist zum Verschieben in einen anderen ${word.one}`
        },
        words: ['Zeit'],
      },
    },
    streams: {
      notifications_stream_id: {
        get title() {
          return `Neue ${word.many} ankündigen in`
        },
        words: ['Benachrichtigungen'],
      },
      signup_notifications_stream_id: {
        title: 'Neue Mitglieder ankündigen in',
        words: ['Benachrichtigungen', 'beitreten'],
      },
    },
    permissions: {
      can_create_public_channel_group: {
        get title() {
          return `Öffentliche ${word.many} anlegen`
        },
      },
      can_create_private_channel_group: {
        get title() {
          return `Private ${word.many} anlegen`
        },
      },
      can_create_web_public_channel_group: {
        get title() {
          return `${word.many} anlegen, die alle im Internet lesen können`
        },
        words: ['Web', 'öffentlich'],
      },
      can_add_subscribers_group: {
        get title() {
          return `Personen zu ${word.toMany} hinzufügen`
        },
        words: ['abonnieren', 'einladen'],
      },
      can_invite_users_group: { title: 'Per E-Mail einladen', words: ['Einladungen'] },
      create_multiuse_invite_group: { title: 'Einladungslinks anlegen', words: ['einladen'] },
      can_move_messages_between_topics_group: {
        title: 'Nachrichten in ein anderes Thema verschieben',
        words: ['umbenennen'],
      },
      can_move_messages_between_channels_group: {
        get title() {
          return `Nachrichten in einen anderen ${word.one} verschieben`
        },
      },
      can_resolve_topics_group: { title: 'Themen als erledigt markieren', words: ['fertig', 'Häkchen'] },
      can_delete_any_message_group: { title: 'Alle Nachrichten löschen', words: ['entfernen'] },
      can_delete_own_message_group: { title: 'Eigene Nachrichten löschen', words: ['entfernen'] },
      can_mention_many_users_group: {
        title: 'Viele Personen auf einmal benachrichtigen',
        words: ['alle', 'erwähnen', '@all'],
      },
      direct_message_initiator_group: { title: 'Direktnachrichten beginnen', words: ['privat'] },
      can_create_groups: { title: 'Gruppen anlegen' },
      can_manage_all_groups: { title: 'Alle Gruppen verwalten', words: ['ändern', 'Mitglieder'] },
      can_add_custom_emoji_group: { title: 'Emojis hinzufügen', words: ['eigene'] },
      can_create_bots_group: { title: 'Bots jeder Art anlegen', words: ['Integrationen'] },
      can_create_write_only_bots_group: { title: 'Bots anlegen, die nur schreiben', words: ['Webhook'] },
    },
    noLimit: 'Ohne Frist',
    noStream: 'Keinem',
    editHistory: {
      title: 'Frühere Fassungen von Nachrichten zeigen',
      words: ['Bearbeitungsverlauf'],
      options: { all: 'Änderungen und Verschiebungen', moves: 'Nur Verschiebungen', none: 'Nichts' },
    },
    retention: {
      title: 'Nachrichten löschen nach',
      get hint() {
        return `${word.many} können eine eigene Zeit haben. Gelöschte Nachrichten lassen sich nicht wiederherstellen.`
      },
      words: ['Aufbewahrung', 'behalten', 'Verlauf'],
      forever: 'Nie',
    },
    waiting: {
      title: 'Neue Mitglieder werden Vollmitglieder nach',
      hint: 'Manche Berechtigungen haben nur Vollmitglieder.',
      words: ['Wartezeit', 'Probezeit'],
      none: 'Dem Beitritt',
    },
    unknownAudience: 'Unbekannte Gruppe',
  },
  failures: {
    ORGANIZATION_NAME_MISSING: 'Gib der Organisation einen Namen.',
    ORGANIZATION_NAME_TOO_LONG: ({ length, most }) =>
      `Der Name hat ${german.number(length)} Zeichen. Möglich sind ${german.number(most)}.`,
    ORGANIZATION_DESCRIPTION_TOO_LONG: ({ length, most }) =>
      `Die Beschreibung hat ${german.number(length)} Zeichen. Möglich sind ${german.number(most)}.`,
    SETTING_MISSING: 'Der Server der Organisation hat diese Einstellung nicht.',
  },
}
