import { describe, expect, it } from 'vitest'
import type { Failure, FailureCode } from '#contract/base/failures.ts'
import { englishCatalogue } from '#i18n/en/catalogue.ts'
import { sentenceOf } from '#i18n/catalogue.ts'

const broken = { code: 'CONNECTION_BROKEN' } as const
const path = '/home/iris/skein.json'

/** Every code with values that its sentence distinguishes, and the sentence. */
const sentences: readonly (readonly [failure: Failure, sentence: string])[] = [
  [{ code: 'TEXT', values: { text: 'Try Tuesday.' } }, 'Try Tuesday.'],

  [{ code: 'RIGHT_MISSING', values: { refusal: null } }, 'You don’t have permission to do this.'],
  [{ code: 'RIGHT_MISSING', values: { refusal: { code: 'role', least: 'owner' } } }, 'Only owners can do this.'],
  [
    { code: 'RIGHT_MISSING', values: { refusal: { code: 'time_limit', seconds: 600 } } },
    'This is possible only in the first 10 minutes.',
  ],
  [{ code: 'ORGANIZATION_NAME_MISSING' }, 'Enter a name for the organization.'],
  [
    { code: 'ORGANIZATION_NAME_TOO_LONG', values: { length: 41, most: 40 } },
    'The name has 41 characters. It can have 40.',
  ],
  [
    { code: 'ORGANIZATION_DESCRIPTION_TOO_LONG', values: { length: 1200, most: 1000 } },
    'The description has 1,200 characters. It can have 1,000.',
  ],
  [{ code: 'LIST_ENTRY_MISSING' }, 'Someone else has removed this entry.'],
  [
    { code: 'LINKIFIER_INVALID', values: { problem: { kind: 'no_group', name: 'id' } } },
    'The address uses {id}, but the pattern has no group (?P<id>…).',
  ],
  [{ code: 'SETTING_MISSING' }, 'The organization’s server doesn’t have this setting.'],
  [
    { code: 'CHANGE_NEEDS_SERVER' },
    'Skein can’t reach the server, which this change needs. What you entered is still here. Try again when you’re online.',
  ],
  [
    { code: 'CHANGE_OUTCOME_UNKNOWN' },
    'The connection was lost before the server could confirm the change. Check whether it was made before you try again.',
  ],

  [{ code: 'PERSON_UNKNOWN' }, 'This person isn’t in your organization any more.'],
  [{ code: 'PERSON_EMAIL_INVALID' }, 'Enter an email address.'],
  [{ code: 'PERSON_PASSWORD_TOO_SHORT', values: { least: 8 } }, 'The password needs at least 8 characters.'],
  [{ code: 'BOT_SHORT_NAME_INVALID' }, 'The username can have up to 50 letters, digits, and . _ + -.'],
  [{ code: 'BOT_ADDRESS_INVALID' }, 'Enter a web address that starts with https:// or http://.'],
  [{ code: 'BOT_STREAMS_IGNORED' }, 'The server doesn’t support default streams of bots. Everything else is saved.'],
  [{ code: 'BOT_KEY_UNKNOWN' }, 'The server doesn’t tell you the key of this bot. Replace the key to get a new one.'],

  [{ code: 'NAME_UNKNOWN' }, 'The server couldn’t be found. Check its address and your network.'],
  [{ code: 'NETWORK_BUSY' }, 'The network is too busy to find the server.'],
  [{ code: 'CONNECTION_REFUSED' }, 'The server isn’t running, or is refusing connections.'],
  [{ code: 'CONNECTION_TIMED_OUT' }, 'The server isn’t responding.'],
  [{ code: 'NOT_CONNECTED' }, 'This computer isn’t connected to a network.'],
  [{ code: 'NETWORK_CHANGED' }, 'The network connection changed.'],
  [{ code: 'ADDRESS_UNREACHABLE' }, 'The server can’t be reached from this network.'],
  [{ code: 'ADDRESS_INVALID' }, 'This isn’t a valid server address. Check it.'],
  [{ code: 'UNSAFE_PORT' }, 'This port is reserved for another kind of service. Check the address.'],
  [{ code: 'PROXY_AWAY' }, 'This network’s proxy isn’t responding.'],
  [
    { code: 'PROXY_CERTIFICATE_INVALID' },
    'This network’s proxy has an invalid certificate. Contact your network administrator.',
  ],
  [{ code: 'PROXY_LOGIN_UNSUPPORTED' }, 'This network’s proxy uses a type of sign-in that Skein doesn’t support.'],
  [{ code: 'PROXY_WANTS_PASSWORD' }, 'This network’s proxy requires a username and password.'],
  [{ code: 'PROXY_REFUSES' }, 'This network’s proxy refuses to connect to the server.'],
  [{ code: 'PROXY_UNSUPPORTED' }, 'This network uses a type of proxy that Skein doesn’t support.'],
  [{ code: 'PROXY_SETTINGS_UNREADABLE' }, 'This network’s proxy settings can’t be read.'],
  [
    { code: 'CERTIFICATE_AUTHORITY_UNKNOWN' },
    'This computer doesn’t trust the issuer of the server’s certificate. The certificate may be self-signed, or someone may be intercepting the connection.',
  ],
  [
    { code: 'CERTIFICATE_NAME_INVALID' },
    'The server’s certificate is for a different name. Check the address. If it’s right, contact the server’s administrator.',
  ],
  [{ code: 'CERTIFICATE_DATE_INVALID' }, 'The server’s certificate has expired, or this computer’s clock is wrong.'],
  [{ code: 'CERTIFICATE_REVOKED' }, 'The server’s certificate has been revoked. Contact the server’s administrator.'],
  [{ code: 'TLS_MISSING' }, 'The server doesn’t use TLS at this address. Check the address and the port.'],
  [
    { code: 'TLS_TOO_OLD' },
    'The server only supports encryption that’s no longer secure. Ask its administrator to update it.',
  ],
  [
    { code: 'CLIENT_CERTIFICATE_NEEDED' },
    'The server requires a client certificate, and this computer has none for it.',
  ],
  [{ code: 'CLIENT_CERTIFICATE_REFUSED' }, 'The server doesn’t accept your certificate.'],
  [{ code: 'NO_WEB_SERVER' }, 'There’s no web server at this address. Check the address and the port.'],
  [broken, 'The connection to the server was lost.'],
  [{ code: 'CONNECTION_FAILED', values: { name: null } }, 'The connection to the server failed.'],
  [{ code: 'CONNECTION_FAILED', values: { name: 'ERR_X' } }, 'The connection to the server failed (ERR_X).'],
  [
    { code: 'CONNECTION_UNSAFE', values: { name: 'ERR_SSL_X' } },
    'A secure connection to the server couldn’t be made (ERR_SSL_X).',
  ],
  [{ code: 'ANSWER_LATE' }, 'The server took too long to respond.'],
  [{ code: 'ANSWER_TOO_LARGE' }, 'The server’s response is too large.'],
  [{ code: 'REDIRECT_UNSAFE' }, 'The server redirected Skein to an unsafe address.'],
  [{ code: 'REQUEST_REPLACED' }, 'The request was dropped to make room for others.'],
  [{ code: 'REQUEST_WITHOUT_PATH' }, 'The request has no path.'],
  [{ code: 'NETWORK_NOT_READY', values: { detail: null } }, 'The network isn’t ready.'],
  [{ code: 'NETWORK_NOT_READY', values: { detail: 'ouch' } }, 'The network isn’t ready: ouch'],
  [{ code: 'KEY_MISSING' }, 'This account has no key. Sign in again.'],
  [{ code: 'BAD_PATH' }, 'This file isn’t on your server.'],
  [{ code: 'FILE_COPY_GONE' }, 'The copy of the file no longer exists.'],
  [{ code: 'FILE_UNREADABLE', values: { detail: 'EIO' } }, 'The file can’t be read: EIO'],

  [{ code: 'BAD_ADDRESS', values: { problem: 'empty' } }, 'Enter your organization’s server address.'],
  [
    { code: 'BAD_ADDRESS', values: { problem: 'malformed' } },
    'This isn’t a valid address. Enter one like chat.example.com.',
  ],
  [{ code: 'BAD_ADDRESS', values: { problem: 'scheme' } }, 'Server addresses start with https://.'],
  [
    { code: 'BAD_ADDRESS', values: { problem: 'has_password' } },
    'Leave the name and password out of the address. They have their own fields.',
  ],
  [
    { code: 'BAD_ADDRESS', values: { problem: 'not_encrypted' } },
    'This address isn’t encrypted. Skein sends passwords only over https://.',
  ],
  [{ code: 'BAD_ADDRESS', values: { problem: 'not_origin' } }, 'This account’s server address isn’t valid.'],
  [{ code: 'UNREACHABLE', values: { cause: broken } }, 'The connection to the server was lost.'],
  [
    { code: 'MOVED', values: { origin: 'https://new.example.com' } },
    'This server has moved. Its new address is https://new.example.com',
  ],
  [
    { code: 'LOGIN_PAGE' },
    'This server sends Skein to a web page to sign in. Ask the server’s administrator how apps can connect.',
  ],
  ...(
    [
      [0, 'a second'],
      [1, 'a second'],
      [1.2, '2 seconds'],
      [60, '60 seconds'],
      [61, '2 minutes'],
      [7_140, '119 minutes'],
      [7_141, '2 hours'],
      [null, 'half an hour'],
    ] as const
  ).map(
    ([waitSeconds, wait]) =>
      [
        { code: 'RATE_LIMIT_HIT', values: { isPassword: false, waitSeconds } },
        `Too many attempts. Wait ${wait}, then try again.`,
      ] as const,
  ),
  [
    { code: 'RATE_LIMIT_HIT', values: { isPassword: true, waitSeconds: null } },
    'Too many attempts with a wrong password. Wait half an hour, then try again.',
  ],
  [
    { code: 'BEHIND_A_LOGIN', values: { status: 407 } },
    'Something in front of the server, such as a proxy with its own sign-in, is blocking Skein (407). Ask the server’s administrator how apps can connect.',
  ],
  [
    { code: 'NO_PASSWORD_CALL', values: { status: 404 } },
    'This server doesn’t accept passwords from apps (404). Sign in with your email and an API key instead.',
  ],
  [
    { code: 'NOT_A_SERVER' },
    'There’s a server at this address, but not one Skein can talk to. Check the address with your administrator. If your network has a sign-in page, open that first.',
  ],
  [{ code: 'WRONG_PASSWORD' }, 'Incorrect email or password.'],
  [
    { code: 'WRONG_KEY' },
    'The server doesn’t accept this email and API key. Check both. You also see this if the account or organization has been deactivated.',
  ],
  [
    { code: 'USER_DEACTIVATED' },
    'This account has been deactivated. Ask an administrator of your organization to reactivate it.',
  ],
  [
    { code: 'REALM_DEACTIVATED' },
    'This organization has been deactivated. Ask one of its administrators to reactivate it.',
  ],
  [
    { code: 'PASSWORD_AUTH_DISABLED' },
    'This organization doesn’t use passwords. Sign in with your email and the API key from its settings page.',
  ],
  [
    { code: 'PASSWORD_RESET_REQUIRED', values: { origin: 'https://a.b' } },
    'You need to reset your password first. Open https://a.b in a browser, reset it there, then come back.',
  ],
  [
    { code: 'NONEXISTENT_SUBDOMAIN', values: { origin: 'https://a.b' } },
    'There’s no organization at https://a.b. Check the part of the address before the first dot.',
  ],
  [
    { code: 'REQUEST_NOT_UNDERSTOOD', values: { name: null } },
    'The server didn’t understand Skein’s request. A proxy may have removed part of it, or this is a different kind of server. Contact its administrator.',
  ],
  [
    { code: 'REQUEST_NOT_UNDERSTOOD', values: { name: 'username' } },
    'The server didn’t understand Skein’s request (“username” is missing). A proxy may have removed part of it, or this is a different kind of server. Contact its administrator.',
  ],
  [{ code: 'SERVER_NOT_READY' }, 'The server is starting up. Try again in a minute.'],
  [
    { code: 'SERVER_AWAY', values: { status: 502 } },
    'The server is unavailable; a proxy is responding in its place (502). It may be restarting. Try again in a few minutes.',
  ],
  [
    { code: 'SERVER_TROUBLE', values: { status: 500 } },
    'The server reported an internal error (500). Try again later. If it keeps happening, contact its administrator.',
  ],
  [{ code: 'REFUSED', values: { serverText: '' } }, 'The server refused to sign you in and gave no reason.'],
  [{ code: 'REFUSED', values: { serverText: 'Try Tuesday' } }, 'The server says: “Try Tuesday”'],
  [
    { code: 'TOO_OLD', values: { level: 100, needed: 155 } },
    'This server is too old for Skein (feature level 100; Skein needs 155). Ask its administrator to update it.',
  ],
  [{ code: 'INCOMPATIBLE' }, 'This server no longer supports this version of Skein. Update Skein.'],
  [
    { code: 'NO_ORGANIZATION', values: { host: 'example.com' } },
    'This server hosts several organizations. Enter the address of yours, such as your-organization.example.com',
  ],

  [{ code: 'INTERNAL' }, 'Something went wrong in Skein. The log has details.'],
  [{ code: 'FOREIGN_FRAME' }, 'This page isn’t allowed to call Skein.'],
  [{ code: 'UNKNOWN_CALL' }, 'Skein doesn’t recognise this call.'],
  [{ code: 'BAD_PARAMETERS' }, 'Skein received a call it doesn’t understand.'],
  ...(
    [
      ['code', 'it would run code.'],
      ['file', 'it leads to files on this computer or its network.'],
      ['program', 'it could start any program on this computer.'],
      ['attachment', 'it would attach a file from this computer to an email.'],
      ['unreadable', 'it isn’t a valid address.'],
      ['too_long', 'it’s too long.'],
    ] as const
  ).map(
    ([reason, text]) =>
      [{ code: 'UNSAFE_LINK', values: { reason } }, `Skein won’t open this link because ${text}`] as const,
  ),
  [
    { code: 'NO_PROGRAM_FOR_LINK', values: { kind: 'web' } },
    'No browser could open this link. Choose one in your system’s settings, or copy the link.',
  ],
  [
    { code: 'NO_PROGRAM_FOR_LINK', values: { kind: 'mail' } },
    'No email program could open this address. Choose one in your system’s settings, or copy the address.',
  ],
  [{ code: 'NO_PROGRAM_FOR_LINK', values: { kind: 'other' } }, 'No program on this computer can open this link.'],
  [{ code: 'NO_ACCOUNT' }, 'This account is no longer signed in.'],
  [{ code: 'ENOSPC' }, 'The disk is full. Free up some space, then add the file again.'],
  [{ code: 'NO_LICENCES' }, 'The licences can’t be read because this copy of Skein is incomplete. Reinstall Skein.'],
  [{ code: 'OLD_REPORT' }, 'There’s a newer report. Check that one and save it instead.'],
  [
    { code: 'REPORT_NOT_SAVED', values: { detail: 'EACCES: permission denied' } },
    'The report wasn’t saved: EACCES: permission denied. Choose another folder.',
  ],
  [{ code: 'FILE_NOT_SAVED', values: { cause: { code: 'FILE_GONE' } } }, 'The file wasn’t saved. It no longer exists.'],
  [
    { code: 'FILE_NOT_SAVED', values: { cause: { code: 'FILE_STATUS', values: { status: 500 } } } },
    'The file wasn’t saved. The server responded with status 500.',
  ],
  [{ code: 'FILE_GONE' }, 'It no longer exists.'],
  [{ code: 'FILE_STATUS', values: { status: 500 } }, 'The server responded with status 500.'],
  [{ code: 'BAD_PIECE' }, 'The file changed while it was being copied. Add it again.'],
  [{ code: 'NO_COPY' }, 'The file couldn’t be copied. Add it again.'],
  [{ code: 'BAD_NAME' }, 'The file couldn’t be copied.'],
  ...(
    [
      [{ kind: 'permission' }, 'you don’t have permission.'],
      [{ kind: 'in_use' }, 'another program is using it.'],
      [{ kind: 'disk_fault' }, 'the disk reported an error.'],
      [{ kind: 'disk_full' }, 'the disk is full.'],
      [{ kind: 'is_folder' }, 'there’s a folder in its place.'],
      [{ kind: 'other', act: 'read', code: '' }, 'it can’t be read (unknown reason).'],
      [{ kind: 'other', act: 'write', code: 'EX' }, 'it can’t be written (EX).'],
      [{ kind: 'other', act: 'keep_aside', code: 'EX' }, 'it can’t be set aside (EX).'],
    ] as const
  ).map(
    ([cause, text]) =>
      [{ code: 'SETTINGS_NOT_STORED', values: { cause } }, `Skein couldn’t save its settings: ${text}`] as const,
  ),
  [{ code: 'AUTHORITY_UNREADABLE' }, 'There’s no certificate in this file. Choose a file in PEM or DER format.'],
  [
    { code: 'AUTHORITY_NOT_ONE' },
    'This certificate isn’t from a certificate authority. Choose the certificate of the authority that issued it.',
  ],
  [{ code: 'AUTHORITY_EXPIRED' }, 'This certificate has expired.'],
  [{ code: 'AUTHORITY_WEAK' }, 'This certificate’s key is too short to be secure.'],
  [{ code: 'AUTHORITIES_FULL', values: { most: 50 } }, 'You can’t add more than 50 certificate authorities.'],
  [{ code: 'AUTHORITIES_NOT_STORED' }, 'Skein couldn’t save the certificate authorities. Nothing was changed.'],
  [
    { code: 'SETTINGS_UNREADABLE', values: { path, cause: { kind: 'in_use' } } },
    'Skein can’t read its list of accounts, /home/iris/skein.json: another program is using it.',
  ],
  [
    { code: 'SETTINGS_NEWER', values: { path } },
    'The list of accounts, /home/iris/skein.json, was saved by a newer version of Skein. Start that version instead.',
  ],
  [
    { code: 'SETTINGS_DAMAGED', values: { path, cause: { kind: 'disk_full' } } },
    'The list of accounts, /home/iris/skein.json, is damaged and couldn’t be set aside: the disk is full.',
  ],

  [{ code: 'CLOSED' }, 'This account is being closed.'],
  [{ code: 'ENGINE_RESTARTING' }, 'Skein is restarting this account. Try again in a moment.'],
  [{ code: 'ENGINE_RESTARTED' }, 'Skein had to restart this account. Try again.'],
  [
    { code: 'ENGINE_FAILED', values: { times: 5 } },
    'This account has crashed 5 times in a few minutes. Anything unsent is safe on this computer. Try again, or save a report to share with the person helping you.',
  ],
  [{ code: 'FOLDER_UNUSABLE', values: { detail: 'EACCES' } }, 'Skein can’t use this account’s folder: EACCES'],
  [
    { code: 'NEWER_DATABASE' },
    'This account’s data was saved by a newer version of Skein. Update Skein to open it. Nothing was changed.',
  ],
  [
    { code: 'LOCKED_DATABASE' },
    'Another program is using this account’s data. Close other copies of Skein, or any program that has its folder open, and try again. Nothing was changed.',
  ],
  [
    { code: 'READ_ONLY_DATABASE' },
    'Skein can’t write to this account’s data. Check the permissions of its data folder, and that the disk isn’t read-only.',
  ],
  [{ code: 'DISK_FULL' }, 'The disk is full. Free up some space and try again. Nothing you’ve written is lost.'],
  [{ code: 'CORRUPT_DATABASE' }, 'This account’s data is damaged.'],
  [
    { code: 'UNUSABLE_DATABASE', values: { detail: 'disk I/O error' } },
    'Skein can’t open this account’s data: disk I/O error',
  ],
  [
    { code: 'KEY_NOT_IN_KEYCHAIN' },
    'This account’s key isn’t in your keychain. Sign in again to continue. Nothing here is lost.',
  ],
  [
    { code: 'KEYCHAIN_MISSING' },
    'This system has no keychain that Skein can use. If you sign in again, you’ll stay signed in until you quit.',
  ],
  [
    { code: 'KEYCHAIN_LIBRARY_MISSING', values: { library: 'libsecret-1.so.0' } },
    'Skein can’t use your keychain because libsecret-1.so.0 is missing on this system. Install libsecret (libsecret-1-0 on Debian and Ubuntu) and restart Skein. Until then, you’ll stay signed in only until you quit.',
  ],
  [
    { code: 'KEYCHAIN_LIBRARY_MISSING', values: { library: 'libglib-2.0.so.0' } },
    'Skein can’t use your keychain because libglib-2.0.so.0 is missing on this system. Install libglib-2.0.so.0 and restart Skein. Until then, you’ll stay signed in only until you quit.',
  ],
  [
    { code: 'KEYCHAIN_LIBRARY_MISSING', values: { library: null } },
    'Skein couldn’t load its keychain component. Reinstall Skein. Until then, you’ll stay signed in only until you quit.',
  ],
  [
    { code: 'KEYCHAIN_LOCKED' },
    'Your keychain is locked. Unlock it and try again, or sign in again to stay signed in until you quit.',
  ],
  [
    { code: 'KEYCHAIN_SILENT', values: { detail: 'timed out' } },
    'Your keychain isn’t responding: timed out. Try again, or sign in again to stay signed in until you quit.',
  ],

  [{ code: 'NO_RELEASE' }, 'There’s no release for this computer yet.'],
  [{ code: 'NO_RELEASE_ADDRESS' }, 'No update address is set.'],
  [
    { code: 'RELEASE_STATUS', values: { status: 500 } },
    'The update server returned an error (500). Skein will check again later.',
  ],
  [
    { code: 'RELEASE_UNREACHABLE', values: { cause: broken } },
    'Skein couldn’t check for updates. The connection to the server was lost.',
  ],
  [{ code: 'FOREIGN_RELEASE' }, 'The release information isn’t signed by Skein’s makers. Nothing was downloaded.'],
  [{ code: 'BAD_RELEASE' }, 'The information about the latest release can’t be read.'],
  [{ code: 'UPDATE_DAMAGED' }, 'The update arrived damaged and was deleted. Skein will download it again later.'],
  [{ code: 'UPDATE_NOT_SIGNED' }, 'The update isn’t signed by Skein’s makers and was deleted.'],
  [
    { code: 'UPDATE_DISK_FULL' },
    'There isn’t enough disk space for the update. Free up some space; Skein will download it again later.',
  ],
  [{ code: 'UPDATE_NOT_WRITABLE' }, 'Skein can’t write to the update’s location. See the log for details.'],
  [
    { code: 'UPDATE_NOT_FETCHED' },
    'The update couldn’t be downloaded. Skein will try again later. See the log for details.',
  ],
  [
    { code: 'UPDATE_NOT_TAKEN' },
    'Your system didn’t accept the update. Skein will try again later. See the log for details.',
  ],
  [{ code: 'ENGINE_START' }, 'Skein is restarting this account. Try again in a moment.'],

  [{ code: 'SLOW_DOWN' }, 'The server asked Skein to slow down.'],
  [{ code: 'SERVER_INTERNAL' }, 'The server reported an internal error.'],
  [{ code: 'NOT_OF_SERVICE' }, 'The response didn’t come from a messaging server.'],
  [{ code: 'PROXY_ANSWERS' }, 'The server is unavailable. Only the proxy in front of it is responding.'],
  [{ code: 'KEY_REFUSED' }, 'The server rejected the key.'],
  [{ code: 'NOT_SUPPORTED' }, 'This server doesn’t support that.'],
  [
    { code: 'ANSWER_UNREADABLE', values: { detail: 'its thread has ended.' } },
    'The server’s response couldn’t be read: its thread has ended.',
  ],
  [{ code: 'ABORTED' }, 'The request was interrupted.'],
  [
    { code: 'INCOMPLETE_REGISTRATION', values: { lacks: '' } },
    'Skein can’t work with this server. Its registration is missing required data, or uses a format this version of Skein doesn’t know. Update Skein, or contact the server’s administrator.',
  ],
  [
    { code: 'INCOMPLETE_REGISTRATION', values: { lacks: 'streams' } },
    'Skein can’t work with this server. Its registration is missing “streams”, or uses a format this version of Skein doesn’t know. Update Skein, or contact the server’s administrator.',
  ],

  [{ code: 'EMPTY_MESSAGE', values: { act: 'send' } }, 'Write a message first.'],
  [
    { code: 'FILE_INCOMPLETE', values: { name: 'a.png' } },
    '“a.png” wasn’t fully copied before Skein was interrupted. Add it again, or remove it from the message.',
  ],
  [{ code: 'EMPTY_MESSAGE', values: { act: 'edit' } }, 'A message can’t be empty. Delete it instead.'],
  [{ code: 'EMPTY_MESSAGE', values: { act: 'schedule' } }, 'A message can’t be empty.'],
  [{ code: 'BAD_MESSAGE' }, 'The text contains a null character. Remove it and try again.'],
  [
    { code: 'MESSAGE_TOO_LONG', values: { act: 'send', length: 10_001, most: 10_000 } },
    'This message has 10001 characters; the limit is 10000. Shorten it, or split it into several messages.',
  ],
  [
    { code: 'MESSAGE_TOO_LONG', values: { act: 'edit', length: 10_001, most: 10_000 } },
    'This message has 10001 characters; the limit is 10000. Shorten it.',
  ],
  [
    { code: 'MESSAGE_TOO_LONG', values: { act: 'schedule', length: 10_001, most: 10_000 } },
    'Messages can have up to 10000 characters.',
  ],
  [{ code: 'STREAM_ARCHIVED', values: { act: 'send' } }, 'This stream is archived, so no one can post in it.'],
  [
    { code: 'STREAM_ARCHIVED', values: { act: 'change' } },
    'This stream is archived. You can read its messages but not change them.',
  ],
  [{ code: 'TOPIC_TOO_LONG', values: { most: 60 } }, 'Topics can have up to 60 characters.'],
  [
    { code: 'TOPIC_MISSING', values: { act: 'compose' } },
    'Messages need a topic in this organization. Add one, then send.',
  ],
  [{ code: 'TOPIC_MISSING', values: { act: 'send' } }, 'Messages need a topic here. Add one, then send.'],
  [
    { code: 'TOPIC_MISSING', values: { act: 'resolve' } },
    'Messages without a topic can’t be resolved. Add a topic first.',
  ],
  [{ code: 'TOPIC_MISSING', values: { act: 'move' } }, 'Add a topic first.'],
  [
    { code: 'TOPIC_UNWANTED', values: { topic: 'general chat' } },
    'Messages here have no topic. Send it to “general chat” instead.',
  ],
  [{ code: 'NO_MESSAGE' }, 'This message is no longer available.'],
  [{ code: 'NO_STREAM' }, 'This stream is no longer available.'],
  [{ code: 'NO_EMOJI' }, 'This server doesn’t have this emoji.'],
  [{ code: 'NO_SUCH_CHOICE' }, 'That isn’t possible with this poll or to-do list.'],
  [{ code: 'NO_DRAFT' }, 'This draft no longer exists.'],
  [{ code: 'NO_RECIPIENT' }, 'This draft has no recipient. Open it and choose a topic or people.'],
  [{ code: 'NO_RECEIPTS' }, 'Your organization doesn’t show who has read a message.'],
  [{ code: 'NOT_ALLOWED', values: { act: 'change_of_other' } }, 'Only the author can change this message.'],
  [
    { code: 'NOT_ALLOWED', values: { act: 'edit', isLate: true } },
    'This message is too old to be edited. Your organization sets a time limit.',
  ],
  [
    { code: 'NOT_ALLOWED', values: { act: 'delete', isLate: false } },
    'Your organization doesn’t allow messages to be deleted.',
  ],
  [
    { code: 'NOT_ALLOWED', values: { act: 'move_topic' } },
    'You don’t have permission to move messages to another topic.',
  ],
  [
    { code: 'NOT_ALLOWED', values: { act: 'move_stream' } },
    'You don’t have permission to move messages to another stream.',
  ],
  [{ code: 'NOT_ALLOWED', values: { act: 'resolve' } }, 'You don’t have permission to resolve or unresolve topics.'],
  [
    { code: 'MOVE_TOO_OLD', values: { limit: 7 * 86_400, isWhole: false } },
    'This message is too old to move. Your organization’s limit is 7 days.',
  ],
  [
    { code: 'MOVE_TOO_OLD', values: { limit: 3_600, isWhole: true } },
    'The oldest messages in this topic are too old to move. Your organization’s limit is 1 hour.',
  ],
  [
    { code: 'MOVE_TOO_OLD', values: { limit: 600, isWhole: false } },
    'This message is too old to move. Your organization’s limit is 10 minutes.',
  ],
  [{ code: 'NOT_SUBSCRIBED' }, 'You’re not subscribed to this stream. Join it to change its settings.'],
  [{ code: 'MUTE_SELF' }, 'You can’t mute yourself.'],
  [{ code: 'STREAM_NAME_MISSING' }, 'Enter a name for the stream.'],
  [
    { code: 'STREAM_NAME_TOO_LONG', values: { length: 61, most: 60 } },
    'The name has 61 characters; the limit is 60. Shorten it.',
  ],
  [
    { code: 'STREAM_NAME_CHARACTER', values: { position: 2 } },
    'The character at position 2 isn’t allowed in a name. Remove or replace it.',
  ],
  [
    { code: 'STREAM_NAME_TAKEN', values: { name: 'den', isVisible: true } },
    'There’s already a stream called “den”. Choose another name, or join that one.',
  ],
  [
    { code: 'STREAM_NAME_TAKEN', values: { name: 'den', isVisible: false } },
    'A private stream is already called “den”. Choose another name.',
  ],
  [
    { code: 'STREAM_DESCRIPTION_TOO_LONG', values: { length: 1025, most: 1024 } },
    'The description has 1025 characters; the limit is 1024. Shorten it.',
  ],
  [
    { code: 'STREAM_DESCRIPTION_CHARACTER' },
    'The description contains a character that can’t be saved. Remove or replace it.',
  ],
  [
    { code: 'STREAM_PRIVACY_REFUSED', values: { privacy: 'private' } },
    'You don’t have permission to create private streams.',
  ],
  [{ code: 'STREAM_ADDING_REFUSED' }, 'You don’t have permission to add people to this stream.'],
  [
    { code: 'STREAM_OFFLINE', values: { act: 'remove' } },
    'Skein can’t reach the server to remove people from this stream. Try again when you’re online.',
  ],
  [{ code: 'STREAM_SUBSCRIBERS_REFUSED' }, 'You don’t have permission to add other people to streams. Remove them.'],
  [
    { code: 'STREAM_JOIN_REFUSED', values: { why: 'private' } },
    'This stream is private. Only its subscribers can add you.',
  ],
  [
    { code: 'STREAM_OUTCOME_UNKNOWN', values: { act: 'create' } },
    'The connection was lost before the server could confirm that the stream was created. It’s safe to try again when you’re online.',
  ],
  [
    { code: 'STREAM_OFFLINE', values: { act: 'join' } },
    'Skein can’t reach the server to join this stream. Try again when you’re online.',
  ],
  [{ code: 'GROUP_NAME_MISSING' }, 'Enter a name for the group.'],
  [
    { code: 'GROUP_NAME_TOO_LONG', values: { length: 101, most: 100 } },
    'The name has 101 characters; the limit is 100. Shorten it.',
  ],
  [
    { code: 'GROUP_NAME_CHARACTER', values: { position: 2 } },
    'The character at position 2 isn’t allowed in a name. Remove or replace it.',
  ],
  [
    { code: 'GROUP_NAME_RESERVED', values: { beginning: 'role:' } },
    'The name of a group can’t begin with “role:”. Choose another name.',
  ],
  [
    { code: 'GROUP_NAME_TAKEN', values: { name: 'crew', isDeactivated: false } },
    'There’s already a group called “crew”. Choose another name.',
  ],
  [
    { code: 'GROUP_NAME_TAKEN', values: { name: 'crew', isDeactivated: true } },
    'A deactivated group is already called “crew”. Choose another name.',
  ],
  [
    { code: 'GROUP_DESCRIPTION_TOO_LONG', values: { length: 1025, most: 1024 } },
    'The description has 1025 characters; the limit is 1024. Shorten it.',
  ],
  [
    { code: 'GROUP_DESCRIPTION_CHARACTER' },
    'The description contains a character that can’t be saved. Remove or replace it.',
  ],
  [
    { code: 'GROUP_REFUSED', values: { act: 'members' } },
    'You don’t have permission to change the members of this group.',
  ],
  [{ code: 'GROUP_ALREADY_MEMBER', values: { name: 'Noor' } }, 'Nothing was changed: Noor is already a member.'],
  [{ code: 'GROUP_ALREADY_MEMBER', values: { name: null } }, 'Nothing was changed: one of them is already a member.'],
  [{ code: 'GROUP_NOT_MEMBER', values: { name: 'Noor' } }, 'Nothing was changed: Noor isn’t a member any more.'],
  [{ code: 'GROUP_NOT_MEMBER', values: { name: null } }, 'Nothing was changed: one of them isn’t a member any more.'],
  [{ code: 'FILES_OFFLINE' }, 'Skein can’t reach the server to delete files. Try again when you’re online.'],
  [{ code: 'FILE_NOT_DELETED' }, 'The server didn’t delete the file.'],
  [
    { code: 'FILE_OUTCOME_UNKNOWN' },
    'The connection was lost before the server could confirm that the file was deleted. It’s safe to try again when you’re online.',
  ],
  [{ code: 'GROUP_GONE' }, 'This group no longer exists, or it’s deactivated.'],
  [
    {
      code: 'GROUP_IN_USE',
      values: { supergroups: ['all'], streams: ['design'], groups: ['crew', 'team'], isInOrganization: true },
    },
    'The server can’t deactivate a group that’s still used. It’s part of “all”. Permissions of the stream “design” use it. Permissions of the groups “crew” and “team” use it. Permissions of the organization use it.',
  ],
  [
    { code: 'GROUP_OUTCOME_UNKNOWN', values: { act: 'leave' } },
    'The connection was lost before the server could confirm that you left. Check the members when you’re online.',
  ],
  [
    { code: 'GROUP_OFFLINE', values: { act: 'join' } },
    'Skein can’t reach the server to join this group. Try again when you’re online.',
  ],
  [{ code: 'SNIPPET_EMPTY' }, 'Enter some text first.'],
  [{ code: 'SNIPPET_GONE' }, 'This snippet has been deleted.'],
  [{ code: 'SNIPPETS_FULL', values: { most: 1000 } }, 'You’ve reached the limit of 1000 snippets. Delete one first.'],
  [
    { code: 'SNIPPET_NULL_CHARACTER' },
    'Saved on this computer only. The text contains a character that the server doesn’t accept.',
  ],
  [
    { code: 'SNIPPET_TOO_LONG', values: { most: 10_000 } },
    'Saved on this computer only. The server accepts at most 10,000 characters.',
  ],
  [{ code: 'ALERT_WORD_EMPTY' }, 'Enter a word first.'],
  [{ code: 'ALERT_WORD_TOO_LONG', values: { most: 100 } }, 'Alert words can have up to 100 characters.'],
  [{ code: 'ALERT_WORD_KNOWN', values: { word: 'soup' } }, '“soup” is already an alert word.'],
  [
    { code: 'ALERT_WORDS_FULL', values: { most: 1000 } },
    'You’ve reached the limit of 1000 alert words. Remove one first.',
  ],
  [{ code: 'NOT_SCHEDULED' }, 'This message has already been sent or cancelled.'],
  [{ code: 'TIME_PASSED' }, 'That time has passed. Choose a later one.'],
  [
    { code: 'FEATURE_MISSING', values: { feature: 'follow_topics' } },
    'This server is too old to support following topics.',
  ],
  [
    { code: 'FEATURE_MISSING', values: { feature: 'unmute_topics' } },
    'This server is too old to support unmuting topics in a muted stream.',
  ],
  [
    { code: 'FEATURE_MISSING', values: { feature: 'schedule' } },
    'This server is too old to support scheduled messages.',
  ],
  [
    { code: 'FEATURE_MISSING', values: { feature: 'edit_scheduled' } },
    'This server is too old to support editing scheduled messages. Cancel this one and schedule it again.',
  ],
  [{ code: 'ALREADY_LEAVING', values: { isMessage: true } }, 'This message is already being sent.'],
  [{ code: 'ALREADY_LEAVING', values: { isMessage: false } }, 'This is already being sent.'],
  [{ code: 'NOT_IN_OUTBOX' }, 'This message is no longer waiting to be sent.'],
  [
    { code: 'OFFLINE', values: { wanted: 'text' } },
    'This message’s text is only on the server, which can’t be reached right now. Try again when you’re online.',
  ],
  [
    { code: 'OFFLINE', values: { wanted: 'receipts' } },
    'Read receipts are only on the server, which can’t be reached right now. Try again when you’re online.',
  ],
  [
    { code: 'OFFLINE', values: { wanted: 'history' } },
    'The edit history is only on the server, which can’t be reached right now. Try again when you’re online.',
  ],
  [
    { code: 'OFFLINE', values: { wanted: 'common_streams' } },
    'The streams you have in common are only on the server, which can’t be reached right now. Try again when you’re online.',
  ],

  [
    { code: 'UNREADABLE' },
    'Skein can’t read what was saved here. It may have been saved by a newer version. Copy the text if you need it, then discard it.',
  ],
  [{ code: 'READABLE_AGAIN' }, 'An older version of Skein couldn’t read this, so it wasn’t sent. Send it now?'],
  [
    { code: 'CHANGED_MEANWHILE' },
    'Someone else changed this message while you were editing it. Your text is saved. Check their version, then try again to replace it.',
  ],
  [
    { code: 'MOVE_TOO_LATE', values: { allowed: 3, total: 40 } },
    'Only 3 of the 40 messages in this topic are recent enough to move.',
  ],
  [
    { code: 'SCHEDULED_GONE', values: { cause: broken } },
    'The connection to the server was lost. It has already been sent or cancelled.',
  ],
  [{ code: 'SCHEDULED_GONE', values: { cause: null } }, 'It has already been sent or cancelled.'],
  [{ code: 'SEND_TIME_PASSED' }, 'The scheduled time passed before this reached the server. Choose another time.'],
  [{ code: 'SCHEDULED_NOT_SENT' }, 'This couldn’t be sent at the scheduled time. Choose another time, or cancel it.'],
  [{ code: 'SERVER_REFUSED' }, 'The server rejected this.'],
  [{ code: 'CHOICE_LOST' }, 'The connection was lost before this arrived. Send it again?'],
  [
    { code: 'ATTACHMENT_GONE', values: { name: 'a.png' } },
    'The copy of “a.png” is no longer on this disk. Edit the message and add the file again.',
  ],
  [
    { code: 'ATTACHMENT_REFUSED', values: { name: 'a.png', cause: { code: 'ATTACHMENT_TOO_LARGE' } } },
    '“a.png” couldn’t be uploaded. It’s too large for this server.',
  ],
  [{ code: 'ATTACHMENT_REFUSED', values: { name: 'a.png', cause: null } }, '“a.png” couldn’t be uploaded.'],
  [{ code: 'ATTACHMENT_TOO_LARGE' }, 'It’s too large for this server.'],
  [{ code: 'DRAFT_WITHOUT_TEXT' }, 'Only text is synced to the server, and this draft has none.'],
  [{ code: 'DRAFT_NULL_CHARACTER' }, 'The text contains a null character, which the server doesn’t accept.'],
  [
    { code: 'DRAFT_TOO_LONG', values: { most: 10_000 } },
    'Over the server’s limit of 10000 characters. Saved on this computer only.',
  ],
  [{ code: 'DRAFT_TOPIC_TOO_LONG' }, 'The topic is too long for the server. Saved on this computer only.'],

  [{ code: 'EMPTY_QUERY' }, 'Enter something to search for.'],
  [{ code: 'SUPERSEDED' }, 'This search was replaced by a newer one.'],
  [{ code: 'SEARCH_OFFLINE' }, 'The server can’t be reached. Only messages on this computer were searched.'],
  [
    { code: 'SEARCH_HAS_UNKNOWN', values: { operand: 'cake' } },
    'There’s no filter “has:cake”. Use link, image, file or reaction.',
  ],
  [
    { code: 'SEARCH_IS_UNKNOWN', values: { operand: 'cake' } },
    'There’s no filter “is:cake”. Use starred, unread, mentioned, alerted, resolved, followed or dm.',
  ],
  [{ code: 'SEARCH_NO_DATE', values: { operand: 'soon' } }, '“soon” isn’t a date. Write it like 2026-01-31.'],
  [{ code: 'SEARCH_NO_PERSON', values: { operand: 'Zoe' } }, 'No one matches “Zoe”.'],
  [
    { code: 'SEARCH_SEVERAL_PEOPLE', values: { operand: 'Ada', names: ['Ada', 'Adam'] } },
    '“Ada” matches several people: Ada, Adam. Type more of the name.',
  ],
  [{ code: 'SEARCH_NO_STREAM', values: { operand: 'cake' } }, 'No stream matches “cake”.'],
  [
    { code: 'SEARCH_SEVERAL_STREAMS', values: { operand: 'a', names: ['arm', 'art'] } },
    '“a” matches several streams: arm, art. Type more of the name.',
  ],
  [
    { code: 'SEARCH_STREAM_AND_DIRECT' },
    'A message can’t be both in a stream and direct. Remove the stream and topic filters, or the filters for direct messages.',
  ],
  [
    { code: 'SEARCH_TWO_OF_ONE', values: { filter: 'sender' } },
    'A message has only one sender. Remove one of the filters, or put a minus sign in front of one to exclude that person.',
  ],
  [
    { code: 'SEARCH_TWO_OF_ONE', values: { filter: 'dm' } },
    'A message is in only one conversation. List all its people in one filter, like dm:ada,noor. To find every conversation with someone, use with:ada.',
  ],
  [
    { code: 'SEARCH_TOO_MANY', values: { most: 50 } },
    'A search can have up to 50 words and filters, with up to 50 people in each filter.',
  ],
  [{ code: 'LINK_MESSAGE_GONE' }, 'The linked message no longer exists, or you don’t have access to it.'],
  [{ code: 'LINK_OFFLINE' }, 'The linked message isn’t on this computer, and the server can’t be reached right now.'],
  [{ code: 'LINK_NO_STREAM' }, 'The linked stream doesn’t exist, or you don’t have access to it.'],
  [{ code: 'LINK_NO_PERSON' }, 'This link leads to people Skein doesn’t know in this organization.'],

  [{ code: 'VIEW_FAILED' }, 'Skein couldn’t update this list. It will keep trying.'],
  [{ code: 'NO_ANSWER' }, 'Skein didn’t respond. Your text is still here; try again.'],
  [
    { code: 'SENT_BEFORE' },
    'Your message was sent without your latest changes. Sending now would send another message.',
  ],
  [
    { code: 'UNANSWERED' },
    'Skein can’t tell yet whether your message was sent without your latest changes. Try again in a moment.',
  ],
  [
    { code: 'TEXT_TOO_LONG_TO_KEEP', values: { most: 2_000_000 } },
    'Skein saves up to 2,000,000 characters of unsent text. Shorten it, or attach it as a file.',
  ],
  [
    { code: 'FILE_TOO_LARGE', values: { name: 'a.mp4', size: 26_000_000, most: 25_000_000 } },
    '“a.mp4” is 26 MB. This server’s limit is 25 MB per file.',
  ],
  [
    { code: 'TEXT_TOO_LONG', values: { length: 20_001, most: 20_000 } },
    'This text has 20,001 characters; the limit is 20,000. Shorten it.',
  ],
  [
    { code: 'FILES_TOO_LARGE', values: { name: 'a.mp4', rest: 1, most: 25_000_000 } },
    '“a.mp4” and 1 more file are too large. This server’s limit is 25 MB per file.',
  ],
  [
    { code: 'FILE_NOT_READABLE', values: { name: 'photos' } },
    '“photos” can’t be read. To add a folder, compress it first.',
  ],
  [{ code: 'TIME_MISSING' }, 'Choose a date and time.'],
  [{ code: 'TIME_TOO_NEAR' }, 'Choose a time at least a minute from now, or send the message now.'],
  [{ code: 'POLL_WITHOUT_QUESTION' }, 'Enter a question.'],
  [{ code: 'TODO_EMPTY' }, 'Enter a title or a task.'],
  [{ code: 'TASK_WITHOUT_NAME' }, 'Enter a name for this task.'],
  [
    { code: 'TASK_TWICE', values: { name: 'Hat' } },
    '“Hat” is already in the list, so it’s shown only once. Give this task another name.',
  ],
  [{ code: 'TOO_MANY_TASKS', values: { most: 1000 } }, 'A list can have up to 1,000 tasks.'],

  [{ code: 'STATUS_TOO_LONG', values: { most: 60 } }, 'A status can have up to 60 characters.'],
  [{ code: 'OWN_NAME_EMPTY' }, 'Enter a name first.'],
  [{ code: 'OWN_NAME_TOO_LONG', values: { most: 100 } }, 'Names can have up to 100 characters.'],
  [{ code: 'NO_PROFILE_FIELD' }, 'Your organization has removed this field.'],
  [{ code: 'PROFILE_TOO_LONG', values: { most: 50 } }, 'This field can have up to 50 characters.'],
  [{ code: 'PROFILE_NOT_A_LINK' }, 'Enter a web address that starts with https:// or http://.'],
  [{ code: 'PASSWORD_TOO_SHORT', values: { least: 6 } }, 'A password needs at least 6 characters.'],
  [{ code: 'PASSWORDS_DIFFER' }, 'The new passwords don’t match. Enter the same one twice.'],
  [
    { code: 'OWN_OFFLINE', values: { act: 'key' } },
    'Skein can’t reach the server to replace your key. Try again when you’re online.',
  ],
  [
    { code: 'OWN_OUTCOME_UNKNOWN', values: { act: 'key' } },
    'The connection was lost before the server sent the new key. If this computer is signed out, sign in again.',
  ],
  [
    { code: 'DATABASE_KEY_UNREADABLE' },
    'What Skein has stored on this computer is encrypted, and your keychain doesn’t give Skein the key. Unlock your keychain, then try again. Nothing is lost.',
  ],
  [
    { code: 'DATABASE_KEY_MISSING' },
    'What Skein has stored on this computer is encrypted, and the key is no longer in your keychain. Restore your keychain, then try again. If the key is gone for good, sign out and sign in again: drafts and unsent messages on this computer are lost then. Nothing has been deleted.',
  ],
  [
    { code: 'DATABASE_KEY_WRONG' },
    'What Skein has stored on this computer is encrypted, and the key in your keychain is a different one. Restore your keychain, then try again. If the key is gone for good, sign out and sign in again: drafts and unsent messages on this computer are lost then. Nothing has been deleted.',
  ],
  [
    { code: 'DATABASE_KEY_NOT_STORED' },
    'Your keychain didn’t save the key, so nothing was encrypted. Unlock your keychain, then try again.',
  ],
  [{ code: 'ENCRYPTION_BUSY' }, 'Skein is still changing the encryption. Try again when it’s done.'],
  [{ code: 'HISTORY_NOT_SUBSCRIBED' }, 'You’re not subscribed to this stream, and can’t read it without that.'],
  [{ code: 'EXPORT_RUNNING' }, 'Another export is running. Wait until it’s finished, or cancel it.'],
  [{ code: 'EXPORT_DISK_FULL' }, 'The disk is full. Free up some space, then export again.'],
  [{ code: 'EXPORT_NOT_WRITABLE' }, 'You don’t have permission to write to this folder. Choose another one.'],
  [{ code: 'EXPORT_FOLDER_GONE' }, 'The folder is no longer available.'],
  [{ code: 'EXPORT_INTERRUPTED' }, 'Skein was closed before the export was finished.'],
  [{ code: 'EXPORT_FAILED', values: { detail: 'EIO: i/o error' } }, 'The export failed: EIO: i/o error'],
  [{ code: 'EXPORT_TOO_MANY_FILES' }, 'There are more files than an export can contain.'],
  [{ code: 'LAST_OWNER' }, 'You’re the last owner of this organization. Make someone else an owner first.'],
]

describe('what a failure says', () => {
  it.each(sentences)('%o', (failure, sentence) => {
    expect(sentenceOf(failure)).toBe(sentence)
  })

  it('is known for every code', () => {
    const covered = new Set(sentences.map(([{ code }]) => code))
    const codes = Object.keys(englishCatalogue.failures) as FailureCode[]
    expect(codes.filter((code) => !covered.has(code))).toEqual([])
  })

  it('is nothing where there is none', () => {
    expect(sentenceOf(null)).toBe('')
  })

  it('is that something went wrong, where another version has stored a code or values that are not known here', () => {
    const internal = sentenceOf({ code: 'INTERNAL' })
    expect(sentenceOf({ code: 'CODE_OF_TOMORROW', values: {} } as never)).toBe(internal)
    expect(sentenceOf({ code: 'toString' } as never)).toBe(internal)
    expect(sentenceOf({ code: 'FILE_NOT_SAVED' } as never)).toBe(internal)
    expect(sentenceOf({ code: 'NOT_ALLOWED', values: { act: 'act_of_tomorrow' } } as never)).toBe(internal)
  })
})
