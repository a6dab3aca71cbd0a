/**
 * The program of the first page: searches the messages of all pages. It loads the index by script elements, which also
 * work in pages that are opened from a folder.
 */
export const searchScript = `'use strict'
;(function () {
  var section = document.getElementById('results')
  var outcome = document.getElementById('outcome')
  var list = section.querySelector('ol')
  var field = document.querySelector('form.search input')
  var texts = section.dataset
  var most = 200
  var names = null
  var messages = []
  var loaded = 0
  var run = 0
  var moments = new Intl.DateTimeFormat(texts.locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: texts.zone,
    hourCycle: texts.hours === '12' ? 'h12' : 'h23',
  })

  window.skeinSearch = {
    names: function (data) {
      names = data
    },
    add: function (entries) {
      for (var entry of entries) messages.push(entry)
    },
  }

  function fold(text) {
    return text.normalize('NFKD').replace(/\\p{M}+/gu, '').toLowerCase()
  }

  function load(address) {
    return new Promise(function (resolve, reject) {
      var script = document.createElement('script')
      script.src = address
      script.onload = resolve
      script.onerror = reject
      document.head.append(script)
    })
  }

  /** Loads the files of the index one after the other; each search loads those that are still missing. */
  async function next() {
    if (names === null) await load('search/names.js')
    if (loaded >= Number(texts.files)) return false
    loaded += 1
    await load('search/' + loaded + '.js')
    return true
  }

  function snippet(text, word) {
    var at = Math.max(0, fold(text).indexOf(word) - 60)
    return (at > 0 ? '…' : '') + text.slice(at, at + 220) + (text.length > at + 220 ? '…' : '')
  }

  function row(found, word) {
    var page = names.pages[found[0]]
    var item = document.createElement('li')
    var link = document.createElement('a')
    link.href = page[0] + '#m' + found[1]
    var head = document.createElement('span')
    head.className = 'found'
    var time = document.createElement('time')
    time.dateTime = new Date(found[3] * 1000).toISOString()
    time.textContent = moments.format(found[3] * 1000)
    for (var text of [names.people[found[2]], page[1]]) {
      var name = document.createElement('bdi')
      name.textContent = text
      head.append(name, ' · ')
    }
    head.append(time)
    var words = document.createElement('span')
    words.className = 'words'
    words.dir = 'auto'
    words.textContent = snippet(found[4], word)
    link.append(head, words)
    item.append(link)
    return item
  }

  async function search(text) {
    var mine = (run += 1)
    var words = fold(text).split(/\\s+/).filter(Boolean)
    list.replaceChildren()
    section.hidden = words.length === 0
    if (words.length === 0) return
    outcome.textContent = texts.searching
    var found = []
    var read = 0
    var hasMore = true
    try {
      while (hasMore || read < messages.length) {
        for (; read < messages.length; read += 1) {
          var message = messages[read]
          if (message.length === 5) message.push(fold(message[4] + ' ' + names.people[message[2]]))
          if (words.every(function (word) { return message[5].includes(word) })) found.push(message)
        }
        hasMore = await next()
        if (mine !== run) return
      }
    } catch {
      outcome.textContent = texts.failed
      return
    }
    found.sort(function (one, other) { return other[3] - one[3] || other[1] - one[1] })
    var count = new Intl.NumberFormat(texts.locale)
    outcome.textContent =
      found.length === 0
        ? texts.none
        : texts.found.replace('#', count.format(found.length)) +
          (found.length > most ? ' ' + texts.more.replace('#', count.format(most)) : '')
    for (var each of found.slice(0, most)) list.append(row(each, words[0]))
  }

  var given = new URLSearchParams(location.search).get('q') || ''
  field.value = given
  field.form.addEventListener('submit', function (event) {
    event.preventDefault()
    void search(field.value)
  })
  field.addEventListener('input', function () {
    if (field.value === '') void search('')
  })
  void search(given)
})()
`
