import type { network as english } from '../en/network.ts'

const checkAddressAndPort = 'Prüfe die Adresse und den Port.'

export const network: typeof english = {
  NAME_UNKNOWN: 'Der Server wurde nicht gefunden. Prüfe seine Adresse und dein Netz.',
  NETWORK_BUSY: 'Das Netz ist zu ausgelastet, um den Server zu finden.',
  CONNECTION_REFUSED: 'Der Server läuft nicht, oder er lehnt Verbindungen ab.',
  CONNECTION_TIMED_OUT: 'Der Server antwortet nicht.',
  NOT_CONNECTED: 'Dieser Computer ist mit keinem Netz verbunden.',
  NETWORK_CHANGED: 'Die Netzwerkverbindung hat sich geändert.',
  ADDRESS_UNREACHABLE: 'Der Server ist aus diesem Netz nicht erreichbar.',
  ADDRESS_INVALID: 'Das ist keine gültige Serveradresse. Prüfe sie.',
  UNSAFE_PORT: 'Dieser Port ist für andere Dienste reserviert. Prüfe die Adresse.',
  PROXY_AWAY: 'Der Proxy dieses Netzes antwortet nicht.',
  PROXY_CERTIFICATE_INVALID:
    'Der Proxy dieses Netzes hat ein ungültiges Zertifikat. Wende dich an die Administration des Netzes.',
  PROXY_LOGIN_UNSUPPORTED: 'Der Proxy dieses Netzes verlangt eine Art der Anmeldung, die Skein nicht unterstützt.',
  PROXY_WANTS_PASSWORD: 'Der Proxy dieses Netzes verlangt Benutzername und Passwort.',
  PROXY_REFUSES: 'Der Proxy dieses Netzes lehnt die Verbindung zum Server ab.',
  PROXY_UNSUPPORTED: 'Dieses Netz verwendet eine Art von Proxy, die Skein nicht unterstützt.',
  PROXY_SETTINGS_UNREADABLE: 'Die Proxy-Einstellungen dieses Netzes sind nicht lesbar.',
  CERTIFICATE_AUTHORITY_UNKNOWN:
    'Dieser Computer vertraut dem Aussteller des Serverzertifikats nicht. Vielleicht ist es selbst signiert, oder jemand fängt die Verbindung ab.',
  CERTIFICATE_NAME_INVALID:
    'Das Zertifikat des Servers gilt für einen anderen Namen. Prüfe die Adresse. Wenn sie stimmt, wende dich an die Administration des Servers.',
  CERTIFICATE_DATE_INVALID: 'Das Zertifikat des Servers ist abgelaufen, oder die Uhr dieses Computers geht falsch.',
  CERTIFICATE_REVOKED: 'Das Zertifikat des Servers wurde widerrufen. Wende dich an die Administration des Servers.',
  TLS_MISSING: `Der Server verwendet unter dieser Adresse kein TLS. ${checkAddressAndPort}`,
  TLS_TOO_OLD:
    'Der Server kann nur noch Verschlüsselung, die nicht mehr sicher ist. Bitte seine Administration, ihn zu aktualisieren.',
  CLIENT_CERTIFICATE_NEEDED: 'Der Server verlangt ein Client-Zertifikat, und dieser Computer hat keins dafür.',
  CLIENT_CERTIFICATE_REFUSED: 'Der Server nimmt dein Zertifikat nicht an.',
  NO_WEB_SERVER: `Unter dieser Adresse gibt es keinen Webserver. ${checkAddressAndPort}`,
  CONNECTION_BROKEN: 'Die Verbindung zum Server ist abgebrochen.',
  CONNECTION_FAILED: ({ name }) =>
    name === null
      ? 'Die Verbindung zum Server ist fehlgeschlagen.'
      : `Die Verbindung zum Server ist fehlgeschlagen (${name}).`,
  CONNECTION_UNSAFE: ({ name }) => `Eine sichere Verbindung zum Server war nicht möglich (${name}).`,
  ANSWER_LATE: 'Der Server hat zu lange nicht geantwortet.',
  ANSWER_TOO_LARGE: 'Die Antwort des Servers ist zu groß.',
  REDIRECT_UNSAFE: 'Der Server hat Skein an eine unsichere Adresse weitergeleitet.',
  REQUEST_REPLACED: 'Die Anfrage wurde verworfen, um Platz für andere zu machen.',
  REQUEST_WITHOUT_PATH: 'Die Anfrage hat keinen Pfad.',
  NETWORK_NOT_READY: ({ detail }) =>
    detail === null ? 'Das Netz ist nicht bereit.' : `Das Netz ist nicht bereit: ${detail}`,
  KEY_MISSING: 'Dieses Konto hat keinen Schlüssel. Melde dich noch einmal an.',
  BAD_PATH: 'Diese Datei ist nicht auf deinem Server.',
  FILE_COPY_GONE: 'Die Kopie der Datei gibt es nicht mehr.',
  FILE_UNREADABLE: ({ detail }) => `Die Datei ist nicht lesbar: ${detail}`,
}
