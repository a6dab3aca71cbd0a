import type { ElectronFact } from './fact.ts'

const opensLinks =
  'tests/e2e/desktop.spec.ts: a link in a message opens in the system’s browser, and a link into the organization opens in Skein'
const shownToOwn = 'tests/e2e/desktop.spec.ts: a client certificate is sent only to the account’s own server'
const certificates = 'tests/unit/main/network/client-certificates.test.ts'
const challenge = 'tests/unit/main/network/proxy-challenge.test.ts'
const bodies = 'tests/unit/main/network/request-bodies.test.ts'
const once = 'tests/unit/main/network/once.test.ts'
const holds = 'tests/unit/main/network/gate-holds.test.ts'
const saves = 'tests/unit/main/shell/files/save-file.test.ts'
const signIn = `${bodies}: has a length at sign-in`
const methods = `${bodies}: has a length with %s`
const file = `${bodies}: has a length if it is a file, and reports the progress in chunks to the last byte`
const chunks = `${bodies}: is chunked only if it is a file that is too large for memory`
const redirected = `${holds}: is not reported by a host that the own server redirected to`
const inTurn = `${once}: run one at a time per conversation, and for three conversations at once at most`
const breaks = `${saves}: fails for its reader when it breaks off, instead of ending early`
const unwanted = `${saves}: is not read further after the player closed it`
const several = `${certificates}: is chosen once from several, and the choice holds until the user retries`
const offered = `${certificates}: is offered in order of expiry, the latest first, eight at most`
const proxy = `${challenge}: answers a challenge of a proxy`
const notServer = `${challenge}: answers no other challenge, not even one of the account’s own server`
const asked =
  'tests/unit/main/network/proxy-login.test.ts: needs one question for all waiting requests, and is stored in the keychain by proxy and realm'

const byTypes = 'electron.d.ts of electron 45.4.1'
const request = `${byTypes}, ClientRequest; docs/api/client-request.md`
const options = `${byTypes}, ClientRequestConstructorOptions; docs/api/client-request.md`
const program = 'lib/common/api/net-client-request.ts'

/** Requests, sessions, and the challenges of servers and proxies. */
const chainGiven =
  'tests/unit/main/network/authorities/own-authorities.test.ts: hold for sessions that are made later, and for a chain that Electron gives'

export const networkFacts: readonly ElectronFact[] = [
  {
    api: 'net.request',
    parts: ['method', 'url', 'session'],
    tests: [signIn, methods],
    behaviour: 'A request over Chromium’s network stack, with its proxies, certificates and sockets of the session.',
    source: `${byTypes}, Net; docs/api/net.md`,
    onlyARun: 'Proxies, certificates, HTTP/2 and sockets of Chromium; the host’s net does as is documented.',
  },
  {
    api: 'net.request{redirect}',
    tests: [redirected],
    behaviour: '`manual` cancels a redirect unless followRedirect() is called inside of the event.',
    source: `${options}; ${program}`,
    onlyARun: null,
  },
  {
    api: 'net.request{credentials}',
    tests: [notServer],
    behaviour:
      '`omit` sends neither cookies nor kept passwords; `login` is not fired for a 401, but for a proxy’s 407.',
    source: options,
    onlyARun: 'That a proxy is still asked for.',
  },
  {
    api: 'net.request{cache}',
    tests: [signIn],
    behaviour: '`no-store` neither reads nor writes the HTTP cache.',
    source: options,
    onlyARun: null,
  },
  {
    api: 'net.request{priority}',
    tests: [signIn],
    behaviour: 'What waits for a socket goes by it; without it a request is `idle`.',
    source: options,
    onlyARun: 'The order on Chromium’s sockets.',
  },
  {
    api: 'ClientRequest#setHeader',
    tests: [signIn],
    behaviour: 'Only before the first write; Content-Length, Host and a few others are Chromium’s own.',
    source: request,
    onlyARun: null,
  },
  {
    api: 'ClientRequest#write',
    tests: [chunks],
    behaviour:
      'Starts a request in chunks; the callback comes when the network stack has taken the chunk, not when it has left.',
    source: `${request}; ${program} (ChunkedBodyStream)`,
    onlyARun: null,
  },
  {
    api: 'ClientRequest#end',
    tests: [signIn, file],
    behaviour: 'Starts a request whose body is one buffer, which then has a length.',
    source: `${request}; ${program} (SlurpStream)`,
    onlyARun: null,
  },
  {
    api: 'ClientRequest#chunkedEncoding',
    tests: [chunks],
    behaviour: 'Set once, before the first write: the body is sent in chunks and not gathered in memory.',
    source: `${request}; ${program}`,
    onlyARun: 'How much of a large file is in memory.',
  },
  {
    api: 'ClientRequest#getUploadProgress',
    tests: [file],
    behaviour: 'Bytes that the network stack has sent. Nothing fires for them that is documented.',
    source: `${request}; ${program} (upload-progress)`,
    onlyARun: 'How often it changes.',
  },
  {
    api: 'UploadProgress',
    parts: ['active', 'current'],
    tests: [file],
    behaviour: 'Not active: no number means anything.',
    source: `${byTypes}, UploadProgress; docs/api/client-request.md`,
    onlyARun: null,
  },
  {
    api: 'ClientRequest#abort',
    tests: [unwanted, redirected],
    behaviour: 'Ends the request and its answer; `abort` fires in a later turn, no error does.',
    source: `${request}; ${program} (_die)`,
    onlyARun: null,
  },
  {
    api: 'ClientRequest:response',
    tests: [signIn],
    behaviour: 'Fires with the head of the answer.',
    source: request,
    onlyARun: null,
  },
  {
    api: 'ClientRequest:redirect',
    tests: [redirected],
    behaviour: 'Fires with status, method, absolute address and headers; nobody follows here, so the request ends.',
    source: `${request}; ${program}`,
    onlyARun: null,
  },
  {
    api: 'ClientRequest:login',
    tests: [proxy, notServer],
    behaviour: 'Fires for proxies and servers that want a password; the callback without one gives up.',
    source: request,
    onlyARun: 'Proxies with Digest, NTLM or Negotiate.',
  },
  {
    api: 'AuthInfo',
    parts: ['host', 'port', 'realm'],
    tests: [asked],
    behaviour: 'Who asks, and what they call themselves; the realm is theirs, of any length.',
    source: `${byTypes}, AuthInfo; docs/api/client-request.md`,
    onlyARun: null,
  },
  {
    api: 'AuthInfo#isProxy',
    tests: [proxy, notServer],
    behaviour: 'True for a proxy, false for the server itself.',
    source: `${byTypes}, AuthInfo; docs/api/client-request.md`,
    onlyARun: null,
  },
  {
    api: 'ClientRequest:error',
    tests: [breaks],
    behaviour: 'Fires with `net::ERR_…` in its message, also after the answer has begun; fatal where nobody listens.',
    source: `${request}; ${program} (_die)`,
    onlyARun: 'The names of real faults.',
  },
  {
    api: 'IncomingMessage as Readable',
    tests: [breaks, unwanted],
    behaviour:
      'An answer is a Readable: pause() holds the server up, a fault destroys it. The documentation has its events alone.',
    source: `${program} (class IncomingMessage extends Readable)`,
    onlyARun: 'That pausing reaches the server.',
  },
  {
    api: 'IncomingMessage#statusCode',
    tests: [signIn],
    behaviour: 'The status of the answer.',
    source: `${byTypes}, IncomingMessage; docs/api/incoming-message.md`,
    onlyARun: null,
  },
  {
    api: 'IncomingMessage#headers',
    tests: [signIn],
    behaviour: 'Names in lower case; several of a name are joined, of some the first is taken, `set-cookie` is a list.',
    source: `${byTypes}, IncomingMessage; docs/api/incoming-message.md`,
    onlyARun: null,
  },
  {
    api: 'session.fromPartition',
    tests: [methods],
    behaviour:
      'The session of a name; without `persist:` it lives in memory. Each has sockets, cookies and passwords of its own.',
    source: `${byTypes}, Session; docs/api/session.md`,
    onlyARun: null,
  },
  {
    api: 'session.fromPartition{cache}',
    tests: [methods],
    behaviour: 'False: no HTTP cache; counts for the first call with the name alone.',
    source: `${byTypes}, FromPartitionOptions; docs/api/session.md`,
    onlyARun: null,
  },
  {
    api: 'session.defaultSession',
    tests: [opensLinks],
    behaviour: 'The session of the window, after `ready`.',
    source: `${byTypes}, Session; docs/api/session.md`,
    onlyARun: null,
  },
  {
    api: 'Session#setCertificateVerifyProc',
    tests: [
      'tests/unit/main/network/authorities/own-authorities.test.ts: decide only where Chromium does not know the authority',
    ],
    behaviour:
      'Asks about each certificate of a server, with Chromium’s own result. The answer 0 accepts the certificate, also without an entry in a log of certificates; -3 leaves it to Chromium. The network service keeps answers.',
    source: `${byTypes}, Session; docs/api/session.md; shell/browser/net/cert_verifier_client.cc`,
    onlyARun:
      'That it is asked before the first request of a session, what it gives as the chain, and that closed connections are verified again after a change. The host has no TLS.',
  },
  {
    api: 'Session#setProxy',
    parts: ['mode', 'proxyRules', 'proxyBypassRules', 'pacScript'],
    tests: [
      'tests/unit/main/network/proxy-setting.test.ts: is set for present and new sessions, and again for all after a change',
    ],
    behaviour:
      'Sets the proxy of a session: that of the system, none, one by rules, or a script. Connections in use stay with the earlier one until closeAllConnections.',
    source: `${byTypes}, Session; docs/api/session.md; docs/api/structures/proxy-config.md`,
    onlyARun: 'That Chromium uses the proxy, its bypass rules and a script. The host has fixed HTTP proxies only.',
  },
  {
    api: 'Session#closeAllConnections',
    tests: [inTurn],
    behaviour: 'Resolves when no connection is left; what is under way may fail.',
    source: `${byTypes}, Session; docs/api/session.md; shell/browser/api/electron_api_session.cc (CloseAllConnections)`,
    onlyARun: 'That no used socket is left in the network process when it resolves.',
  },
  {
    api: 'app:select-client-certificate',
    tests: [shownToOwn],
    behaviour:
      'Fires where a server wants a certificate, for `net.request` with null for the page, and with `host:port` in place of an address. Without preventDefault() the first one is shown.',
    source: `${byTypes}, App; shell/browser/electron_browser_client.cc (SelectClientCertificate)`,
    onlyARun: 'All of it: which certificates of the system are offered, and that a choice is kept per session.',
  },
  {
    api: 'Certificate',
    parts: ['subjectName', 'issuerName', 'validStart', 'validExpiry', 'fingerprint', 'data', 'issuerCert'],
    tests: [offered, several, chainGiven],
    behaviour:
      'The common names of holder and issuer, the days of validity in seconds since 1970, the certificate as PEM, and that of its issuer as the server sent it; the last one of a chain lacks an issuer.',
    source: `${byTypes}, Certificate; docs/api/structures/certificate.md; shell/common/gin_converters/net_converter.cc`,
    onlyARun: 'Which certificates Chromium gives as the chain of one that it does not accept.',
  },
  {
    api: 'Request',
    parts: ['hostname', 'certificate', 'errorCode'],
    tests: [chainGiven],
    behaviour:
      'The host of the connection, what the server sent, and the net error of Chromium’s own check; 0 for none.',
    source: `${byTypes}, Request; docs/api/session.md`,
    onlyARun: 'That an unknown authority is -202 although the certificate has other faults, too.',
  },
]
