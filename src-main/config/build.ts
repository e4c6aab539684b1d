import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isOn } from '#shared/arguments.ts'
import {
  type Directories,
  decodeAddress,
  type IndexOptions,
  type LogOptions,
  type MempoolOptions,
  type MiningOptions,
  type NodeOptions,
  type RpcOptions,
  type StorageOptions,
  secp256k1,
  type WalletOptions,
} from '../node/index.ts'
import { commandOptions } from './commands.ts'
import { monitorOptions } from './monitor.ts'
import { p2pOptions } from './peers.ts'
import { publishTargets } from './publish.ts'
import { saltedPassword, userOptions } from './users.ts'
import { OptionError, type Values } from './values.ts'
import { zmqOptions } from './zmq.ts'

/** Values that are known before the other options are read. */
export interface StartFacts {
  readonly chain: {
    readonly name: string
    readonly network: 'main' | 'regtest'
    readonly args: readonly string[]
    readonly cryptoConditions: boolean
  }
  readonly sandbox: boolean
  readonly ports: { readonly p2pPort: number; readonly rpcPort: number }
  readonly directories: Directories
  readonly cwd: string
  readonly cpus: number
}

const MEGABYTE = 1_000_000

/** @throws OptionError if a value is invalid */
export function nodeOptions(values: Values, facts: StartFacts): NodeOptions {
  const { chain, directories, sandbox, ports } = facts
  const regtest = chain.network === 'regtest'
  const mockTime = values.integer('mocktime', 0)
  if (mockTime !== 0 && !regtest) throw new OptionError('-mocktime requires -regtest')
  return {
    chain: { name: chain.name, network: chain.network, args: chain.args },
    directories,
    sandbox,
    mockTime,
    pubkey: publicKey(values.text('pubkey')),
    rpc: rpcServerOptions(values, { rpcPort: ports.rpcPort, folder: directories.network }),
    wallet: walletOptions(values, facts),
    mining: miningOptions(values, facts),
    indexes: indexOptions(values, facts),
    storage: storageOptions(values, facts),
    mempool: mempoolOptions(values, facts),
    p2p: p2pOptions(values, chain),
    log: logOptions(values),
    publish: { ...publishTargets(values), zmq: zmqOptions(values), commands: commandOptions(values) },
    monitor: monitorOptions(values),
  }
}

function publicKey(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const hex = text.toLowerCase()
  const wellFormed = /^0[23][0-9a-f]{64}$/.test(hex)
  if (wellFormed && secp256k1.isPublicKey(Uint8Array.from(Buffer.from(hex, 'hex')))) return hex
  throw new OptionError('-pubkey: expected a compressed public key of 66 hex digits')
}

/**
 * @param rpcPort default port
 * @param folder folder of the cookie file
 * @throws OptionError if a value is invalid
 */
export function rpcServerOptions(
  values: Values,
  { rpcPort, folder }: { readonly rpcPort: number; readonly folder: string },
): RpcOptions {
  return {
    enabled: values.flag('server', true),
    port: values.integer('rpcport', rpcPort),
    bind: values.list('rpcbind'),
    allowIp: values.list('rpcallowip'),
    allowHost: values.list('rpcallowhost'),
    user: values.text('rpcuser') ?? '',
    password: values.text('rpcpassword') ?? '',
    salted: values.list('rpcauth').map(saltedPassword),
    users: userOptions(values),
    cookieFile: resolve(folder, values.text('rpccookiefile') ?? '.cookie'),
    threads: values.integer('rpcthreads', 4),
    workQueue: values.integer('rpcworkqueue', 16),
    timeoutSeconds: values.integer('rpcservertimeout', 30),
    rest: values.flag('rest', false),
  }
}

/**
 * Reads `-newwallet`. Both `-newwallet` and `-newwallet=phrase` permit a new wallet. With the latter its keys come from
 * a phrase.
 */
function newWallet(values: Values): Pick<WalletOptions, 'newWallet' | 'withPhrase'> {
  const text = values.has('newwallet') ? (values.text('newwallet') ?? '') : '0'
  if (text === 'phrase') return { newWallet: true, withPhrase: true }
  if (!/^[+-]?[0-9]*$/.test(text)) throw new OptionError('-newwallet: expected 0, 1 or phrase')
  return { newWallet: isOn(text), withPhrase: false }
}

function walletOptions(values: Values, { cwd }: StartFacts): WalletOptions {
  const exportFolder = values.text('exportdir')
  return {
    enabled: !values.flag('disablewallet', false),
    keypool: values.integer('keypool', 100),
    rescan: values.flag('rescan', false),
    ...newWallet(values),
    tokenKey: false,
    payTxFee: values.amount('paytxfee', 0n),
    exportFolder: exportFolder === undefined ? undefined : resolve(cwd, exportFolder),
    encryptByRpc: values.flag('experimentalfeatures', false) && values.flag('developerencryptwallet', false),
  }
}

function miningOptions(values: Values, { chain, sandbox, cpus }: StartFacts): MiningOptions {
  const automatic = values.flag('automine', sandbox)
  if (automatic && chain.network !== 'regtest') throw new OptionError('-automine requires -regtest')
  return {
    address: rewardAddress(values.text('mineraddress')),
    automatic,
    withoutPeers: values.flag('testnode', false),
    generate: values.has('gen') ? values.flag('gen', false) : undefined,
    threads: values.has('genproclimit') ? values.integer('genproclimit', -1) : undefined,
    cores: cpus,
    blockMaxSize: values.has('blockmaxsize') ? values.integer('blockmaxsize', 0) : undefined,
  }
}

function rewardAddress(text: string | undefined): string | undefined {
  if (text === undefined || decodeAddress(text)?.kind === 'pubkeyhash') return text
  throw new OptionError(`Invalid address for -mineraddress=<addr>: '${text}' (expected an address of a public key)`)
}

function indexOptions(values: Values, { chain }: StartFacts): IndexOptions {
  return {
    addresses: values.flag('addressindex', chain.cryptoConditions),
    spent: values.flag('spentindex', chain.cryptoConditions),
    timestamps: values.flag('timestampindex', false),
  }
}

function mempoolOptions(values: Values, { chain }: StartFacts): MempoolOptions {
  const carried = values.has('datacarriersize') ? values.integer('datacarriersize', 0) : undefined
  return {
    maxSize: values.integer('maxmempool', 300) * MEGABYTE,
    expiry: values.integer('mempoolexpiry', 1),
    persist: values.flag('persistmempool', true),
    minRelayFee: values.amount('minrelaytxfee', 100n),
    acceptNonStandard: values.flag('acceptnonstdtxn', chain.network === 'regtest'),
    dataCarrierBytes: values.flag('datacarrier', true) ? carried : 0,
    permitBareMultisig: values.flag('permitbaremultisig', true),
  }
}

function storageOptions(values: Values, { cwd, cpus }: StartFacts): StorageOptions {
  const threads = values.integer('par', 0)
  const importFolder = values.text('importdir')
  return {
    importFolder: importFolder === undefined ? undefined : resolve(cwd, importFolder),
    loadBlock: values.list('loadblock').map((path) => bootstrapFile(resolve(cwd, path))),
    reindex: values.flag('reindex', false),
    cache: values.integer('dbcache', 64),
    threads: Math.max(1, threads > 0 ? threads : cpus + threads),
    maxReorg: values.integer('maxreorg', 99),
    dpowConfirmations: values.flag('dpowconfs', true),
    checkpoints: values.flag('checkpoints', true),
  }
}

function bootstrapFile(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  throw new OptionError(`-loadblock: file not found: ${path}`)
}

function logOptions(values: Values): LogOptions {
  const given = values.list('debug')
  const isNothing = given.some((name) => name === '0' || name === 'none')
  // `-debug` without a value is every category, as on the reference.
  const isEverything =
    values.has('debug') && (given.length === 0 || given.some((name) => name === '1' || name === 'all'))
  const level = values.text('loglevel') ?? 'info'
  if (!isLevel(level)) throw new OptionError(`-loglevel: expected debug, info, warn or error, got "${level}"`)
  return {
    level: isEverything && !isNothing ? 'debug' : level,
    debug: isNothing || isEverything ? [] : given,
    exclude: values.list('debugexclude'),
    toConsole: values.flag('printtoconsole', false),
    json: isJsonFormat(values),
    fileSize: values.integer('logsize', 10) * MEGABYTE,
  }
}

function isJsonFormat(values: Values): boolean {
  const format = values.text('logformat') ?? (values.flag('logjson', false) ? 'json' : 'text')
  if (format !== 'text' && format !== 'json')
    throw new OptionError(`-logformat: expected text or json, got "${format}"`)
  return format === 'json'
}

const LEVELS: readonly LogOptions['level'][] = ['debug', 'info', 'warn', 'error']
const isLevel = (text: string): text is LogOptions['level'] => (LEVELS as readonly string[]).includes(text)
