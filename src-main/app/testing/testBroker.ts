/**
 * A chain manager with two chains whose fake nodes reply according to the contract, and a consent UI whose answers the
 * test determines.
 */
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isChainMethod, windowMethods } from '#shared/chains/index.ts'
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import type { NodeEvent } from '#shared/events.ts'
import { type Encodable, type JsonObject, type JsonValue, parseJson, stringifyJson } from '#shared/json.ts'
import type { Method } from '#shared/rpc/define.ts'
import type { Shape } from '#shared/rpc/result.ts'
import { NOT_PRIVATE } from '../../node/index.ts'
import { AppSettingsStore } from '../appSettings/index.ts'
import type { ChainManager } from '../chains/index.ts'
import { Broker } from '../consent/broker.ts'
import type { ConsentUi, Disclosure, Notice, Question, QuestionAnswer } from '../consent/consentUi.ts'
import { ALL_STAKES, type BrokerOptions } from '../consent/options.ts'
import type { ConsentChains } from '../consent/plan.ts'
import { LaunchRequests } from '../opening/index.ts'
import type { TokenLink } from '../pictures/index.ts'
import { moveInReport } from './moveInReport.ts'

/** Occurs in every signed transaction of the fake nodes and in no other text. */
export const SIGNATURE = '304402deadbeef'
export const SECRET = 'a secret of the fake node'
/** A valid public key and its address. */
export const PUBKEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
export const ADDRESS = 'RMo6p9XstVZmgVjGqTuNKwEt5vCfLvJbpB'

export interface Call {
  /** null for a call handled by the chain manager itself */
  readonly chain: string | null
  readonly method: string
  readonly params: JsonValue[]
}

type Reply = (params: JsonValue[], chain: string | null) => string | Promise<string>

/** Returns a sample value for a schema. */
function buildSample(shape: Shape<unknown>): Encodable {
  const { schema, members, item, variants } = shape
  if (variants !== undefined) return variants[0] === undefined ? null : buildSample(variants[0])
  if (members !== undefined) {
    const wanted = Object.entries(members).filter(([, { optional }]) => !optional)
    return Object.fromEntries(wanted.map(([name, member]) => [name, buildSample(member.shape)]))
  }
  if (shape.kind === 'array') return item === undefined ? [] : []
  const choices = schema['enum']
  if (Array.isArray(choices)) return choices[0] as string
  switch (schema['type']) {
    case 'string':
      return schema['pattern'] === '^[0-9a-f]{64}$' ? '11'.repeat(32) : ''
    case 'integer':
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'object':
      return {}
    default:
      return null
  }
}

/** Returns the JSON of a sample. Amounts need eight decimals, which a JavaScript number does not keep. */
function encodeSample(shape: Shape<unknown>): string {
  const { members, variants, schema, kind } = shape
  if (variants !== undefined && variants[0] !== undefined) return encodeSample(variants[0])
  if (members !== undefined) {
    const wanted = Object.entries(members).filter(([, { optional }]) => !optional)
    return `{${wanted.map(([name, member]) => `${JSON.stringify(name)}:${encodeSample(member.shape)}`).join(',')}}`
  }
  if (kind === 'numeric' && schema['format'] === 'amount') return '0.00000000'
  return stringifyJson(buildSample(shape))
}

export const txidOfHex = (hex: string) => createHash('sha256').update(hex).digest('hex')

/** Returns a signed transaction, different for each number. */
export const signedHex = (number: number) =>
  `0400008085202f89${number.toString(16).padStart(16, '0')}${SIGNATURE}${'00'.repeat(40)}`

const output = (address: string, coins: string, more: object = {}) => ({
  ...{ n: 0, address, amount: coins, type: 'pubkeyhash', owner: 'foreign', change: false, role: 'payment' },
  ...more,
})

const satoshis = (amount: string) => BigInt(amount.replace('.', ''))
const amountText = (value: bigint) => `${value / 100_000_000n}.${(value % 100_000_000n).toString().padStart(8, '0')}`

/** Returns the cost of a wallet payment that locks and receives nothing. */
function plainCost({ paid, fee }: { readonly paid: string; readonly fee: string | null }): object | null {
  const none = { locked: '0.00000000', markers: '0.00000000', units: '0.00000000', received: '0.00000000' }
  return fee === null ? null : { total: amountText(satoshis(paid) + satoshis(fee)), fee, paid, ...none }
}

/** Returns a result of explaintransaction; amount texts become JSON numbers. */
export function explanation(hex: string, more: object = {}): string {
  const txExplanation = {
    ...{ txid: txidOfHex(hex), size: 226, coinbase: false, state: 'unsent', complete: true, refused: null },
    inputs: [
      {
        txid: '22'.repeat(32),
        vout: 0,
        address: 'ROwn',
        amount: '6.00000000',
        type: 'pubkeyhash',
        owner: 'own',
        gone: false,
      },
    ],
    outputs: [
      output('RSomebody', '5.00000000'),
      output('ROwn', '0.99990000', { n: 1, owner: 'own', change: true, role: 'change' }),
    ],
    ...{ spent: '6.00000000', spentown: '6.00000000', paid: '5.00000000', kept: '0.00000000', change: '0.99990000' },
    ...{ fee: '0.00010000', feerate: '0.00040000', module: null, action: null, order: null },
    ...{ summary: 'Pays 5.00000000 ONE to RSomebody.', tokens: [], warnings: [] },
    said: { summary: [], warnings: [] },
    ...more,
  }
  return JSON.stringify({ cost: plainCost(txExplanation), ...txExplanation })
    .replace(/"(-?\d+\.\d{8})"/g, '$1')
    .replace(/"(\d+)n"/g, '$1')
}

/** Reply of inspectpassphrase with two readings: one was used, one not. */
export const RECORDED_READINGS = {
  readings: [
    {
      ...{ id: 'agama', reading: 'agama', text: 'given', address: ADDRESS, balance: '5.00000000', transactions: 2 },
      ...{ first: 1_500_000_000, last: 1_600_000_000, tokens: 1, inwallet: false },
    },
    {
      ...{ id: 'sha256-trimmed', reading: 'sha256', text: 'trimmed', address: 'ROther', balance: '5.00000000' },
      ...{ transactions: 0, first: null, last: null, tokens: 0, inwallet: true },
    },
  ],
  ...{ hints: ['weak'], prefix: null, shielded: null, height: 1234 },
}

const SECRET_REPLIES: Readonly<Record<string, Reply>> = {
  dumpprivkey: () => JSON.stringify(SECRET),
  newphrase: () => JSON.stringify({ phrase: SECRET }),
  showphrase: () => JSON.stringify({ phrase: SECRET, time: 5 }),
  exportwallet: () => JSON.stringify({ text: SECRET, time: 5 }),
  sealbackup: () => JSON.stringify({ text: SECRET, time: 5, keys: 3 }),
}

/** Replies about another wallet's keys and an old node's folder. */
const OLD_NODE_REPLIES: Readonly<Record<string, Reply>> = {
  inspectpassphrase: () => JSON.stringify(RECORDED_READINGS).replaceAll('"5.00000000"', '5.00000000'),
  importpassphrase: (params) => JSON.stringify({ addresses: (params[3] as string[]).map(() => ADDRESS) }),
  inspectnodefolder: () => moveInReport(),
}

interface TestChainManager extends ConsentChains, Pick<ChainManager, 'emit' | 'language' | 'root' | 'settings'> {
  readonly calls: Call[]
  /** link of all tokens; undefined if no token has a link */
  link: TokenLink | undefined
  /** id of the chain with the sandbox's other wallet */
  other: string | undefined
  /** hosts that the user allowed */
  readonly allowed: string[]
  /** ids of chains whose test-coin payments need no prompt according to the chain manager */
  readonly toys: Set<string>
  /** true if the nodes are private at the moment of sending */
  nodesPrivate: boolean
  /** replies that replace the default ones */
  readonly replies: Record<string, Reply>
  show(id: string | null): void
  /** Ends the lease on a chain's node, as when the node stops. */
  end(id: string): void
  emit(event: NodeEvent): void
}

const IDS = ['one', 'two'] as const

const listed = (id: string) => ({
  ...{ id, label: id === 'one' ? 'First' : 'Second', kind: 'created', name: id.toUpperCase(), network: 'regtest' },
  ...{ options: [`-ac_name=${id.toUpperCase()}`], peers: [], magic: '00000000', p2pport: 1, rpcport: 2 },
  ...{ directory: `/root/${id}`, size: null, height: 7, lastused: null, state: 'stopped', detail: '' },
  ...{ testnode: false, publiconly: true, asks: true, kept: null },
})

/** Replaces the generated replies of both chains. */
export type AskNode = (method: string, params: string) => Promise<string>

/**
 * Returns a sample result with `hex` in every member that contains a signed transaction or a list of signed
 * transactions.
 */
function withSigned({ signed = [] }: Method, sample: string, hex: string): string {
  const error = { txid: '11'.repeat(32), vout: 0, scriptSig: SIGNATURE, sequence: 0, error: '' }
  const members = parseJson(sample) as JsonObject
  return stringifyJson(
    new Map<string, Encodable>([
      ...members,
      ...signed.map((name) => [name, Array.isArray(members.get(name)) ? [hex, hex] : hex] as [string, Encodable]),
      ['txid', txidOfHex(hex)],
      ['errors', [error]],
    ]),
  )
}

const fakePictures = (manager: () => Pick<TestChainManager, 'link' | 'allowed'>): ConsentChains['pictures'] => ({
  link: async () => manager().link,
  async due() {
    const { link, allowed } = manager()
    return link && !allowed.includes(link.host) ? link : undefined
  },
  allow: (host) => void manager().allowed.push(host),
})

export function createTestChainManager(node?: AskNode): TestChainManager {
  const calls: Call[] = []
  const listeners = new Set<(event: NodeEvent) => void>()
  const leaving = new Map<string, AbortController>(IDS.map((id) => [id, new AbortController()]))
  let shown: string | null = 'one'
  let built = 0
  const hexParam = (params: JsonValue[]) => String(params[0])

  const usual: Record<string, Reply> = {
    listchains: () =>
      JSON.stringify({
        current: shown,
        root: '/root',
        notice: null,
        client: 'chainwright-cli',
        chains: IDS.map(listed),
      }),
    explaintransaction: (params) => explanation(hexParam(params)),
    createrawtransaction: () => '"0400008085202f8900"',
    validateaddress: (params) => JSON.stringify({ isvalid: true, address: String(params[0]) }),
    ...SECRET_REPLIES,
    ...OLD_NODE_REPLIES,
    sendrawtransaction: (params) => JSON.stringify(txidOfHex(hexParam(params))),
    sendprepared: (params) => JSON.stringify(txidOfHex(hexParam(params))),
    decoderawtransaction: (params) =>
      encodeSample((windowMethods.decoderawtransaction as Method).result).replace(
        '"vin":[]',
        `"vin":[{"txid":"${'33'.repeat(32)}","vout":0,"scriptSig":{"asm":"${hexParam(params).slice(32)}","hex":"${hexParam(params)}"},"sequence":1}]`,
      ),
  }

  const answer = async (chain: string | null, name: string, text: string): Promise<string> => {
    const parsed = parseJson(text === '' ? '[]' : text)
    const params = Array.isArray(parsed) ? parsed : []
    calls.push({ chain, method: name, params })
    const method: Method | undefined = windowMethods[name as keyof typeof windowMethods]
    if (method === undefined) throw new RpcError(RPC_ERROR.METHOD_NOT_FOUND, 'Method not found')
    const reply = chainManager.replies[name] ?? (node === undefined || chain === null ? usual[name] : undefined)
    if (reply === undefined && node !== undefined && chain !== null) return node(name, text)
    if (reply !== undefined) return reply(params, chain)
    const sample = encodeSample(method.result)
    if (method.signed === undefined) return sample
    built++
    return withSigned(method, sample, signedHex(built))
  }

  const chainManager: TestChainManager = {
    calls,
    replies: {},
    ...{ link: undefined, other: undefined, allowed: [], toys: new Set(), nodesPrivate: true },
    paysWithoutQuestion: (id) => chainManager.toys.has(id),
    pictures: fakePictures(() => chainManager),
    root: '/root',
    openings: new LaunchRequests(),
    settings: new AppSettingsStore(join(tmpdir(), 'no-root-of-a-test'), { now: Date.now, delay }),
    language: () => 'en',
    shown: () => shown,
    show(id) {
      shown = id
    },
    end(id) {
      leaving.get(id)?.abort()
      leaving.set(id, new AbortController())
    },
    emit(event) {
      for (const listener of listeners) listener(event)
    },
    async call(name, params) {
      return answer(isChainMethod(name) ? null : shown, name, params)
    },
    leaseOther: async () => (chainManager.other === undefined ? undefined : chainManager.lease(chainManager.other)),
    async lease(wanted) {
      const id = wanted ?? shown
      if (id === null) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'No chain is open')
      const gone = leaving.get(id)?.signal ?? AbortSignal.abort()
      const { label, name, directory } = listed(id)
      return {
        ...{ id, kind: id === chainManager.other ? 'friend' : 'created', label, name, network: 'regtest', directory },
        node: {
          gone,
          async call(method, params, options) {
            if (options?.unasked === true && !chainManager.nodesPrivate) throw new RpcError(RPC_ERROR.MISC, NOT_PRIVATE)
            if (gone.aborted) throw new RpcError(RPC_ERROR.CLIENT_NOT_CONNECTED, 'The chain is stopped')
            return answer(id, method, params)
          },
        },
      }
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return chainManager
}

export interface BrokerTest {
  readonly chainManager: TestChainManager
  readonly broker: Broker
  /** prompts with their details unfolded */
  readonly questions: Question[]
  /** prompts as the broker opened them */
  readonly put: Question[]
  readonly disclosures: Disclosure[]
  readonly notices: Notice[]
  readonly files: Map<string, string>
  readonly closings: number[]
  /** Determines the user's answers from now on. */
  answer: (question: Question, signal: AbortSignal) => QuestionAnswer | Promise<QuestionAnswer>
  wentThrough: boolean
  /** monotonic time in ms */
  time: number
  call(method: string, ...params: unknown[]): Promise<string>
}

export const YES: Extract<QuestionAnswer, { readonly agreed: true }> = {
  agreed: true,
  secrets: {
    ...{ passphrase: 'horse', oldpassphrase: 'old', newpassphrase: 'new', komodoprivkey: 'U…', phrase: 'abandon' },
    text: SECRET,
  },
  file: '/picked',
}
export const NO: QuestionAnswer = { agreed: false }

/** Returns the prompt as shown with unfolded details: they are added to its facts and lists. */
export function unfold(question: Question): Question {
  const { facts = [], lists = [] } = question.details ?? {}
  return { ...question, facts: [...question.facts, ...facts], lists: [...question.lists, ...lists] }
}

export function startBroker(options: Partial<BrokerOptions> = {}, node?: AskNode): BrokerTest {
  const chainManager = createTestChainManager(node)
  let drawn = 0
  const surface: ConsentUi = {
    async ask(asked, signal) {
      const question = unfold(asked)
      test.questions.push(question)
      test.put.push(asked)
      return test.answer(question, signal)
    },
    async disclose(disclosure) {
      test.disclosures.push(disclosure)
      return test.wentThrough
    },
    notify: (notice) => test.notices.push(notice),
  }
  const files = new Map<string, string>([['/picked', SECRET]])
  const broker = new Broker(chainManager, surface, {
    ...{ sealed: true, secrets: 'surface', stakes: ALL_STAKES, now: () => test.time, language: () => 'en' },
    async delay(milliseconds, signal) {
      signal.throwIfAborted()
      test.time += milliseconds
    },
    random: () => (++drawn).toString(16).padStart(64, '0'),
    files: {
      read: async (path) => files.get(path) ?? '',
      async write(path, text) {
        files.set(path, text)
        return [...files.keys()].filter((name) => name.endsWith('.unfinished'))
      },
    },
    closePage: () => test.closings.push(test.time),
    ...options,
  })
  const test: BrokerTest = {
    ...{ chainManager, broker, files, questions: [], put: [], disclosures: [], notices: [], closings: [] },
    answer: () => YES,
    wentThrough: true,
    time: 1_000_000,
    call: (method, ...params) => broker.call(method, JSON.stringify(params)),
  }
  return test
}

/** Returns the calls of a method that reached a node or the chain manager. */
export const done = (chainManager: TestChainManager, method: string) =>
  chainManager.calls.filter((call) => call.method === method)
