/**
 * What a window may not do by itself. Purpose: before coins leave, a key is shown or a chain is deleted, ask the person in
 * a way that the page can neither see nor answer, and say what was decoded here rather than what the page says of it.
 * Non-goals: how it is asked (the shell's message boxes), other callers of the RPC server, who have its password.
 * Invariants: one question at a time; what was asked about is done on the chain that it was asked of, or not at all.
 */
import { RPC_ERROR, RpcError } from '#shared/errors.ts'
import { type JsonValue, parseJson } from '#shared/json.ts'
import { createRpcClient, type RpcClient } from '#shared/rpc/client.ts'
import { formatAmount } from '#shared/units.ts'
import type { WindowNode } from './nodeClient.ts'

export interface Question {
  readonly message: string
  /** plain text of several lines, bounded */
  readonly detail: string
  /** what the button says that does it */
  readonly agree: string
}

export interface ConsentDeps {
  /** whether the person agreed */
  ask(question: Question): Promise<boolean>
  /** id of the chain that calls go to */
  shown(): string | null
}

type Describe = (params: string, client: RpcClient) => Promise<Question> | Question

const MOST_LINES = 12
const MOST_TEXT = 600

/** Broadcast as they are. */
const TRANSACTIONS = ['sendrawtransaction', 'sendprepared']
/** Built, signed and broadcast by the node in one go. */
const PAYMENTS = ['sendtoaddress', 'sendmany', 'sendfrom']
const SECRETS = ['dumpprivkey', 'dumpwallet', 'exportwallet']

const QUESTIONS: ReadonlyMap<string, Describe> = new Map<string, Describe>([
  ...TRANSACTIONS.map((method) => [method, aboutTransaction] as const),
  ...PAYMENTS.map((method) => [method, (params: string) => aboutPayment(method, params)] as const),
  ...SECRETS.map((method) => [method, () => aboutSecret(method)] as const),
  ['deletechain', aboutDeletion],
])

const wholeText = (text: string) => (text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text)

/** A text among the parameters. @throws RpcError if there is none */
function textParam(params: string, position: number): string {
  let values: JsonValue
  try {
    values = parseJson(params)
  } catch (error) {
    throw new RpcError(RPC_ERROR.PARSE, 'Parse error', { cause: error })
  }
  const text = Array.isArray(values) ? values[position] : undefined
  if (typeof text === 'string') return text
  throw new RpcError(RPC_ERROR.TYPE, 'Expected type string')
}

async function aboutTransaction(params: string, client: RpcClient): Promise<Question> {
  const { vin, vout } = await client.call('decoderawtransaction', { hexstring: textParam(params, 0) })
  const paid = vout.reduce((sum, { valueZat }) => sum + valueZat, 0n)
  const payees = vout.filter(({ valueZat, scriptPubKey }) => valueZat > 0n || scriptPubKey.addresses !== undefined)
  const lines: string[] = []
  for (const { valueZat, scriptPubKey } of payees.slice(0, MOST_LINES)) {
    const address = scriptPubKey.addresses?.[0]
    const own = address !== undefined && (await client.call('validateaddress', { komodoaddress: address })).ismine
    lines.push(`${formatAmount(valueZat)} to ${address ?? scriptPubKey.type}${own === true ? ' (yours)' : ''}`)
  }
  const spent = await inputsOf(vin, client)
  const more = payees.length - lines.length
  return {
    message: 'Send this transaction?',
    detail: [
      ...lines,
      ...(more > 0 ? [`and ${more} outputs more`] : []),
      spent === undefined ? 'The fee cannot be told.' : `Fee: ${formatAmount(spent - paid)}`,
    ].join('\n'),
    agree: 'Send',
  }
}

/** Satoshis of all inputs; undefined where one is not known. */
async function inputsOf(
  vin: readonly { readonly txid?: string | undefined; readonly vout?: number | undefined }[],
  client: RpcClient,
): Promise<bigint | undefined> {
  let sum = 0n
  for (const { txid, vout } of vin) {
    if (txid === undefined || vout === undefined) return undefined
    const output = await client.call('gettxout', { txid, n: vout })
    if (output === null) return undefined
    sum += output.value
  }
  return sum
}

function aboutPayment(method: string, params: string): Question {
  return {
    message: 'Pay from the wallet?',
    detail: `${method} ${wholeText(params)}`,
    agree: 'Pay',
  }
}

function aboutSecret(method: string): Question {
  return {
    message: method === 'dumpprivkey' ? 'Show a private key?' : 'Write out all private keys?',
    detail: 'Whoever sees it can spend the coins and tokens that belong to it.',
    agree: 'Show',
  }
}

function aboutDeletion(params: string): Question {
  return {
    message: 'Delete a chain with its wallet?',
    detail: `Its folder goes for good, with every key in it: ${wholeText(textParam(params, 1))}`,
    agree: 'Delete',
  }
}

/** A node for a window whose page is not trusted to spend. */
export function askFirst(node: WindowNode, { ask, shown }: ConsentDeps): WindowNode {
  const client = createRpcClient((method, params) => node.call(method, params))
  let asking = false

  async function consent(question: Describe, params: string): Promise<void> {
    if (asking) throw new RpcError(RPC_ERROR.MISC, 'Another question is waiting for an answer')
    asking = true
    try {
      const agreed = await ask(await question(params, client))
      if (!agreed) throw new RpcError(RPC_ERROR.MISC, 'You decided against it. Nothing was done.')
    } finally {
      asking = false
    }
  }

  return {
    async call(method, params, options) {
      const question = QUESTIONS.get(method)
      if (question !== undefined) {
        const chain = shown()
        await consent(question, params)
        // What was told was told of one chain: a page must not put another in its place meanwhile.
        if (shown() !== chain) throw new RpcError(RPC_ERROR.MISC, 'Another chain is shown by now. Nothing was done.')
      }
      return node.call(method, params, options)
    },
    onEvent: (listener) => node.onEvent(listener),
  }
}
