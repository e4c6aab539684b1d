/** Input and result types shared by the methods about chains. */
import { RPC_ERROR } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import type { ErrorDoc, Flags } from '../rpc/define.ts'
import { type Param, p } from '../rpc/param.ts'
import { r } from '../rpc/result.ts'

/** A chain given as pasted text or by a form. */
export type ChainInput =
  | {
      /** share text or any command line of the family, at most 65,536 characters */
      readonly text: string
    }
  | {
      /** `-ac_name=…` etc., one option per entry */
      readonly options: readonly string[]
      /** `host` or `host:port` */
      readonly peers?: readonly string[]
    }

export interface NewChain {
  /** name in the list; the chain's name if empty */
  readonly label: string
  readonly options: readonly string[]
  /** true if the node may mine without peers, for the first blocks */
  readonly testnode: boolean
  readonly peers?: readonly string[]
}

export type JoinedChain = ChainInput & { readonly label?: string }

/** Omitted ports stay unchanged, or follow from the chain's parameters. */
export interface ChainPorts {
  readonly p2pport?: number
  readonly rpcport?: number
}

/** A chain of the list, or a chain that is not in the list yet. */
export type PreflightInput =
  | { readonly id: string }
  | {
      readonly options: readonly string[]
      /** folder of the new chain, below the root; the default folder if omitted */
      readonly directory?: string
    }

/**
 * Declares an object parameter with typed members on the client's side. The handler receives any object and must
 * validate it.
 */
export const objectParam = <Input>() => ({
  named: <const N extends string>(name: N, doc: string) =>
    p.object(name, doc) as unknown as Param<N, JsonObject, Input, 'required'>,
})

/** Category and flags of all methods that the app answers itself. */
export const APP_CALL: { readonly category: 'control'; readonly flags: Flags } = {
  category: 'control',
  flags: { beyondReference: true, duringWarmup: true },
}

export const noSuchChain: ErrorDoc = {
  code: RPC_ERROR.INVALID_ADDRESS_OR_KEY,
  message: 'There is no chain <id>',
  when: 'the list has no such id',
}

export const chainId = p.str('id', 'id of the chain, as in listchains')

const state = r.choice(
  'failed: detail has the reason; the chain can be started again',
  'stopped',
  'starting',
  'running',
  'stopping',
  'failed',
)

const intOrNull = (doc: string) => r.oneOf('', r.nothing, r.int(doc))
export const textOrNull = (doc: string) => r.oneOf('', r.nothing, r.text(doc))

const words = (doc: string) => r.array(r.text(), doc)

export const addedChain = r.object({ id: r.text('id of the chain in other calls') })

const sandboxPerson = r.object({
  id: r.text('id of the chain with this wallet'),
  address: r.address('address to send coins to'),
  pubkey: r.pubkey('the token key'),
})

export const sandboxPeople = r.object({ me: sandboxPerson, friend: sandboxPerson })

/** State of a chain after a call that changed it. */
export const chainNow = r.object({
  id: r.text(),
  state,
  detail: r.text('a sentence; empty if there is nothing to report'),
})

export const chainRecord = r.object({
  id: r.text(),
  label: r.text('label chosen by the user'),
  kind: r.choice(
    'origin of the chain; friend: second wallet of the sandbox',
    'sandbox',
    'friend',
    'created',
    'joined',
    'commandline',
  ),
  name: r.text('of the chain'),
  network: r.choice('', 'main', 'regtest'),
  options: words('options that define the chain, in the order of describechain'),
  peers: words('host:port of peers to connect to whenever the chain runs'),
  magic: r.text('8 hex digits; empty if the options are not understood'),
  p2pport: r.int('port in use, or that would be used'),
  rpcport: r.int('port in use, or that would be used'),
  directory: r.text('absolute'),
  size: intOrNull('bytes on the disk; null: not known yet'),
  height: r.oneOf('', r.nothing, r.height('height of the tip when it was last seen')),
  lastused: r.oneOf('', r.nothing, r.time('time of the last start')),
  state,
  detail: r.text('a sentence; empty if there is nothing to report'),
  testnode: r.bool('whether the chain may mine without peers'),
  publiconly: r.bool('-ac_public: no shielded amounts'),
  asks: r.bool(
    'whether payments of its wallet require approval in the app; false for test coins of the private sandbox',
  ),
  kept: r.oneOf(
    'data that joinafresh or undojoinafresh set aside and undojoinafresh restores; null if no data is set aside',
    r.nothing,
    r.object({ folder: r.text('absolute'), time: r.time('time when the data was set aside') }),
  ),
})

export const chainDescription = r.object({
  ok: r.bool('whether the chain can be added and run'),
  problems: r.array(
    r.object({
      option: textOrNull('option without the dash; null if the problem concerns the whole chain'),
      message: r.text('a sentence'),
    }),
    'reasons why the chain cannot be added and run',
  ),
  warnings: words('sentences: warnings to read before adding the chain'),
  name: r.text('name of the chain; empty if not given'),
  network: r.choice('', 'main', 'regtest'),
  options: words('one word per option, without defaults, always in the same order'),
  magic: r.text('8 hex digits, as getinfo’s magic; empty while there are problems'),
  wiremagic: r.text('8 hex digits in the order of the wire; empty while there are problems'),
  p2pport: r.int('0 while there are problems'),
  rpcport: r.int('0 while there are problems'),
  publiconly: r.bool('-ac_public: no shielded amounts'),
  cc: r.bool('crypto conditions: whether the chain has contracts'),
  tokens: r.bool('whether tokens work from the first block on'),
  faucet: r.bool('whether the faucet works from the first block on'),
  blocktime: r.int('seconds'),
  peers: words('host:port'),
  commandline: r.text('command line for chainwrightd; empty while there are problems'),
  referencecommandline: r.text('command line for the reference’s daemon; empty while there are problems'),
  sharetext: r.text('text to share with others who want to join; empty while there are problems'),
  supply: r.array(
    r.object({
      height: r.height(),
      time: r.int('seconds since block 1, if every block takes the average time'),
      supply: r.coins('supply at this height'),
    }),
    'at most 200 points, until issuance ends or for 50 years; empty while there are problems',
  ),
  finalsupply: r.oneOf('', r.nothing, r.coins('supply after the end of issuance; null if it does not end, or later')),
})

export const preflightResult = r.object({
  ok: r.bool('whether no check failed'),
  checks: r.array(
    r.object({
      name: r.choice('', 'disk', 'memory', 'clock', 'directory', 'drive', 'p2pport', 'rpcport'),
      state: r.choice('warning: the chain will run, with restrictions', 'passed', 'warning', 'failed'),
      detail: r.text('result of the check, a sentence'),
      fix: textOrNull('instructions, a sentence'),
      freeport: intOrNull('free port to use instead of a taken one'),
      holder: textOrNull('program and process that use the port, if the system reports them'),
    }),
  ),
})
