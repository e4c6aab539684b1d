import { ipFromText, type P2pOptions, parseSubnet, splitHostPort } from '../node/index.ts'
import { OptionError, type Values } from './values.ts'

const KILOBYTE = 1_000
const PROXY_PORT = 9_050
/** Characters allowed in a user agent besides letters and digits. */
const COMMENT = /^[A-Za-z0-9 .,;_?@-]{1,60}$/

/**
 * Parses the options for peers (p2p.md §7). Options imply others as on the reference, with one exception: regtest
 * accepts no inbound connections without -listen, -bind or -whitebind. Regtest chains are for experiments, and several
 * run on one machine.
 * @throws OptionError if a value is invalid
 */
export function p2pOptions(
  values: Values,
  { network }: { readonly network: 'main' | 'regtest' },
): P2pOptions | undefined {
  const maxConnections = values.integer('maxconnections', 384)
  const connect = values.list('connect')
  const bind = values.list('bind')
  const whiteBind = values.list('whitebind')
  const bound = bind.length + whiteBind.length > 0
  const proxy = parseProxy(values, 'proxy')
  const open = network === 'main' && connect.length === 0 && proxy === undefined
  const listen = values.flag('listen', bound || open)
  if (maxConnections === 0) return undefined
  const externalIp = values.list('externalip').map(externalAddress)
  return {
    listen,
    listenRequired: listen && (bound || values.has('listen')),
    bind,
    whiteBind,
    whitelist: values.list('whitelist').map(subnet),
    maxConnections,
    connect: connect.length > 0 ? connect : undefined,
    addNode: values.list('addnode'),
    seedNode: values.list('seednode'),
    dnsSeed: dnsSeed(values, network === 'main' && connect.length === 0 && proxy === undefined),
    onlyNet: onlyNet(values.list('onlynet')),
    proxy,
    onionProxy: values.has('onion') ? parseProxy(values, 'onion') : proxy,
    proxyRandomize: values.flag('proxyrandomize', true),
    dns: values.flag('dns', true),
    banScore: values.integer('banscore', 101),
    banTime: values.integer('bantime', 86_400),
    timeout: values.integer('timeout', 5_000),
    bloomFilters: values.flag('peerbloomfilters', true),
    externalIp,
    discover: values.flag('discover', listen && externalIp.length === 0 && proxy === undefined),
    maxOrphans: values.integer('maxorphantx', 100),
    maxSendBuffer: values.integer('maxsendbuffer', 1_000) * KILOBYTE,
    maxReceiveBuffer: values.integer('maxreceivebuffer', 5_000) * KILOBYTE,
    maxTipAge: values.integer('maxtipage', 86_400),
    comments: values.list('uacomment').map(comment),
  }
}

/**
 * Returns when to query DNS seeds. Never on regtest or with -connect (only these peers), whatever -dnsseed says. Also
 * never with a proxy, because a lookup outside the proxy would reveal the user.
 */
function dnsSeed(values: Values, possible: boolean): P2pOptions['dnsSeed'] {
  if (!possible || !values.flag('dnsseed', true) || !values.flag('dns', true)) return 'off'
  return values.has('dnsseed') ? 'always' : 'if-needed'
}

function parseProxy(values: Values, name: 'proxy' | 'onion'): string | undefined {
  const text = values.text(name)
  if (text === undefined || text === '0') return undefined
  const { host, port } = splitHostPort(text, PROXY_PORT)
  if (/[\s:/]/.test(host) && ipFromText(host) === undefined)
    throw new OptionError(`Invalid -${name} address: '${text}'`)
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

function subnet(text: string): string {
  if (parseSubnet(text) === undefined) throw new OptionError(`Invalid netmask specified in -whitelist: '${text}'`)
  return text
}

function externalAddress(text: string): string {
  if (ipFromText(splitHostPort(text, 1).host) === undefined)
    throw new OptionError(`Cannot resolve -externalip address: '${text}'`)
  return text
}

function comment(text: string): string {
  if (!COMMENT.test(text)) throw new OptionError(`User Agent comment (${text}) contains unsafe characters.`)
  return text
}

function onlyNet(names: readonly string[]): P2pOptions['onlyNet'] {
  if (names.length === 0) return undefined
  return names.map((name) => {
    const network = name.toLowerCase() === 'tor' ? 'onion' : name.toLowerCase()
    if (network === 'ipv4' || network === 'ipv6' || network === 'onion') return network
    throw new OptionError(`Unknown network specified in -onlynet: '${name}'`)
  })
}
