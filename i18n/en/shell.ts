import type { LinkDoubt, LinkProgram } from '#shared/content/link-schemes.ts'
import { english } from './format.ts'

const kept = 'Unsent messages are safe, and what you were writing is saved as a draft.'
const reportIs =
  'A report is a text file, saved where you choose. It contains the version, your system, what failed and the last lines of the log, but no messages, names, passwords or keys. Nothing is sent.'
const windowFailed = (times: number) => `Skein’s window has crashed ${times} times in a few minutes.`

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

/** Texts of the shell: menus, dialogs of the system, the tray, notifications, the report. */
export const shell = {
  menus: {
    /** `&` stands before the letter that opens the menu. */
    file: '&File',
    view: '&View',
    /** The menu of screens and conversations. */
    go: '&Go',
    help: '&Help',
    /** The entry that opens the list of commands with their keys. */
    keys: 'Keyboard Shortcuts',
    settings: 'Settings…',
    actualSize: 'Actual Size',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    quit: (program: string) => `Quit ${program}`,
    about: (program: string) => `About ${program}`,
    hide: (program: string) => `Hide ${program}`,
    noSuggestions: 'No suggestions',
    addToDictionary: 'Add to Dictionary',
    checkSpelling: 'Check Spelling While Typing',
    /** Entries of the system's menus, which Electron would name in English. */
    roles: {
      undo: 'Undo',
      redo: 'Redo',
      cut: 'Cut',
      copy: 'Copy',
      paste: 'Paste',
      pasteAndMatchStyle: 'Paste Without Formatting',
      delete: 'Delete',
      selectAll: 'Select All',
      close: 'Close Window',
      minimize: 'Minimize',
      zoom: 'Zoom',
      front: 'Bring All to Front',
      togglefullscreen: 'Toggle Full Screen',
      services: 'Services',
      hideOthers: 'Hide Others',
      unhide: 'Show All',
      startSpeaking: 'Start Speaking',
      stopSpeaking: 'Stop Speaking',
      reload: 'Reload',
      toggleDevTools: 'Toggle Developer Tools',
    },
    edit: '&Edit',
    window: '&Window',
    speech: 'Speech',
    languages: 'Languages',
    /** `tag` is a BCP 47 tag, which is the name where the language is not known. */
    languageName: english.languageName,
    writeMail: 'Send Email',
    copyAddress: 'Copy Email Address',
    openLink: 'Open Link',
    /** Opens a link after a question. */
    openAsked: 'Open Link…',
    copyLink: 'Copy Link',
    copyImage: 'Copy Image',
    lookUp: (text: string) => `Look Up “${text}”`,
  },
  dialogs: {
    certificateWanted: (host: string) => `${host} requires a certificate.`,
    certificateDetail: 'It proves your identity to the server. Skein asks again the next time it starts.',
    certificateNone: 'None of these',
    /** `until` is a day as `2026-01-31`. */
    certificateLabel: ({ subject, issuer, until }: { subject: string; issuer: string; until: string }) =>
      `${subject} (issued by ${issuer}, valid until ${until})`,
    authoritiesWanted: (count: number) =>
      count === 1 ? 'Trust this certificate authority?' : `Trust these ${count} certificate authorities?`,
    authoritiesDetail:
      'Whoever has its key can read and change everything that Skein sends and receives. Compare the fingerprint with the one from your administrator.',
    authoritiesTrust: 'Trust',
    windowNotStarted:
      'Skein’s window couldn’t be opened. Another program, such as a virus scanner, may be blocking it, or the computer may be out of memory.',
    windowFileRefused:
      'The system rejected one of Skein’s files. Another program may have altered it, or it may be damaged. Reinstalling Skein replaces all its files.',
    windowFileDamaged: 'Skein’s window couldn’t be opened because one of its files is damaged. Reinstall Skein.',
    windowFailed,
    windowOutOfMemory: (times: number) =>
      `${windowFailed(times)} It ran out of memory. Closing other programs may help.`,
    windowFaultDetail: `${kept}\n\n${reportIs}`,
    tryAgain: 'Try again',
    saveReport: 'Save report…',
    quit: 'Quit',
    windowSilent: 'Skein’s window isn’t responding.',
    windowSilentDetail: `It may be busy. Reloading it takes a moment. ${kept}`,
    wait: 'Wait',
    loadAgain: 'Reload',
    reportSaved: (path: string) => `The report was saved as ${path}. Read it before you share it.`,
    reportTitle: 'Save report',
    ok: 'OK',
    dictionaryQuestion: 'Download a dictionary?',
    /** `languages` are BCP 47 tags. */
    dictionaryDetail: (languages: readonly string[]) =>
      `To check spelling in ${languages.map(english.languageName).join(' and ')}, Skein downloads a dictionary from a Google server, which sees your address and the language. What you write stays on this computer.`,
    fetch: 'Download',
    cancel: 'Cancel',
    links: {
      question(doubt: LinkDoubt) {
        return doubt.kind === 'program'
          ? `Open this link in ${programNames[doubt.program]}?`
          : `Open this link to ${doubt.host}?`
      },
      /** `address` is the true address. */
      detail({ doubt, address }: { doubt: LinkDoubt; address: string }) {
        const leads = `The address is:\n${address}`
        switch (doubt.kind) {
          case 'program':
            return leads
          case 'user_name':
            return `The address has a name in front of the host, “${doubt.name}”, which can be mistaken for the host. ${leads}`
          case 'lookalike':
            return `It’s written as “${doubt.written}”, with letters that look like other letters. ${leads}`
          case 'other_text':
            return `Its text says “${doubt.shown}”, but it leads elsewhere. ${leads}`
        }
      },
      open: 'Open',
      copy: 'Copy address',
    },
    startFailed: 'Skein can’t start',
    /** `logFile` is null if the log could not be written. */
    startFailedDetail(reason: string, logFile: string | null) {
      const what = `Skein can’t start: ${reason.replace(/\.$/, '')}.`
      return logFile === null
        ? `${what}\n\nNothing was changed. The log couldn’t be written either. Check whether the disk is full.`
        : `${what}\n\nNothing was changed. Start Skein again. If that doesn’t help, see the details in ${logFile}.`
    },
  },
  tray: {
    open: 'Open Skein',
    doNotDisturb: 'Do not disturb',
    /** `time` is a time of day. */
    quietUntil: (time: string) => `Do not disturb until ${time}`,
    quietFor: { hour: 'Do not disturb for an hour', tomorrow: 'Do not disturb until tomorrow at 9:00' },
    quit: 'Quit Skein',
    toolTip({ unread, mentions, doNotDisturb }: { unread: number; mentions: number; doNotDisturb: boolean }) {
      const news =
        unread === 0
          ? 'no unread messages'
          : `${unread} unread${mentions > 0 ? `, ${english.plural(mentions, { one: '1 mention', other: `${mentions} mentions` })}` : ''}`
      return `Skein – ${news}${doNotDisturb ? ' – do not disturb' : ''}`
    },
    /** Of the mark on the taskbar button. */
    unread: (count: number) =>
      english.plural(count, { one: `${count} unread message`, other: `${count} unread messages` }),
  },
  notifications: {
    reply: 'Reply',
    /** Of a notification that stands for several messages of a conversation. */
    severalTitle: ({ title, count }: { title: string; count: number }) => `${title} (${english.number(count)} new)`,
    testTitle: 'Test notification',
    testBody: 'Skein’s notifications look like this.',
    topicTitle: ({ sender, stream, topic }: { sender: string; stream: string; topic: string }) =>
      `${sender} – #${stream} › ${topic}`,
    groupTitle: (sender: string) => `${sender} (group)`,
    summaryTitle: ({ count, organization }: { count: number; organization: string }) =>
      `${english.plural(count, { one: `${count} new message`, other: `${count} new messages` })} – ${organization}`,
    /** `others` counts the senders beside those whose names are given. */
    summaryText: ({ senders, others }: { senders: readonly string[]; others: number }) =>
      `From ${senders.join(', ')}${others > 0 ? ` and ${others} more` : ''}`,
  },
  report: {
    title: 'Skein report',
    holds: 'It contains no messages, no names of people or servers, and no passwords or keys.',
    notSent: 'None of it was sent anywhere.',
    made: 'Created',
    started: 'Started',
    version: 'Version',
    system: 'System',
    accounts: 'Accounts',
    failures: 'Failures since Skein started',
    lastFailures: 'Most recent failures',
    lastLines: (count: number) => `Last lines of the log (${count})`,
    none: 'none',
    /** `day` is a day as `2026-01-31`. */
    fileName: (day: string) => `Skein report ${day}.txt`,
  },
}
