import type { LinkProgram } from '../../shared/content/link-schemes.ts'
import type { ShellWords } from '../shell-words.ts'
import { english } from './format.ts'

const kept = 'Nothing that waits is lost, and what you were writing is kept as a draft.'
const reportIs =
  'A report is a text file that you choose a place for: version, system, what failed, and the last lines of the log, without messages, names, passwords or keys. Nothing is sent.'
const windowFailed = (times: number) => `The window of Skein has failed ${times} times in a few minutes.`

const programNames = {
  phone: 'the phone program',
  call: 'the program for calls',
  text_message: 'the program for text messages',
  map: 'the map program',
  chat: 'another chat program',
  torrent: 'the torrent program',
  file_transfer: 'the program for file transfers',
  terminal: 'the terminal',
  calendar: 'the calendar program',
  news: 'the news reader',
} satisfies Record<LinkProgram, string>

export const shell = {
  menus: {
    file: '&File',
    view: '&View',
    go: '&Go',
    help: '&Help',
    keys: 'Keyboard Shortcuts',
    settings: 'Settings…',
    actualSize: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    quit: (program) => `Quit ${program}`,
    about: (program) => `About ${program}`,
    hide: (program) => `Hide ${program}`,
    noSuggestions: 'No suggestions',
    addToDictionary: 'Add to Dictionary',
    checkSpelling: 'Check Spelling While Typing',
    pasteWithoutFormatting: 'Paste Without Formatting',
    speech: 'Speech',
    languages: 'Languages',
    languageName: english.languageName,
    writeMail: 'Write an E-Mail',
    copyAddress: 'Copy Address',
    openLink: 'Open Link',
    openAsked: 'Open Link…',
    copyLink: 'Copy Link',
    copyImage: 'Copy Image',
    lookUp: (text) => `Look Up “${text}”`,
  },
  dialogs: {
    certificateWanted: (host) => `${host} wants to see a certificate of yours.`,
    certificateDetail: 'It proves to the server who you are. Skein asks again when it is started next.',
    certificateNone: 'None of these',
    certificateLabel: ({ subject, issuer, until }) => `${subject} (by ${issuer}, until ${until})`,
    windowNotStarted:
      'The window of Skein could not be started. Another program, such as a virus scanner, may keep it from that; or the computer is out of memory.',
    windowFileRefused:
      'The system refused a file of the window of Skein. Another program may have put itself into it, or a file is damaged: installing Skein again replaces them all.',
    windowFileDamaged: 'The window of Skein could not be started: a file of Skein is damaged. Install Skein again.',
    windowFailed,
    windowOutOfMemory: (times) => `${windowFailed(times)} It ran out of memory: closing other programs may help.`,
    windowFaultDetail: `${kept}\n\n${reportIs}`,
    tryAgain: 'Try again',
    saveReport: 'Save report…',
    quit: 'Quit',
    windowSilent: 'The window of Skein does not answer.',
    windowSilentDetail: `It may be busy. Loading it anew takes a moment. ${kept}`,
    wait: 'Wait',
    loadAgain: 'Load it anew',
    reportSaved: (path) => `The report was saved as ${path}. Read it before you give it to anybody.`,
    reportTitle: 'Save report',
    ok: 'OK',
    dictionaryQuestion: 'Fetch a dictionary?',
    dictionaryDetail: (languages) =>
      `To check spelling in ${languages.map(english.languageName).join(' and ')}, a dictionary is fetched from a server of Google’s, which sees your address and the language. What you write stays on this computer.`,
    fetch: 'Fetch it',
    cancel: 'Cancel',
    links: {
      question(doubt) {
        return doubt.kind === 'program'
          ? `Open this link in ${programNames[doubt.program]}?`
          : `Open this link to ${doubt.host}?`
      },
      detail({ doubt, address }) {
        const leads = `The address is:\n${address}`
        switch (doubt.kind) {
          case 'program':
            return leads
          case 'user_name':
            return `It has a name in front of the host, “${doubt.name}”, which can be mistaken for one. ${leads}`
          case 'lookalike':
            return `It’s written as “${doubt.written}”, with letters that look like others. ${leads}`
          case 'other_text':
            return `Its text says “${doubt.shown}”, but it leads elsewhere. ${leads}`
        }
      },
      open: 'Open',
      copy: 'Copy address',
    },
    startFailed: 'Skein cannot start',
    startFailedDetail(reason, logFile) {
      const what = `Skein cannot start: ${reason.replace(/\.$/, '')}.`
      return logFile === null
        ? `${what}\n\nNothing was changed. The log could not be written either. Look whether the disk is full.`
        : `${what}\n\nNothing was changed. Start it again. If that does not help, the details stand in ${logFile}.`
    },
  },
  tray: {
    open: 'Open Skein',
    doNotDisturb: 'Do not disturb',
    quit: 'Quit Skein',
    toolTip({ unread, mentions, doNotDisturb }) {
      const news = unread === 0 ? 'nothing unread' : `${unread} unread${mentions > 0 ? `, ${mentions} for you` : ''}`
      return `Skein – ${news}${doNotDisturb ? ' – do not disturb' : ''}`
    },
    unread: (count) => english.plural(count, { one: `${count} unread message`, other: `${count} unread messages` }),
  },
  notifications: {
    reply: 'Reply',
    topicTitle: ({ sender, stream, topic }) => `${sender} – #${stream} › ${topic}`,
    groupTitle: (sender) => `${sender} (group)`,
    summaryTitle: ({ count, organization }) =>
      `${english.plural(count, { one: `${count} new message`, other: `${count} new messages` })} – ${organization}`,
    summaryText: ({ senders, others }) => `From ${senders.join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
  },
  report: {
    title: 'Skein report',
    holds: 'It holds no messages, no names of people or servers, and no passwords or keys.',
    notSent: 'Nothing of it was sent anywhere.',
    made: 'Made',
    started: 'Started',
    version: 'Version',
    system: 'System',
    accounts: 'Accounts',
    failures: 'Failures since the start',
    lastFailures: 'The last of them',
    lastLines: (count) => `The last lines of the log (${count})`,
    none: 'none',
    fileName: (day) => `Skein report ${day}.txt`,
  },
} satisfies ShellWords
